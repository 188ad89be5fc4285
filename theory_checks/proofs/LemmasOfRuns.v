(* Lemmas about single steps of the methods, and what trajectories add up to. *)
From Coq Require Import Reals ZArith Lra Lia Arith.
From TheoryChecks Require Import Sums Vectors Saddle LemmaWords LemmaFormulas.
Open Scope R_scope.

(* one-step-error: A = Phi' D (I - gamma P) Phi with D = 1/n, and any C. *)
Theorem one_step_error n m gamma P r beta size_k vector before features C :
  one_step_error_requires n m gamma P r beta size_k vector before features ->
  let A i j := sum n (fun s => features i s * / INR n * (features j s - gamma * sum n (fun t => P 0%nat s t * features j t))) in
  squares size_k (run size_k A C (fun _ => beta) 1 (vector, fun _ => 0))
  = one_step_error_value n m gamma P r beta size_k vector before features.
Proof.
  intros ((states & _) & _ & _ & _ & length) A; unfold squares, one_step_error_value; cbn [run fst snd].
  assert (flat : forall M i, image size_k M (fun _ => 0) i = 0).
  { intros M i; unfold image; rewrite (sum_ext size_k _ (fun _ => 0)) by (intros; ring); rewrite sum_const; ring. }
  f_equal.
  - rewrite <- length; unfold dot; apply sum_ext; intros i _; unfold upper; rewrite !flat; ring.
  - unfold dot; rewrite <- sum_scale; apply sum_ext; intros i _; unfold lower; rewrite !flat.
    assert (equal : image size_k A vector i = sum n (fun s => features i s / INR n
      * sum size_k (fun j => (features j s - gamma * sum n (fun t => P 0%nat s t * features j t)) * vector j))).
    { unfold image, A; rewrite (sum_ext size_k _ (fun j => sum n (fun s => features i s / INR n
        * ((features j s - gamma * sum n (fun t => P 0%nat s t * features j t)) * vector j)))).
      - rewrite sum_swap; apply sum_ext; intros s _; apply sum_scale.
      - intros j _; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros s _; unfold Rdiv; ring. }
    rewrite equal; ring.
Qed.

(* transitions-out: with one feature for each state but the last, phi phi' has a single 1, at the state of the transition. *)
Definition feature (states : R) (at_state : nat) (s : R) : R :=
  if Rlt_dec s states then (if Req_EM_T s (INR at_state) then 1 else 0) else 0.

Theorem transitions_out state size_k walk states : transitions_out_requires state size_k walk states ->
  sum (size_k - 1) (fun t => feature states state (walk t) * feature states state (walk t))
  = transitions_out_value state size_k walk states.
Proof.
  intros (some & _ & small & _ & _ & _ & whole); unfold transitions_out_value; apply sum_ext; intros t inside.
  unfold feature; destruct (Req_EM_T (walk t) (INR state)) as [->|other].
  - destruct (Rlt_dec (INR state) states); [|lra]; replace (INR state - INR state) with 0 by ring.
    rewrite Rabs_R0, Rmax_right; lra.
  - assert (far : 1 <= Rabs (walk t - INR state)).
    { rewrite <- (whole t ltac:(lia)) in *; unfold floor in *; rewrite INR_IZR_INZ in *; rewrite <- minus_IZR, <- abs_IZR.
      apply IZR_le; assert (whole_part (walk t) <> Z.of_nat state) by (intros same; apply other; rewrite same; reflexivity); lia. }
    rewrite Rmax_left by lra; destruct (Rlt_dec (walk t) states); ring.
Qed.

(* negative-value-ahead: what is released of the one action of a step makes its value: n, the rewards r, and the moves m to
   the state where the next value is V. Where n is below twice the level it is cut from above, by the horizon. *)
Definition estimated (n r m V : R) : R := (r + V * m) / n.
Definition value_of_step (horizon level n r m V : R) : R :=
  if Rlt_dec n (2 * level) then Rmin horizon (estimated n r m V + horizon) else estimated n r m V.

Theorem negative_value_ahead states horizon visits count error level :
  negative_value_ahead_requires states horizon visits count error level ->
  let V := value_of_step horizon level (visits - error) (0 - error) 0 0 in
  let optimal := 0 in
  optimal - estimated (visits + error) (0 - error) (visits + error) V
  = negative_value_ahead_value states horizon visits count error level.
Proof.
  intros (_ & -> & -> & low & _ & some & below) V optimal; unfold V, optimal, value_of_step, negative_value_ahead_value, estimated.
  destruct (Rlt_dec (visits - error) (2 * level)); [|lra].
  replace ((0 - error + 0 * 0) / (visits - error) + 2) with (2 - error / (visits - error)) by (field; lra); field; lra.
Qed.

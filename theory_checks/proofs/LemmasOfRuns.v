(* Lemmas about single steps of the methods, and what trajectories add up to. *)
From Coq Require Import Reals ZArith Lra Lia Arith.
From TheoryChecks Require Import Sums Vectors Saddle LemmaWords LemmaFormulas GaussianFamilies.
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

(* second-error-mean: A_j is the ratio of trajectory j, 1/p where the behaviour took the evaluated action, else 0; the first
   step uses trajectory j, the second one trajectory k, both drawn at random, and the error is that against the gradient
   with the mean ratio 1. *)
Theorem second_error_mean {Omega} (E : (Omega -> R) -> R -> Prop) m theta beta p (taken : nat -> Omega -> bool) :
  second_error_mean_requires m theta beta p -> expectation E ->
  (forall j, (j < m)%nat -> probability E (taken j) p) ->
  (forall j k, (j < m)%nat -> (k < m)%nat -> j <> k -> probability E (fun w => andb (taken j w) (taken k w)) (p * p)) ->
  let A j w := / p * indicator (taken j w) in
  let second j w := 0 - beta * (A j w * theta) in
  let error j k w := - (A k w * second j w) - - (1 * second j w) in
  E (fun w => sum m (fun j => sum m (fun k => error j k w)) / (INR m * INR m)) (second_error_mean_value m theta beta p).
Proof.
  intros (many & _ & positive & _) means one two A second error; unfold second_error_mean_value, probability in *.
  set (c := beta * theta * / p).
  assert (each : forall j k, (j < m)%nat -> (k < m)%nat -> E (error j k) ((c * (1 - p)) * unit j k)).
  { intros j k first last; unfold unit; destruct (Nat.eqb_spec k j) as [->|other].
    - pose proof (mean_times E means (beta * theta * / p * (/ p - 1)) _ _ (one j first)) as known; revert known.
      apply mean_is; [|unfold c; field; lra].
      intros w; unfold error, second, A, indicator; destruct (taken j w); ring.
    - pose proof (mean_minus E means _ _ _ _ (mean_times E means (beta * theta * / p * / p) _ _ (two j k first last ltac:(congruence)))
        (mean_times E means (beta * theta * / p) _ _ (one j first))) as known; revert known.
      apply mean_is; [|unfold c; field; lra].
      intros w; unfold error, second, A, indicator; destruct (taken j w), (taken k w); simpl; ring. }
  pose proof (mean_sum E means m (fun j w => sum m (fun k => error j k w)) _ (fun j first =>
    mean_sum E means m (fun k => error j k) _ (fun k last => each j k first last))) as all.
  pose proof (mean_times E means (/ (INR m * INR m)) _ _ all) as known; revert known; apply mean_is.
  - intros w; unfold Rdiv; ring.
  - rewrite (sum_ext m _ (fun _ => c * (1 - p))).
    + rewrite sum_const; unfold c; field; lra.
    + intros j first; rewrite (sum_unit m j (fun _ => c * (1 - p))) by exact first; reflexivity.
Qed.

(* loop-error: one state, feature 1, so Q = [[0, -A], [A, 1]] with A = 1 - gamma. The errors of a step are centred, of this
   variance, and independent of what is there and of one another, so that all those products have the mean 0. *)
Theorem loop_error {Omega} (E : (Omega -> R) -> R -> Prop) n m gamma P r steps scale order start variance size_t size_k
  sequence (x y d e : nat -> Omega -> R) :
  loop_error_requires n m gamma P r steps scale order start variance size_t size_k sequence -> expectation E ->
  let beta i := scale / power (INR (S i)) order in
  (forall i w, (i < steps)%nat -> x (S i) w = x i w - beta i * (- ((1 - gamma) * y i w) + d i w)) ->
  (forall i w, (i < steps)%nat -> y (S i) w = y i w - beta i * ((1 - gamma) * x i w + y i w + e i w)) ->
  E (fun w => x 0%nat w * x 0%nat w) start -> E (fun w => x 0%nat w * y 0%nat w) 0 -> E (fun w => y 0%nat w * y 0%nat w) 0 ->
  (forall i, (i < steps)%nat -> E (fun w => d i w * d i w) variance /\ E (fun w => e i w * e i w) variance /\
    E (fun w => d i w * e i w) 0 /\ E (fun w => x i w * d i w) 0 /\ E (fun w => x i w * e i w) 0 /\
    E (fun w => y i w * d i w) 0 /\ E (fun w => y i w * e i w) 0) ->
  E (fun w => x steps w * x steps w + y steps w * y steps w)
    (loop_error_value n m gamma P r steps scale order start variance size_t size_k sequence).
Proof.
  intros (_ & _ & _ & _ & _ & _ & _ & first & second & third & next) means beta move_x move_y xx xy yy noise.
  destruct next as (next0 & next1 & next2); unfold loop_error_value.
  assert (all : forall i, (i <= steps)%nat -> E (fun w => x i w * x i w) (sequence i 0%nat) /\
    E (fun w => x i w * y i w) (sequence i 1%nat) /\ E (fun w => y i w * y i w) (sequence i 2%nat)).
  { induction i as [|i IH]; intros small; [rewrite first, second, third; auto|].
    destruct (IH ltac:(lia)) as (sxx & sxy & syy); destruct (noise i ltac:(lia)) as (dd & ee & de & xd & xe & yd & ye).
    specialize (next0 i ltac:(lia)); specialize (next1 i ltac:(lia)); specialize (next2 i ltac:(lia)); fold (beta i) in *.
    set (b := beta i) in *; set (f := b * (1 - gamma)) in *.
    assert (formx : forall w, x (S i) w = x i w + f * y i w + - b * d i w)
      by (intros w; rewrite move_x by lia; fold b; unfold f; ring).
    assert (formy : forall w, y (S i) w = - f * x i w + (1 - b) * y i w + - b * e i w)
      by (intros w; rewrite move_y by lia; fold b; unfold f; ring).
    (* The mean of a combination of the ten products. *)
    assert (ten : forall a1 a2 a3 a4 a5 a6 a7 a8 a9 a10, E (fun w => a1 * (x i w * x i w) + a2 * (x i w * y i w) + a3 * (y i w * y i w)
      + a4 * (d i w * d i w) + a5 * (e i w * e i w) + a6 * (d i w * e i w) + a7 * (x i w * d i w) + a8 * (x i w * e i w)
      + a9 * (y i w * d i w) + a10 * (y i w * e i w))
      (a1 * sequence i 0%nat + a2 * sequence i 1%nat + a3 * sequence i 2%nat + a4 * variance + a5 * variance
        + a6 * 0 + a7 * 0 + a8 * 0 + a9 * 0 + a10 * 0)).
    { intros; repeat (apply (mean_plus E means); [|apply (mean_times E means); assumption]); apply (mean_times E means); assumption. }
    split; [|split].
    - refine (mean_is E _ _ _ _ _ _ (ten 1 (2 * f) (f * f) (b * b) 0 0 (-2 * b) 0 (-2 * b * f) 0)).
      + intros w; rewrite formx; ring.
      + rewrite next0; ring.
    - refine (mean_is E _ _ _ _ _ _ (ten (- f) (1 - b - f * f) (f * (1 - b)) 0 0 (b * b) (b * f) (- b) (- b * (1 - b)) (- b * f))).
      + intros w; rewrite formx, formy; ring.
      + rewrite next1; ring.
    - refine (mean_is E _ _ _ _ _ _ (ten (f * f) (-2 * f * (1 - b)) ((1 - b) * (1 - b)) 0 (b * b) 0 0 (2 * b * f) 0 (-2 * b * (1 - b)))).
      + intros w; rewrite formy; ring.
      + rewrite next2; ring. }
  destruct (all steps ltac:(lia)) as (sxx & _ & syy); exact (mean_plus E means _ _ _ _ sxx syy).
Qed.

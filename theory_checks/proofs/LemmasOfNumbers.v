(* Lemmas about numbers, lists of numbers and limits. *)
From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums LemmaWords LemmaFormulas.
Open Scope R_scope.

(* least-of-parabola *)
Theorem least_of_parabola square linear : least_of_parabola_requires square linear ->
  let least := least_of_parabola_value square linear in
  (forall x, 0 < x -> least <= square * x ^ 2 - linear * x) /\
  exists x, 0 < x /\ square * x ^ 2 - linear * x = least.
Proof.
  intros (first & second) least; unfold least, least_of_parabola_value; split.
  - intros x _; assert (0 <= square * (x - linear / (2 * square)) ^ 2)
      by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
    replace (square * x ^ 2 - linear * x)
      with (square * (x - linear / (2 * square)) ^ 2 - linear ^ 2 / (4 * square)) by (field; lra); lra.
  - exists (linear / (2 * square)); split; [apply Rdiv_lt_0_compat; lra|field; lra].
Qed.

(* largest-allowed-error: values j and errors j are e_(j+1). *)
Theorem largest_allowed_error i start eta w size_k values :
  largest_allowed_error_requires i start eta w size_k values ->
  let allowed (errors : nat -> R) := errors 0%nat = start /\ forall j, (1 <= j < size_k)%nat ->
    errors j <= (1 - eta / INR j) ^ 2 * errors (j - 1)%nat + eta ^ 2 * w / INR j ^ 2 in
  allowed values /\
  forall errors, allowed errors -> errors (size_k - 1)%nat <= largest_allowed_error_value i start eta w size_k values.
Proof.
  intros (some & <- & first & _ & equal) allowed; rewrite place_INR in equal.
  assert (own : allowed values).
  { split; [exact first|]; intros j inside; pose proof (equal (j - 1)%nat ltac:(lia)) as next.
    replace (S (j - 1)) with j in next by lia; rewrite next; lra. }
  split; [exact own|]; intros errors [begun below]; unfold largest_allowed_error_value.
  replace (place (INR size_k - 1)) with (size_k - 1)%nat.
  2: { replace (INR size_k - 1) with (INR (size_k - 1)) by (rewrite minus_INR by lia; reflexivity).
       rewrite place_INR; reflexivity. }
  assert (all : forall j, (j < size_k)%nat -> errors j <= values j); [|apply all; lia].
  induction j as [|j IH]; intros small; [lra|].
  specialize (below (S j) ltac:(lia)); rewrite (equal j) by lia; replace (S j - 1)%nat with j in below by lia.
  pose proof (Rmult_le_compat_l _ _ _ (pow2_ge_0 (1 - eta / INR (S j))) (IH ltac:(lia))); lra.
Qed.

(* squares-sum *)
Theorem squares_sum size_k values level : squares_sum_requires size_k values level ->
  sum size_k (fun i => values i ^ 2) = squares_sum_value size_k values level.
Proof. intros _; apply sum_ext; intros; ring. Qed.

(* squared-steps *)
Theorem squared_steps size_k values : squared_steps_requires size_k values ->
  sum (size_k - 1) (fun i => (values (i + 1)%nat - values i) ^ 2) = squared_steps_value size_k values.
Proof. intros _; apply sum_ext; intros i _; rewrite Nat.add_1_r; ring. Qed.

(* squares-of-ends *)
Theorem squares_of_ends size_k values : squares_of_ends_requires size_k values ->
  values 0%nat ^ 2 + values (size_k - 1)%nat ^ 2 = squares_of_ends_value size_k values.
Proof. intros _; unfold squares_of_ends_value; ring. Qed.

(* recursion-level-limit *)
Lemma power_of_N c : 0 < c -> is_lim_seq (fun N => / Rpower (INR N) c) 0.
Proof.
  intros positive; apply (is_lim_seq_ext_loc (fun N => exp (- (c * ln (INR N))))).
  - exists 1%nat; intros N _; unfold Rpower; rewrite exp_Ropp; reflexivity.
  - apply (is_lim_comp_seq exp _ m_infty 0); [apply is_lim_exp_m|exists 0%nat; discriminate|].
    apply (is_lim_seq_opp (fun N => c * ln (INR N)) p_infty).
    replace p_infty with (Rbar_mult c p_infty) by (simpl; destruct (Rle_dec 0 c) as [h|]; [destruct (Rle_lt_or_eq_dec 0 c h); [reflexivity|lra]|lra]).
    apply is_lim_seq_scal_l, (is_lim_comp_seq ln INR p_infty p_infty); [apply is_lim_ln_p|exists 0%nat; discriminate|apply is_lim_seq_INR].
Qed.

Theorem recursion_level_limit v lmin eta k : recursion_level_limit_requires v lmin eta k ->
  is_lim_seq (fun N => let beta := eta / Rpower (INR N) k in beta * v / (2 * lmin - beta * lmin ^ 2))
    (recursion_level_limit_value v lmin eta k).
Proof.
  intros (low & some & positive); unfold recursion_level_limit_value; cbv zeta.
  pose proof (is_lim_seq_scal_l _ eta _ (power_of_N k ltac:(lra))) as step; simpl in step; rewrite Rmult_0_r in step.
  replace 0 with (0 * v / (2 * lmin - 0 * lmin ^ 2)) by (field; lra).
  apply is_lim_seq_div'; [|apply is_lim_seq_minus'; [apply is_lim_seq_const|]|lra].
  - apply (is_lim_seq_scal_r _ v 0) in step; simpl in step; exact step.
  - apply (is_lim_seq_scal_r _ (lmin ^ 2) 0) in step; simpl in step; exact step.
Qed.

(* Variances of functions of independent standard normal numbers; those of linear forms, and that there are others. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Vectors Normal NormalMean NormalEvents NormalSquare Moments Expectation NormalPairs.
Open Scope R_scope.

Definition variance (k : nat) (F : (nat -> R) -> R) (v : R) : Prop :=
  exists m, mean k F m /\ mean k (fun z => (F z - m) ^ 2) v.

Lemma variance_unique k F v w : variance k F v -> variance k F w -> v = w.
Proof.
  intros (m & first & second) (m' & first' & second'); rewrite (mean_unique k F m' m first' first) in second'.
  exact (mean_unique k _ _ _ second second').
Qed.

Lemma variance_nonneg k F v : variance k F v -> 0 <= v.
Proof. intros (m & _ & known); refine (mean_monotone k _ _ _ _ _ (mean_const k 0) known); intros z; apply pow2_ge_0. Qed.

Lemma distance_below k z : distance k z (fun _ => 0) <= weight 1 k z.
Proof.
  unfold distance, weight; assert (sum k (fun i => Rabs (z i - 0)) <= sum k (fun i => growth 1 (z i))); [|lra].
  assert (0 <= sum k (fun i => growth 1 (z i) - Rabs (z i - 0))); [|rewrite sum_sub in *; lra].
  apply sum_nonneg; intros i _; rewrite Rminus_0_r; pose proof (growth_above 1 (z i) ltac:(lra)) as above.
  rewrite Rmult_1_l in above; pose proof (exp_ineq1_le (Rabs (z i))); lra.
Qed.

Lemma square_tame k F C m : 0 <= C -> (forall z w, Rabs (F z - F w) <= C * distance k z w) -> tame k (fun z => (F z - m) ^ 2).
Proof.
  intros low close; set (A := Rabs (F (fun _ => 0) - m) + C); exists (C * A), 1.
  assert (0 <= A) by (unfold A; pose proof (Rabs_pos (F (fun _ => 0) - m)); lra).
  split; [apply Rmult_le_pos; assumption|]; split; [lra|]; intros z w.
  assert (size : forall u, Rabs (F u - m) <= A * weight 1 k u).
  { intros u; replace (F u - m) with ((F (fun _ => 0) - m) + (F u - F (fun _ => 0))) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _); pose proof (close u (fun _ => 0)); pose proof (distance_below k u).
    pose proof (weight_least 1 k u); pose proof (Rabs_pos (F (fun _ => 0) - m)).
    assert (C * distance k u (fun _ => 0) <= C * weight 1 k u) by (apply Rmult_le_compat_l; assumption).
    assert (Rabs (F (fun _ => 0) - m) * 1 <= Rabs (F (fun _ => 0) - m) * weight 1 k u) by (apply Rmult_le_compat_l; assumption).
    unfold A; lra. }
  replace ((F z - m) ^ 2 - (F w - m) ^ 2) with ((F z - F w) * ((F z - m) + (F w - m))) by ring; rewrite Rabs_mult.
  replace (C * A * (weight 1 k z + weight 1 k w) * distance k z w)
    with (C * distance k z w * (A * weight 1 k z + A * weight 1 k w)) by ring.
  apply Rmult_le_compat; [apply Rabs_pos|apply Rabs_pos|apply close|].
  apply Rle_trans with (1 := Rabs_triang _ _); pose proof (size z); pose proof (size w); lra.
Qed.

Theorem variance_exists k F C : 0 <= C -> (forall z w, Rabs (F z - F w) <= C * distance k z w) -> exists v, variance k F v.
Proof.
  intros low close; exists (expected k (fun z => (F z - expected k F) ^ 2)), (expected k F); split; apply mean_exists.
  - exact (lipschitz_tame k F C low close).
  - exact (square_tame k F C _ low close).
Qed.

Theorem mean_of_linear_square k a : forall c, mean k (fun z => (c + dot k a z) ^ 2) (c ^ 2 + dot k a a).
Proof.
  induction k as [|k IH]; intros c; [unfold dot; simpl; ring|].
  exists (fun x => (c ^ 2 + dot k a a) * 1 + 1 * (2 * c * a k * x + a k ^ 2 * x ^ 2)); split.
  - intros x; replace ((c ^ 2 + dot k a a) * 1 + 1 * (2 * c * a k * x + a k ^ 2 * x ^ 2)) with ((c + a k * x) ^ 2 + dot k a a) by ring.
    apply (mean_ext k (fun z => (c + a k * x + dot k a z) ^ 2)); [|apply IH].
    intros z; f_equal; unfold dot; cbn [sum]; rewrite Nat.eqb_refl.
    rewrite (sum_ext k (fun i => a i * (if Nat.eqb i k then x else z i)) (fun i => a i * z i)); [ring|].
    intros i below; replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
  - replace (c ^ 2 + dot (S k) a a) with ((c ^ 2 + dot k a a) * 1 + 1 * (2 * c * a k * 0 + a k ^ 2 * 1))
      by (unfold dot; cbn [sum]; ring).
    apply (mean_of_one_linear_in (fun _ => 1)); [exact mean_one|].
    apply (mean_of_one_linear_in (fun x => x)); [exact mean_of_itself|exact mean_square].
Qed.

Theorem mean_of_linear k a : mean k (fun z => dot k a z) 0.
Proof.
  pose proof (mean_of_linear_square k a 1) as plus; pose proof (mean_of_linear_square k a (-1)) as minus.
  pose proof (mean_linear k _ _ _ _ (1 / 4) (- 1 / 4) plus minus) as known.
  replace (1 / 4 * (1 ^ 2 + dot k a a) + - 1 / 4 * ((-1) ^ 2 + dot k a a)) with 0 in known by field.
  apply (mean_ext k) with (2 := known); intros z; field.
Qed.

Theorem variance_of_linear k a : variance k (fun z => dot k a z) (dot k a a).
Proof.
  exists 0; split; [apply mean_of_linear|]; pose proof (mean_of_linear_square k a 0) as known.
  replace (0 ^ 2 + dot k a a) with (dot k a a) in known by ring.
  apply (mean_ext k) with (2 := known); intros z; ring.
Qed.

(* Means of random elements under any law, in the order in which proofs name what they average; and Jensen's inequality. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Laws.
Open Scope R_scope.

(* The law of two values with the chances 1 - p and p. *)
Definition two_values (p : R) (f : bool -> R) (m : R) : Prop := m = (1 - p) * f false + p * f true.

Lemma two_values_law p : 0 <= p <= 1 -> is_law (two_values p).
Proof.
  intros inside; split; unfold two_values.
  - intros c; ring.
  - intros f g a b l m -> ->; ring.
  - intros f g l m below -> ->; apply Rplus_le_compat; apply Rmult_le_compat_l; try apply below; lra.
Qed.

Section Means.
Context {Omega : Type} {averages : (Omega -> R) -> R -> Prop} (lawful : is_law averages).

Lemma one : averages (fun _ => 1) 1.
Proof. apply (of_constant averages lawful). Qed.

Lemma linear f g l m a b : averages f l -> averages g m -> averages (fun w => a * f w + b * g w) (a * l + b * m).
Proof. intros first second; apply (of_sum averages lawful); assumption. Qed.

Lemma monotone f g l m : (forall w, f w <= g w) -> averages f l -> averages g m -> l <= m.
Proof. apply (in_order averages lawful). Qed.

Lemma averages_ext f g l m : (forall w, f w = g w) -> averages f l -> averages g m -> l = m.
Proof. intros same first second; apply Rle_antisym; [apply (monotone f g)|apply (monotone g f)]; trivial; intros w; rewrite same; apply Rle_refl. Qed.

(* Jensen's inequality for the exponential, by its tangent at the mean. *)
Theorem jensen f m l : averages f m -> averages (fun w => exp (f w)) l -> exp m <= l.
Proof.
  intros mean value; pose proof (linear _ _ _ _ (exp m) (exp m * (1 - m)) mean one) as tangent.
  replace (exp m * m + exp m * (1 - m) * 1) with (exp m) in tangent by ring.
  refine (monotone _ _ _ _ _ tangent value); intros w.
  replace (exp (f w)) with (exp m * exp (f w - m)) by (rewrite <- exp_plus; f_equal; ring).
  replace (exp m * f w + exp m * (1 - m) * 1) with (exp m * (1 + (f w - m))) by ring.
  apply Rmult_le_compat_l; [left; apply exp_pos|apply exp_ineq1_le].
Qed.
End Means.

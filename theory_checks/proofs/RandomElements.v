(* Laws of random elements by their means: linear, and monotone, on functions that have one. Every probability measure is a law. *)
From Coq Require Import Reals Lra.
Open Scope R_scope.

(* averages E f m: under this law f has the mean m. *)
Record law (Omega : Type) (averages : (Omega -> R) -> R -> Prop) : Prop := {
  one : averages (fun _ => 1) 1;
  linear : forall f g l m a b, averages f l -> averages g m -> averages (fun w => a * f w + b * g w) (a * l + b * m);
  monotone : forall f g l m, (forall w, f w <= g w) -> averages f l -> averages g m -> l <= m
}.

Arguments one {Omega averages}.
Arguments linear {Omega averages}.
Arguments monotone {Omega averages}.

(* The law of two values with the chances 1 - p and p. *)
Definition two_values (p : R) (f : bool -> R) (m : R) : Prop := m = (1 - p) * f false + p * f true.

Lemma two_values_law p : 0 <= p <= 1 -> law bool (two_values p).
Proof.
  intros inside; split; unfold two_values.
  - ring.
  - intros f g l m a b -> ->; ring.
  - intros f g l m below -> ->; apply Rplus_le_compat; apply Rmult_le_compat_l; try apply below; lra.
Qed.

Section Means.
Context {Omega : Type} {averages : (Omega -> R) -> R -> Prop} (is_law : law Omega averages).

Lemma averages_ext f g l m : (forall w, f w = g w) -> averages f l -> averages g m -> l = m.
Proof. intros same one other; apply Rle_antisym; [apply (monotone is_law f g)|apply (monotone is_law g f)]; trivial; intros w; rewrite same; apply Rle_refl. Qed.

(* Jensen's inequality for the exponential, by its tangent at the mean. *)
Theorem jensen f m l : averages f m -> averages (fun w => exp (f w)) l -> exp m <= l.
Proof.
  intros mean value; pose proof (linear is_law _ _ _ _ (exp m) (exp m * (1 - m)) mean (one is_law)) as tangent.
  replace (exp m * m + exp m * (1 - m) * 1) with (exp m) in tangent by ring.
  refine (monotone is_law _ _ _ _ _ tangent value); intros w.
  replace (exp (f w)) with (exp m * exp (f w - m)) by (rewrite <- exp_plus; f_equal; ring).
  replace (exp m * f w + exp m * (1 - m) * 1) with (exp m * (1 + (f w - m))) by ring.
  apply Rmult_le_compat_l; [left; apply exp_pos|apply exp_ineq1_le].
Qed.
End Means.

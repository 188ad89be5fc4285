(* The inner product of Lemma 6 for functions with a continuous derivative on the line, looked at on [0, 1]. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

(* df is the derivative of f, and continuous. *)
Definition smooth (f df : R -> R) : Prop := forall x, is_derive f x (df x) /\ continuous df x.

Definition inner (beta : R) (f df g dg : R -> R) : R :=
  (f 0 * g 0 + f 1 * g 1) / 2 + RInt (fun x => df x * dg x + beta ^ 2 * (f x * g x)) 0 1 / (2 * beta).

(* <f, f> *)
Definition square (beta : R) (f df : R -> R) : R := inner beta f df f df.

(* A bound of a function; where it is a derivative, a Lipschitz constant of the function. *)
Definition bounded_by (c : R) (f : R -> R) : Prop := forall x, 0 <= x <= 1 -> Rabs (f x) <= c.

Lemma smooth_line a b : smooth (fun x => a + b * x) (fun _ => b).
Proof. intros x; split; [auto_derive; [trivial|ring]|apply continuous_const]. Qed.

Lemma smooth_continuous f df x : smooth f df -> continuous f x.
Proof. intros s; apply (ex_derive_continuous f); exists (df x); apply s. Qed.

Section Product.
Variables (beta : R) (f df g dg : R -> R).
Hypotheses (positive : 0 < beta) (first : smooth f df) (second : smooth g dg).

Lemma density_continuous x : continuous (fun x => df x * dg x + beta ^ 2 * (f x * g x)) x.
Proof.
  apply (continuous_plus (V := R_NormedModule) (fun x => df x * dg x)).
  - apply (continuous_mult (K := R_AbsRing) df dg); [apply first|apply second].
  - apply (continuous_mult (K := R_AbsRing) (fun _ => beta ^ 2)); [apply continuous_const|].
    apply (continuous_mult (K := R_AbsRing) f g); [apply (smooth_continuous f df)|apply (smooth_continuous g dg)]; assumption.
Qed.

Lemma density_integrable a b : ex_RInt (fun x => df x * dg x + beta ^ 2 * (f x * g x)) a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros; apply density_continuous. Qed.
End Product.

(* An integral that is known by an antiderivative. *)
Lemma integral h F a b : (forall x, is_derive F x (h x)) -> (forall x, continuous h x) -> is_RInt h a b (F b - F a).
Proof.
  intros derived goes; apply (is_RInt_derive (V := R_CompleteNormedModule) F h); intros; [apply derived|apply goes].
Qed.

Theorem inner_lines beta a b c d : 0 < beta ->
  inner beta (fun x => a + b * x) (fun _ => b) (fun x => c + d * x) (fun _ => d) =
  (a * c + (a + b) * (c + d)) / 2 + (b * d + beta ^ 2 * (a * c + (a * d + b * c) / 2 + b * d / 3)) / (2 * beta).
Proof.
  intros positive; unfold inner.
  replace (RInt _ 0 1) with (b * d + beta ^ 2 * (a * c + (a * d + b * c) / 2 + b * d / 3)); [f_equal; field; lra|].
  symmetry; apply is_RInt_unique.
  pose proof (integral (fun x => b * d + beta ^ 2 * ((a + b * x) * (c + d * x)))
    (fun x => b * d * x + beta ^ 2 * (a * c * x + (a * d + b * c) / 2 * x ^ 2 + b * d / 3 * x ^ 3)) 0 1) as known.
  replace (b * d + beta ^ 2 * (a * c + (a * d + b * c) / 2 + b * d / 3)) with
    (b * d * 1 + beta ^ 2 * (a * c * 1 + (a * d + b * c) / 2 * 1 ^ 2 + b * d / 3 * 1 ^ 3) -
      (b * d * 0 + beta ^ 2 * (a * c * 0 + (a * d + b * c) / 2 * 0 ^ 2 + b * d / 3 * 0 ^ 3))) by field.
  apply known; intros x.
  - auto_derive; [trivial|field].
  - apply (ex_derive_continuous (fun x => b * d + beta ^ 2 * ((a + b * x) * (c + d * x)))); auto_derive; trivial.
Qed.

Section Norm.
Variables (beta : R) (f df : R -> R).
Hypotheses (positive : 0 < beta) (derived : smooth f df).

Let h (x : R) := df x * df x + beta ^ 2 * (f x * f x).

Lemma h_integrable a b : ex_RInt h a b.
Proof. exact (density_integrable beta f df f df derived derived a b). Qed.

(* sign is 1 or -1: the square of df - sign beta f is not negative. *)
Lemma energy_above sign a b : sign * sign = 1 -> a <= b -> sign * beta * (f b * f b - f a * f a) <= RInt h a b.
Proof.
  intros unit order; set (k := fun x => sign * beta * (2 * (f x * df x))).
  assert (known : is_RInt k a b (sign * beta * (f b * f b) - sign * beta * (f a * f a))).
  { apply (integral k (fun x => sign * beta * (f x * f x))); intros x.
    - unfold k; apply (is_derive_scal (fun x => f x * f x)); replace (2 * (f x * df x)) with (df x * f x + f x * df x) by ring.
      apply (is_derive_mult f f x); [apply derived|apply derived|intros; apply Rmult_comm].
    - apply (continuous_mult (K := R_AbsRing) (fun _ => sign * beta)); [apply continuous_const|].
      apply (continuous_mult (K := R_AbsRing) (fun _ => 2)); [apply continuous_const|].
      apply (continuous_mult (K := R_AbsRing) f df); [apply (smooth_continuous f df)|]; apply derived. }
  assert (value : (RInt k a b : R) = sign * beta * (f b * f b) - sign * beta * (f a * f a)) by exact (is_RInt_unique _ _ _ _ known).
  rewrite Rmult_minus_distr_l, <- value.
  apply RInt_le; [exact order|exists (sign * beta * (f b * f b) - sign * beta * (f a * f a)); exact known|apply h_integrable|].
  intros x _; unfold k, h; pose proof (Rle_0_sqr (df x - sign * (beta * f x))) as square_nonneg; unfold Rsqr in square_nonneg.
  replace ((df x - sign * (beta * f x)) * (df x - sign * (beta * f x)))
    with (df x * df x + (sign * sign) * (beta ^ 2 * (f x * f x)) - sign * beta * (2 * (f x * df x))) in square_nonneg by ring.
  rewrite unit in square_nonneg; lra.
Qed.

(* The pointwise bound with the constant 1. *)
Theorem value_below x : 0 <= x <= 1 -> f x ^ 2 <= square beta f df.
Proof.
  intros [low high]; unfold square, inner; fold h.
  pose proof (energy_above 1 0 x ltac:(ring) low) as left; pose proof (energy_above (-1) x 1 ltac:(ring) high) as right.
  replace (RInt h 0 1) with (RInt h 0 x + RInt h x 1)
    by (apply (RInt_Chasles (V := R_CompleteNormedModule) h); apply h_integrable).
  assert (2 * beta * (f x ^ 2 - (f 0 * f 0 + f 1 * f 1) / 2) <= RInt h 0 x + RInt h x 1).
  { eapply Rle_trans; [|apply Rplus_le_compat; [exact left|exact right]]; right; field. }
  assert (f x ^ 2 - (f 0 * f 0 + f 1 * f 1) / 2 <= (RInt h 0 x + RInt h x 1) / (2 * beta)); [|lra].
  apply (Rmult_le_reg_l (2 * beta)); [lra|]; replace (2 * beta * ((RInt h 0 x + RInt h x 1) / (2 * beta))) with (RInt h 0 x + RInt h x 1)
    by (field; lra); assumption.
Qed.

(* Term by term. *)
Theorem square_below M L : bounded_by M f -> bounded_by L df -> square beta f df <= (1 + beta / 2) * M ^ 2 + L ^ 2 / (2 * beta).
Proof.
  intros small flat; unfold square, inner; fold h.
  assert (squares : forall c y, Rabs y <= c -> y * y <= c ^ 2).
  { intros c y below; replace (y * y) with (Rabs y * Rabs y) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
    pose proof (Rabs_pos y); simpl; nra. }
  assert (ends : f 0 * f 0 <= M ^ 2 /\ f 1 * f 1 <= M ^ 2) by (split; apply squares, small; lra).
  assert (inside : RInt h 0 1 <= L ^ 2 + beta ^ 2 * M ^ 2).
  { replace (L ^ 2 + beta ^ 2 * M ^ 2) with (RInt (fun _ => L ^ 2 + beta ^ 2 * M ^ 2) 0 1)
      by (rewrite (RInt_const (V := R_CompleteNormedModule)); unfold scal; simpl; unfold mult; simpl; ring).
    apply RInt_le; [lra|apply h_integrable|apply ex_RInt_const|]; intros x between; unfold h.
    pose proof (squares L (df x) (flat x ltac:(lra))); pose proof (squares M (f x) (small x ltac:(lra))).
    pose proof (pow2_ge_0 beta); nra. }
  change (RInt (fun x => df x * df x + beta ^ 2 * (f x * f x)) 0 1) with (RInt h 0 1).
  apply Rle_trans with ((M ^ 2 + M ^ 2) / 2 + (L ^ 2 + beta ^ 2 * M ^ 2) / (2 * beta)); [|right; field; lra].
  apply Rplus_le_compat; [lra|]; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|exact inside].
Qed.

Lemma square_above_mass : beta / 2 * RInt (fun x => f x * f x) 0 1 <= square beta f df.
Proof.
  assert (integrable : ex_RInt (fun x => f x * f x) 0 1).
  { apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros x _.
    apply (continuous_mult (K := R_AbsRing) f f); apply (smooth_continuous f df), derived. }
  assert (part : beta ^ 2 * RInt (fun x => f x * f x) 0 1 <= RInt h 0 1).
  { rewrite <- (RInt_scal (V := R_CompleteNormedModule)) by exact integrable.
    apply RInt_le; [lra|apply (ex_RInt_scal (V := R_NormedModule)), integrable|apply h_integrable|].
    intros x _; change (scal (beta ^ 2) (f x * f x)) with (beta ^ 2 * (f x * f x)); unfold h.
    pose proof (Rle_0_sqr (df x)); unfold Rsqr in *; lra. }
  unfold square, inner; change (RInt (fun x => df x * df x + beta ^ 2 * (f x * f x)) 0 1) with (RInt h 0 1).
  pose proof (Rle_0_sqr (f 0)); pose proof (Rle_0_sqr (f 1)); unfold Rsqr in *.
  assert (halved : forall energy mass : R, beta ^ 2 * mass <= energy -> beta / 2 * mass <= energy / (2 * beta)).
  { intros energy mass below; apply (Rmult_le_reg_l (2 * beta)); [lra|].
    replace (2 * beta * (energy / (2 * beta))) with energy by (field; lra).
    replace (2 * beta * (beta / 2 * mass)) with (beta ^ 2 * mass) by field; exact below. }
  apply halved in part; eapply Rle_trans; [exact part|]; lra.
Qed.
End Norm.

(* The kernel's own function at 0, on [0, 1]. *)
Definition decay (beta x : R) : R := exp (- (beta * x)).
Definition decay_slope (beta x : R) : R := - beta * exp (- (beta * x)).

Lemma decay_smooth beta : smooth (decay beta) (decay_slope beta).
Proof.
  intros x; split; [unfold decay, decay_slope; auto_derive; [trivial|ring]|].
  apply (ex_derive_continuous (decay_slope beta)); unfold decay_slope; auto_derive; trivial.
Qed.

Theorem decay_square beta : 0 < beta -> square beta (decay beta) (decay_slope beta) = 1.
Proof.
  intros positive; unfold square, inner.
  replace (RInt _ 0 1) with (beta - beta * decay beta 1 ^ 2).
  - replace (decay beta 0) with 1 by (unfold decay; rewrite Rmult_0_r, Ropp_0; symmetry; apply exp_0); field; lra.
  - symmetry; apply is_RInt_unique.
    replace (beta - beta * decay beta 1 ^ 2) with (- beta * decay beta 1 ^ 2 - - beta * decay beta 0 ^ 2)
      by (unfold decay at 2; rewrite Rmult_0_r, Ropp_0, exp_0; ring).
    apply (integral _ (fun x => - beta * decay beta x ^ 2)); intros x.
    + unfold decay_slope, decay; auto_derive; [trivial|ring].
    + apply (ex_derive_continuous (fun x => decay_slope beta x * decay_slope beta x + beta ^ 2 * (decay beta x * decay beta x))).
      unfold decay_slope, decay; auto_derive; trivial.
Qed.

(* Exponential moments of a normal number, and of the log ratio of two normal laws. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalMean NormalEvents.
Open Scope R_scope.

Theorem exponential_mean a b : mean_of_one (fun z => exp (a + b * z)) (exp (a + b ^ 2 / 2)).
Proof.
  unfold mean_of_one; set (f := fun z => exp (a + b * z) * density z); pose proof root_pos as root.
  set (C := exp (a + b ^ 2 / 2)); set (G := fun x => C / sqrt (2 * PI) * area (x - b)).
  assert (form : forall z, f z = C / sqrt (2 * PI) * bell (z - b)).
  { intros z; unfold f, C, density, bell; replace (- ((z - b) * (z - b) / 2)) with (- (z * z / 2) + b * z - b ^ 2 / 2) by field.
    replace (exp (a + b * z) * (exp (- (z * z / 2)) / sqrt (2 * PI))) with (exp (a + b * z) * exp (- (z * z / 2)) / sqrt (2 * PI))
      by (field; lra).
    replace (exp (a + b ^ 2 / 2) / sqrt (2 * PI) * exp (- (z * z / 2) + b * z - b ^ 2 / 2))
      with (exp (a + b ^ 2 / 2) * exp (- (z * z / 2) + b * z - b ^ 2 / 2) / sqrt (2 * PI)) by (field; lra).
    rewrite <- !exp_plus; do 2 f_equal; field. }
  assert (smooth : forall x, continuous f x).
  { intros x; apply (continuous_mult (K := R_AbsRing) (fun z => exp (a + b * z)) density); [|apply continuous_density].
    apply (ex_derive_continuous (fun z => exp (a + b * z))); auto_derive; trivial. }
  assert (value : forall x, (RInt f 0 x : R) = G x - G 0).
  { intros x; apply is_RInt_unique, (is_RInt_derive (V := R_CompleteNormedModule) G f); [|intros; apply smooth].
    intros t _; rewrite form; unfold G; apply is_derive_scal.
    replace (bell (t - b)) with (1 * bell (t - b)) by ring.
    apply (is_derive_comp area (fun x => x - b)); [apply is_derive_area|auto_derive; [trivial|ring]]. }
  assert (limit : forall (x y : Rbar) (l : R), is_lim area x l -> is_lim (fun t => t - b) y x -> Rbar_locally' y (fun t => Finite (t - b) <> x) ->
    is_lim (fun t => RInt f 0 t) y (C / sqrt (2 * PI) * l - G 0)).
  { intros x y l goes moves away; apply (is_lim_ext (fun t => G t - G 0)); [intros; symmetry; apply value|].
    apply (is_lim_minus' G (fun _ => G 0)); [|apply is_lim_const].
    apply (is_lim_scal_l (fun t => area (t - b)) _ y l), (is_lim_comp area (fun t => t - b) y l x); assumption. }
  pose proof whole_root as half.
  replace C with ((C / sqrt (2 * PI) * whole - G 0) - (C / sqrt (2 * PI) * - whole - G 0)).
  - apply line; [exact smooth| |].
    + apply (limit m_infty m_infty (- whole)); [apply odd_left; [apply area_odd|apply area_right]| |exists 0; intros; discriminate].
      apply (is_lim_minus (fun t => t) (fun _ => b) m_infty m_infty b); [apply is_lim_id|apply is_lim_const|reflexivity].
    + apply (limit p_infty p_infty whole); [apply area_right| |exists 0; intros; discriminate].
      apply (is_lim_minus (fun t => t) (fun _ => b) p_infty p_infty b); [apply is_lim_id|apply is_lim_const|reflexivity].
  - unfold Rdiv in half |- *; replace (C * / sqrt (2 * PI) * whole - G 0 - (C * / sqrt (2 * PI) * - whole - G 0))
      with (2 * C * (whole * / sqrt (2 * PI))) by ring; rewrite half; field.
Qed.

(* The log ratio of the laws of paths that a shift of squared norm d sigma^2 moves is normal with the variance d, by Cameron and
   Martin: its mean is - d/2 without the shift, under the law 0, and d/2 with it, under the law 1. *)
Definition log_ratio (law : nat) (d z : R) : R := (match law with O => - (d / 2) | _ => d / 2 end) + sqrt d * z.

(* The mean of exp(power (X - epsilon)) for this log ratio X. *)
Definition ratio_moment (law : nat) (d power epsilon moment : R) : Prop :=
  mean_of_one (fun z => exp (power * (log_ratio law d z - epsilon))) moment.

Lemma mean_of_one_unique f k l : mean_of_one f k -> mean_of_one f l -> k = l.
Proof. unfold mean_of_one; intros one other; rewrite <- (is_RInt_gen_unique _ _ one), <- (is_RInt_gen_unique _ _ other); reflexivity. Qed.

Theorem ratio_moment_exists law d power epsilon : 0 <= d -> ratio_moment law d power epsilon
  (exp (match law with O => (power ^ 2 - power) * d / 2 | _ => (power ^ 2 + power) * d / 2 end - power * epsilon)).
Proof.
  intros size; pose proof (sqrt_sqrt d size) as square; set (m := match law with O => - (d / 2) | _ => d / 2 end).
  pose proof (exponential_mean (power * (m - epsilon)) (power * sqrt d)) as known.
  replace (power * (m - epsilon) + (power * sqrt d) ^ 2 / 2)
    with (match law with O => (power ^ 2 - power) * d / 2 | _ => (power ^ 2 + power) * d / 2 end - power * epsilon) in known.
  - unfold ratio_moment; refine (mean_of_one_ext _ _ _ _ known); intros z; unfold log_ratio; fold m; f_equal; ring.
  - replace ((power * sqrt d) ^ 2) with (power ^ 2 * d) by (rewrite <- square at 1; ring); unfold m; destruct law; field.
Qed.

Theorem ratio_moment_value law d power epsilon moment : 0 <= d -> ratio_moment law d power epsilon moment ->
  moment = exp (match law with O => (power ^ 2 - power) * d / 2 | _ => (power ^ 2 + power) * d / 2 end - power * epsilon).
Proof. intros size known; exact (mean_of_one_unique _ _ _ known (ratio_moment_exists law d power epsilon size)). Qed.

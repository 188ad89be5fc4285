(* Lemmas about two noisy updates of a small table, and about the reward noise that makes one optimal. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From TheoryChecks Require Import Sums Maximum Normal NormalMean LemmaWords LemmaFormulas GaussianFamilies.
Open Scope R_scope.

(* One state, two actions, rewards 0: the update with the noise inside of the maximum, and the one with the noise of the
   first maximiser outside of it. *)
Definition bracketed (step gamma : R) (g Q : nat -> R) (a : nat) : R :=
  Q a - step * (Q a + g a - gamma * Rmax (Q 0%nat + g 0%nat) (Q 1%nat + g 1%nat)).
Definition maximiser (Q : nat -> R) : nat := if Rlt_dec (Q 0%nat) (Q 1%nat) then 1%nat else 0%nat.
Definition literal (step gamma : R) (g Q : nat -> R) (a : nat) : R :=
  Q a - step * (Q a + g a - (gamma * Rmax (Q 0%nat) (Q 1%nat) + g (maximiser Q))).
Definition zero (_ : nat) : R := 0.
Definition largest (Q : nat -> R) : R := Rmax (Q 0%nat) (Q 1%nat).
(* One action, two states that follow each other. *)
Definition swapped (step gamma : R) (g Q : nat -> R) (s : nat) : R :=
  Q s - step * (Q s + g s - gamma * (Q (1 - s)%nat + g (1 - s)%nat)).
(* Independent normal numbers: the table of the first update, and that of the second. *)
Definition first {Omega} (g : nat -> Omega -> R) (w : Omega) (a : nat) : R := g a w.
Definition second {Omega} (g : nat -> Omega -> R) (w : Omega) (a : nat) : R := g (2 + a)%nat w.

(* Coefficients of a combination of the first four numbers. *)
Definition four (a b c d : R) (i : nat) : R := match i with 0%nat => a | 1%nat => b | 2%nat => c | 3%nat => d | _ => 0 end.

Section Four.
Context {Omega : Type} (E : (Omega -> R) -> R -> Prop) (means : expectation E).
Variables (g : nat -> Omega -> R) (sigma : R).
Hypothesis (positive : 0 < sigma).

Lemma modulus_of_four a b c d X : gaussian E 4 g (apart sigma) ->
  (forall w, X w = a * g 0%nat w + b * g 1%nat w + c * g 2%nat w + d * g 3%nat w) ->
  E (fun w => Rabs (X w)) (sigma * sqrt (2 * (a * a + b * b + c * c + d * d) / PI)).
Proof.
  intros law same; pose proof PI_RGT_0; set (u := a * a + b * b + c * c + d * d).
  assert (0 <= u) by (unfold u; nra).
  assert (0 <= sigma * sqrt u) by (apply Rmult_le_pos; [lra|apply sqrt_pos]).
  replace (sigma * sqrt (2 * u / PI)) with (Rabs (sigma * sqrt u) * mean_modulus).
  - apply mean_of_modulus, (combination E 4 g (apart sigma) (four a b c d)); [exact law| |assumption|].
    + intros w; rewrite same; simpl; ring.
    + pose proof (sqrt_sqrt u ltac:(assumption)) as square; unfold spread, apart; simpl.
      replace (sigma * sqrt u * (sigma * sqrt u)) with (sigma * sigma * (sqrt u * sqrt u)) by ring; rewrite square; unfold u; ring.
  - rewrite Rabs_pos_eq by assumption; unfold mean_modulus; rewrite Rmult_assoc, <- sqrt_mult;
      [do 2 f_equal; field; lra|assumption|left; apply Rdiv_lt_0_compat; lra].
Qed.

Lemma modulus_of_two a b X : gaussian E 2 g (apart sigma) -> (forall w, X w = a * g 0%nat w + b * g 1%nat w) ->
  E (fun w => Rabs (X w)) (sigma * sqrt (2 * (a * a + b * b) / PI)).
Proof.
  intros law same; pose proof PI_RGT_0; set (u := a * a + b * b).
  assert (0 <= u) by (unfold u; nra).
  assert (0 <= sigma * sqrt u) by (apply Rmult_le_pos; [lra|apply sqrt_pos]).
  replace (sigma * sqrt (2 * u / PI)) with (Rabs (sigma * sqrt u) * mean_modulus).
  - apply mean_of_modulus, (combination E 2 g (apart sigma) (four a b 0 0)); [exact law| |assumption|].
    + intros w; rewrite same; simpl; ring.
    + pose proof (sqrt_sqrt u ltac:(assumption)) as square; unfold spread, apart; simpl.
      replace (sigma * sqrt u * (sigma * sqrt u)) with (sigma * sigma * (sqrt u * sqrt u)) by ring; rewrite square; unfold u; ring.
  - rewrite Rabs_pos_eq by assumption; unfold mean_modulus; rewrite Rmult_assoc, <- sqrt_mult;
      [do 2 f_equal; field; lra|assumption|left; apply Rdiv_lt_0_compat; lra].
Qed.

Lemma mean_of_four a b c d X : gaussian E 4 g (apart sigma) ->
  (forall w, X w = a * g 0%nat w + b * g 1%nat w + c * g 2%nat w + d * g 3%nat w) -> E X 0.
Proof.
  intros law same; apply (mean_of_normal E X (sqrt (spread 4 (apart sigma) (four a b c d)))).
  apply (combination E 4 g (apart sigma) (four a b c d)); [exact law| |apply sqrt_pos|apply sqrt_sqrt, law].
  intros w; rewrite same; simpl; ring.
Qed.

Lemma mean_of_two_numbers a b X : gaussian E 2 g (apart sigma) -> (forall w, X w = a * g 0%nat w + b * g 1%nat w) -> E X 0.
Proof.
  intros law same; apply (mean_of_normal E X (sqrt (spread 2 (apart sigma) (four a b 0 0)))).
  apply (combination E 2 g (apart sigma) (four a b 0 0)); [exact law| |apply sqrt_pos|apply sqrt_sqrt, law].
  intros w; rewrite same; simpl; ring.
Qed.
End Four.

(* same-noise-two-states *)
Theorem same_noise_two_states {Omega} E states step gamma sigma (g : nat -> Omega -> R) s :
  same_noise_two_states_requires states step gamma sigma -> expectation E -> gaussian E 2 g (apart sigma) -> (s < 2)%nat ->
  E (fun w => Rabs (swapped step gamma (first g w) (swapped step gamma (first g w) zero) s))
    (same_noise_two_states_value states step gamma sigma).
Proof.
  intros (positive & _) means law small; unfold same_noise_two_states_value; cbv zeta.
  set (own := _ - _); set (other := 2 * step * gamma * (1 - step)).
  destruct s as [|[|s]]; [| |lia].
  - apply (modulus_of_two E g sigma ltac:(lra) own other); [exact law|]; intros w; unfold own, other, swapped, first, zero; simpl; ring.
  - replace (own * own + other * other) with (other * other + own * own) by ring.
    apply (modulus_of_two E g sigma ltac:(lra) other own); [exact law|]; intros w; unfold own, other, swapped, first, zero; simpl; ring.
Qed.

(* fresh-noise-two-states *)
Theorem fresh_noise_two_states {Omega} E states step gamma sigma (g : nat -> Omega -> R) s :
  fresh_noise_two_states_requires states step gamma sigma -> expectation E -> gaussian E 4 g (apart sigma) -> (s < 2)%nat ->
  E (fun w => Rabs (swapped step gamma (second g w) (swapped step gamma (first g w) zero) s))
    (fresh_noise_two_states_value states step gamma sigma).
Proof.
  intros (positive & _) means law small; unfold fresh_noise_two_states_value; cbv zeta.
  set (own := _ - _); set (other := step * gamma * (1 - 2 * step)).
  destruct s as [|[|s]]; [| |lia].
  - replace (own * own + other * other + step * step * (1 + gamma * gamma))
      with (own * own + other * other + (- step) * (- step) + (step * gamma) * (step * gamma)) by ring.
    apply (modulus_of_four E g sigma ltac:(lra) own other (- step) (step * gamma)); [exact law|].
    intros w; unfold own, other, swapped, first, second, zero; simpl; ring.
  - replace (own * own + other * other + step * step * (1 + gamma * gamma))
      with (other * other + own * own + (step * gamma) * (step * gamma) + (- step) * (- step)) by ring.
    apply (modulus_of_four E g sigma ltac:(lra) other own (step * gamma) (- step)); [exact law|].
    intros w; unfold own, other, swapped, first, second, zero; simpl; ring.
Qed.

(* same-noise-bracketed: as the law of the noise is that of its opposite, E |k |x| - S m| is the half of
   E |k x - S m| + |k x + S m|. *)
Theorem same_noise_bracketed {Omega} E states step gamma sigma (g : nat -> Omega -> R) l :
  same_noise_bracketed_requires states step gamma sigma -> expectation E -> gaussian E 2 g (apart sigma) ->
  E (fun w => Rabs (largest (bracketed step gamma (first g w) (bracketed step gamma (first g w) zero)))) l ->
  l = same_noise_bracketed_value states step gamma sigma.
Proof.
  intros (positive & _) means law of; unfold same_noise_bracketed_value; cbv zeta; pose proof PI_RGT_0.
  set (rho := 1 - step * (1 - gamma)); set (k := step * gamma * (rho + Rabs (1 - step)) + Rabs (step * (2 - step))).
  set (S := 1 - rho * rho).
  assert (shape : forall x y, largest (bracketed step gamma (four x y 0 0) (bracketed step gamma (four x y 0 0) zero))
    = k * Rabs ((x - y) / 2) - S * ((x + y) / 2)).
  { intros x y; unfold largest, bracketed, zero; cbn [four].
    repeat rewrite max_by_modulus.
    replace (0 + x - (0 + y)) with (x - y) by ring; set (d := Rabs (x - y)).
    replace (Rabs ((x - y) / 2)) with (d / 2) by (unfold d, Rdiv; rewrite Rabs_mult, (Rabs_pos_eq (/ 2)); lra).
    match goal with |- context [Rabs ?u] =>
      replace (Rabs u) with (Rabs (1 - step) * d) by (unfold d; rewrite <- Rabs_mult; f_equal; ring) end.
    match goal with |- _ + Rabs ?u / 2 = _ =>
      replace (Rabs u) with (Rabs (step * (2 - step)) * d)
        by (unfold d; rewrite <- Rabs_mult, <- Rabs_Ropp; f_equal; ring) end.
    unfold k, S, rho; field. }
  assert (same : forall w, largest (bracketed step gamma (first g w) (bracketed step gamma (first g w) zero))
    = k * Rabs ((g 0%nat w - g 1%nat w) / 2) - S * ((g 0%nat w + g 1%nat w) / 2))
    by (intros w; rewrite <- shape; reflexivity).
  assert (other : E (fun w => Rabs (largest (bracketed step gamma (fun a => -1 * g a w)
    (bracketed step gamma (fun a => -1 * g a w) zero)))) l).
  { destruct law as (_ & _ & reflected).
    apply (reflected (fun _ => -1) (fun x => Rabs (largest (bracketed step gamma x (bracketed step gamma x zero)))));
      [intros; right; reflexivity|intros; ring| |exact of].
    intros x y equal; unfold largest, bracketed, zero; rewrite !equal by lia; reflexivity. }
  assert (twin : forall w, largest (bracketed step gamma (fun a => -1 * g a w) (bracketed step gamma (fun a => -1 * g a w) zero))
    = k * Rabs ((g 0%nat w - g 1%nat w) / 2) + S * ((g 0%nat w + g 1%nat w) / 2)).
  { intros w; change (largest (bracketed step gamma (four (-1 * g 0%nat w) (-1 * g 1%nat w) 0 0)
      (bracketed step gamma (four (-1 * g 0%nat w) (-1 * g 1%nat w) 0 0) zero)) = k * Rabs ((g 0%nat w - g 1%nat w) / 2)
      + S * ((g 0%nat w + g 1%nat w) / 2)); rewrite shape.
    replace ((-1 * g 0%nat w - -1 * g 1%nat w) / 2) with (- ((g 0%nat w - g 1%nat w) / 2)) by field; rewrite Rabs_Ropp; field. }
  assert (moduli : forall x m, Rabs (k * Rabs x - S * m) + Rabs (k * Rabs x + S * m) = Rabs (k * x - S * m) + Rabs (k * x + S * m)).
  { intros x m; unfold Rabs at 2 4; destruct (Rcase_abs x); [|reflexivity].
    replace (k * - x - S * m) with (- (k * x + S * m)) by ring; replace (k * - x + S * m) with (- (k * x - S * m)) by ring.
    rewrite !Rabs_Ropp; ring. }
  pose proof (mean_plus E means _ _ _ _ of other) as both.
  pose proof (modulus_of_two E g sigma ltac:(lra) ((k - S) / 2) (- (k + S) / 2)
    (fun w => k * ((g 0%nat w - g 1%nat w) / 2) - S * ((g 0%nat w + g 1%nat w) / 2)) law ltac:(intros; cbv beta; field)) as minus.
  pose proof (modulus_of_two E g sigma ltac:(lra) ((k + S) / 2) ((S - k) / 2)
    (fun w => k * ((g 0%nat w - g 1%nat w) / 2) + S * ((g 0%nat w + g 1%nat w) / 2)) law ltac:(intros; cbv beta; field)) as plus.
  pose proof (mean_plus E means _ _ _ _ minus plus) as sums.
  assert (equal : l + l = sigma * sqrt (2 * ((k - S) / 2 * ((k - S) / 2) + - (k + S) / 2 * (- (k + S) / 2)) / PI)
    + sigma * sqrt (2 * ((k + S) / 2 * ((k + S) / 2) + (S - k) / 2 * ((S - k) / 2)) / PI)).
  { apply (mean_same E means _ _ _ both); revert sums; apply mean_is; [|reflexivity].
    intros w; cbv beta; rewrite same, twin; symmetry; apply moduli. }
  replace (2 * ((k - S) / 2 * ((k - S) / 2) + - (k + S) / 2 * (- (k + S) / 2))) with (k * k + S * S) in equal by field.
  replace (2 * ((k + S) / 2 * ((k + S) / 2) + (S - k) / 2 * ((S - k) / 2))) with (k * k + S * S) in equal by field.
  lra.
Qed.

Lemma root_over_pi u : 0 <= u -> sqrt (2 * u / PI) = sqrt 2 * sqrt u / sqrt PI.
Proof.
  intros nonneg; pose proof PI_RGT_0; unfold Rdiv; rewrite sqrt_mult, sqrt_mult, sqrt_inv; try lra.
  left; apply Rinv_0_lt_compat; lra.
Qed.

(* Half of the root of twice a sum of squares. *)
Lemma half_root u : 0 <= u -> / 2 * sqrt (2 * (2 * u) / PI) = sqrt u / sqrt PI.
Proof.
  intros nonneg; pose proof PI_RGT_0; rewrite root_over_pi, sqrt_mult by lra; pose proof (sqrt_sqrt 2 ltac:(lra)) as two.
  pose proof (sqrt_lt_R0 PI ltac:(lra)); transitivity (/ 2 * (sqrt 2 * sqrt 2) * (sqrt u / sqrt PI)); [field; lra|rewrite two; field; lra].
Qed.

(* The update reads the noise of the two actions, and no more. *)
Lemma literal_ext step gamma g h Q T : (forall a, (a < 2)%nat -> g a = h a) -> (forall a, (a < 2)%nat -> Q a = T a) ->
  forall a, (a < 2)%nat -> literal step gamma g Q a = literal step gamma h T a.
Proof.
  intros noise tables a small; unfold literal, maximiser; rewrite !tables, (noise a) by lia.
  destruct (Rlt_dec (T 0%nat) (T 1%nat)); rewrite noise by lia; reflexivity.
Qed.

Lemma literal_twice step gamma g h x y z v : g 0%nat = x -> g 1%nat = y -> h 0%nat = z -> h 1%nat = v ->
  largest (literal step gamma h (literal step gamma g zero))
    = largest (literal step gamma (four z v 0 0) (literal step gamma (four x y 0 0) zero)).
Proof.
  intros one two three last; unfold largest.
  assert (noise : forall a, (a < 2)%nat -> g a = four x y 0 0 a) by (intros [|[|a]] ?; [assumption|assumption|lia]).
  assert (again : forall a, (a < 2)%nat -> h a = four z v 0 0 a) by (intros [|[|a]] ?; [assumption|assumption|lia]).
  pose proof (literal_ext step gamma _ _ zero zero noise (fun _ _ => eq_refl)) as tables.
  f_equal; apply literal_ext; trivial; lia.
Qed.

(* same-noise-literal *)
Lemma literal_shape step gamma x y : step <= 2 ->
  largest (literal step gamma (four x y 0 0) (literal step gamma (four x y 0 0) zero))
    = (1 - step + step * gamma) * Rmax 0 (step * (x - y)).
Proof.
  intros most.
  assert (one : forall a, literal step gamma (four x y 0 0) zero a = step * (x - four x y 0 0 a)).
  { intros a; unfold literal, zero, maximiser; destruct (Rlt_dec 0 0); [lra|]; rewrite Rmax_left by lra; cbn [four]; ring. }
  set (d := step * (x - y)); set (Q := literal step gamma (four x y 0 0) zero).
  assert (none : Q 0%nat = 0) by (unfold Q; rewrite one; cbn [four]; ring).
  assert (some : Q 1%nat = d) by (unfold Q; rewrite one; reflexivity).
  unfold largest, literal, maximiser; rewrite none, some; clear none some one; clearbody Q.
  destruct (Rlt_dec 0 d) as [up|down]; cbn [four].
  - rewrite !(Rmax_right 0 d) by lra; pose proof (Rmult_le_pos d (2 - step) ltac:(lra) ltac:(lra)).
    rewrite Rmax_right; [ring|unfold d in *; lra].
  - rewrite !(Rmax_left 0 d) by lra; pose proof (Rmult_le_pos (- d) (2 - step) ltac:(lra) ltac:(lra)).
    rewrite Rmax_left; [ring|unfold d in *; lra].
Qed.

Theorem same_noise_literal {Omega} E step gamma sigma (g : nat -> Omega -> R) :
  same_noise_literal_requires step gamma sigma -> expectation E -> gaussian E 2 g (apart sigma) ->
  E (fun w => Rabs (largest (literal step gamma (first g w) (literal step gamma (first g w) zero))))
    (same_noise_literal_value step gamma sigma).
Proof.
  intros (positive & most) means law; unfold same_noise_literal_value; pose proof PI_RGT_0.
  pose proof (modulus_of_two E g sigma ltac:(lra) step (- step) (fun w => step * (g 0%nat w - g 1%nat w)) law
    ltac:(intros; cbv beta; ring)) as modulus.
  pose proof (mean_of_two_numbers E g sigma step (- step) (fun w => step * (g 0%nat w - g 1%nat w)) law
    ltac:(intros; cbv beta; ring)) as centre.
  pose proof (mean_times E means (/ 2 * Rabs (1 - step + step * gamma)) _ _ (mean_plus E means _ _ _ _ centre modulus)) as all.
  revert all; apply mean_is.
  - intros w; transitivity (Rabs ((1 - step + step * gamma) * Rmax 0 (step * (g 0%nat w - g 1%nat w)))).
    + rewrite (Rabs_mult _ (Rmax _ _)), (Rabs_pos_eq (Rmax _ _)) by apply Rmax_l; rewrite max_by_modulus.
      replace (0 - step * (g 0%nat w - g 1%nat w)) with (- (step * (g 0%nat w - g 1%nat w))) by ring; rewrite Rabs_Ropp; field.
    + rewrite <- literal_shape by lra; f_equal; symmetry; apply literal_twice; reflexivity.
  - replace (step * step + - step * - step) with (2 * (step * step)) by ring.
    rewrite Rabs_mult; pose proof (half_root (step * step) ltac:(nra)) as half.
    replace (sqrt (step * step)) with (Rabs step) in half by (symmetry; apply sqrt_Rsqr_abs).
    replace (/ 2 * Rabs (1 - step + step * gamma) * (0 + sigma * sqrt (2 * (2 * (step * step)) / PI)))
      with (sigma * Rabs (1 - step + step * gamma) * (/ 2 * sqrt (2 * (2 * (step * step)) / PI))) by ring.
    rewrite half; field; apply Rgt_not_eq, sqrt_lt_R0; lra.
Qed.

(* fresh-noise-bracketed *)
Lemma bracketed_twice step gamma x y z v :
  largest (bracketed step gamma (four z v 0 0) (bracketed step gamma (four x y 0 0) zero))
  = (1 - step * (1 - gamma)) * (step * gamma) * Rabs ((x - y) / 2) + step * gamma * Rabs ((z - v) / 2 - step * ((x - y) / 2))
    + Rabs (step * ((1 - step) * ((x - y) / 2) + (z - v) / 2))
    - step * (1 - gamma) * ((1 - step * (1 - gamma)) * ((x + y) / 2) + (z + v) / 2).
Proof.
  unfold largest, bracketed, zero; cbn [four]; rewrite !max_by_modulus.
  assert (halves : forall u, Rabs u / 2 = Rabs (u / 2)) by (intros u; unfold Rdiv; rewrite Rabs_mult, (Rabs_pos_eq (/ 2)); lra).
  rewrite !halves; replace ((0 + x - (0 + y)) / 2) with ((x - y) / 2) by field.
  match goal with |- context [Rabs ?u] => match u with context [z] =>
    replace u with ((z - v) / 2 - step * ((x - y) / 2)) by field end end.
  match goal with |- _ + Rabs ?u = _ =>
    replace u with (- (step * ((1 - step) * ((x - y) / 2) + (z - v) / 2))) by field; rewrite Rabs_Ropp end.
  field.
Qed.

Theorem fresh_noise_bracketed {Omega} E states step gamma sigma (g : nat -> Omega -> R) l :
  fresh_noise_bracketed_requires states step gamma sigma -> expectation E -> gaussian E 4 g (apart sigma) ->
  E (fun w => Rabs (largest (bracketed step gamma (second g w) (bracketed step gamma (first g w) zero)))) l ->
  fresh_noise_bracketed_gives states step gamma sigma l.
Proof.
  intros (positive & _) means law of; unfold fresh_noise_bracketed_gives; cbv zeta; pose proof PI_RGT_0.
  set (rho := 1 - step * (1 - gamma)); set (X := fun w => (g 0%nat w - g 1%nat w) / 2).
  set (Y := fun w => (g 2%nat w - g 3%nat w) / 2).
  set (M := fun w => (1 - rho) * (rho * ((g 0%nat w + g 1%nat w) / 2) + (g 2%nat w + g 3%nat w) / 2)).
  assert (shape : forall w, largest (bracketed step gamma (second g w) (bracketed step gamma (first g w) zero))
    = rho * (step * gamma) * Rabs (X w) + step * gamma * Rabs (Y w - step * X w)
      + Rabs (step * ((1 - step) * X w + Y w)) - M w).
  { intros w; transitivity (largest (bracketed step gamma (four (g 2%nat w) (g 3%nat w) 0 0)
      (bracketed step gamma (four (g 0%nat w) (g 1%nat w) 0 0) zero))); [reflexivity|].
    rewrite bracketed_twice; unfold X, Y, M, rho; ring. }
  assert (positive' : 0 < sigma) by lra.
  pose proof (modulus_of_four E g sigma positive' (/ 2) (- / 2) 0 0 X law ltac:(intros; unfold X; field)) as one.
  pose proof (modulus_of_four E g sigma positive' (- step / 2) (step / 2) (/ 2) (- / 2) (fun w => Y w - step * X w) law
    ltac:(intros; unfold X, Y; field)) as two.
  pose proof (modulus_of_four E g sigma positive' (step * (1 - step) / 2) (- step * (1 - step) / 2) (step / 2) (- step / 2)
    (fun w => step * ((1 - step) * X w + Y w)) law ltac:(intros; unfold X, Y; field)) as three.
  pose proof (mean_of_four E g sigma ((1 - rho) * rho / 2) ((1 - rho) * rho / 2) ((1 - rho) / 2) ((1 - rho) / 2) M law
    ltac:(intros; unfold M; field)) as none.
  pose proof (mean_minus E means _ _ _ _ (mean_plus E means _ _ _ _ (mean_plus E means _ _ _ _
    (mean_times E means (rho * (step * gamma)) _ _ one) (mean_times E means (step * gamma) _ _ two)) three) none) as all.
  assert (roots : forall u v, 0 <= u -> v = u / 2 -> sqrt (2 * v / PI) = sqrt u / sqrt PI).
  { intros u v nonneg ->; replace (2 * (u / 2) / PI) with (u * / PI) by (field; lra); apply sqrt_div_alt; lra. }
  rewrite (roots 1) in all by (try field; lra); rewrite sqrt_1 in all.
  rewrite (roots (1 + step * step)) in all by (try field; nra).
  rewrite (roots (step * step * (1 + (1 - step) * (1 - step)))) in all by (try field; nra).
  rewrite (sqrt_mult (step * step)) in all by nra.
  replace (sqrt (step * step)) with (Rabs step) in all by (symmetry; apply sqrt_Rsqr_abs).
  set (bias := step * gamma * (rho + sqrt (1 + step * step)) + Rabs step * sqrt (1 + (1 - step) * (1 - step))).
  pose proof (sqrt_lt_R0 PI ltac:(lra)) as root.
  assert (E (fun w => rho * (step * gamma) * Rabs (X w) + step * gamma * Rabs (Y w - step * X w)
      + Rabs (step * ((1 - step) * X w + Y w)) - M w) (sigma / sqrt PI * bias)) as mean.
  { revert all; apply mean_is; [reflexivity|unfold bias; field; lra]. }
  assert (up : sigma / sqrt PI * bias <= l).
  { apply (mean_below E means _ _ _ _) with (2 := mean) (3 := of); intros w; rewrite shape; apply Rle_abs. }
  assert (down : -1 * (sigma / sqrt PI * bias) <= l).
  { apply (mean_below E means _ _ _ _) with (2 := mean_times E means (-1) _ _ mean) (3 := of).
    intros w; cbv beta; rewrite shape; match goal with |- -1 * ?x <= Rabs ?x =>
      pose proof (Rle_abs (- x)) as most; rewrite (Rabs_Ropp x) in most; lra end. }
  assert (0 < sigma / sqrt PI) by (apply Rdiv_lt_0_compat; lra).
  unfold Rabs; destruct (Rcase_abs bias); lra.
Qed.

(* bracketed-implied-bias: X = Q + carried g, Q a fixed point of the bracketed update. *)
Lemma smaller_mean {Omega} E (g : nat -> Omega -> R) sigma : expectation E -> 0 < sigma -> gaussian E 2 g (apart sigma) ->
  E (fun w => Rmin (g 0%nat w) (g 1%nat w)) (- sigma / sqrt PI).
Proof.
  intros means positive law; pose proof PI_RGT_0; pose proof (sqrt_lt_R0 PI ltac:(lra)).
  pose proof (modulus_of_two E g sigma positive 1 (-1) (fun w => g 0%nat w - g 1%nat w) law ltac:(intros; cbv beta; ring)) as modulus.
  pose proof (mean_of_two_numbers E g sigma 1 1 (fun w => g 0%nat w + g 1%nat w) law ltac:(intros; cbv beta; ring)) as centre.
  pose proof (mean_minus E means _ _ _ _ (mean_times E means (/ 2) _ _ centre) (mean_times E means (/ 2) _ _ modulus)) as all.
  revert all; apply mean_is; [intros w; rewrite min_by_modulus; field|].
  replace (1 * 1 + -1 * -1) with (2 * 1) by ring; transitivity (- sigma * (/ 2 * sqrt (2 * (2 * 1) / PI))); [ring|].
  rewrite half_root, sqrt_1 by lra; field; lra.
Qed.

Theorem bracketed_implied_bias {Omega} E gamma carried sigma (g Q : nat -> Omega -> R) :
  bracketed_implied_bias_requires gamma carried sigma -> expectation E -> gaussian E 2 g (apart sigma) ->
  (forall a w, (a < 2)%nat -> Q a w = gamma * Rmax (Q 0%nat w + g 0%nat w) (Q 1%nat w + g 1%nat w) - g a w) ->
  let X a w := Q a w + carried * g a w in
  E (fun w => X 0%nat w - gamma * Rmax (X 0%nat w) (X 1%nat w)) (bracketed_implied_bias_value gamma carried sigma).
Proof.
  intros (positive & cases) means law fixed X; unfold bracketed_implied_bias_value, X.
  assert (level : forall w, exists u, u = gamma * u /\ Q 0%nat w = u - g 0%nat w /\ Q 1%nat w = u - g 1%nat w).
  { intros w; exists (gamma * Rmax (Q 0%nat w + g 0%nat w) (Q 1%nat w + g 1%nat w)).
    pose proof (fixed 0%nat w ltac:(lia)); pose proof (fixed 1%nat w ltac:(lia)); repeat split; try assumption.
    f_equal; unfold Rmax at 1; destruct (Rle_dec (Q 0%nat w + g 0%nat w) (Q 1%nat w + g 1%nat w)); lra. }
  destruct (Req_EM_T carried 0) as [->|other].
  - pose proof (smaller_mean E g sigma means ltac:(lra) law) as smaller.
    pose proof (mean_of_two_numbers E g sigma 1 0 (g 0%nat) law ltac:(intros; ring)) as one.
    pose proof (mean_minus E means _ _ _ _ (mean_times E means gamma _ _ smaller) one) as all.
    revert all; apply mean_is; [|field; apply Rgt_not_eq, sqrt_lt_R0, PI_RGT_0].
    intros w; destruct (level w) as (u & fix' & -> & ->); rewrite !Rmult_0_l, !Rplus_0_r.
    rewrite max_by_modulus, min_by_modulus; replace (u - g 0%nat w - (u - g 1%nat w)) with (- (g 0%nat w - g 1%nat w)) by ring.
    rewrite Rabs_Ropp; lra.
  - destruct (Req_EM_T carried 1) as [->|more]; [|destruct cases; contradiction].
    rewrite Rmult_0_l; apply (mean_is E (fun _ => 0) _ 0 0); [|reflexivity|apply mean_constant, means].
    intros w; destruct (level w) as (u & fix' & -> & ->); rewrite Rmax_left; lra.
Qed.

(* literal-implied-bias *)
Theorem literal_implied_bias {Omega} E gamma carried sigma (g Q : nat -> Omega -> R) :
  literal_implied_bias_requires gamma carried sigma -> expectation E -> gaussian E 2 g (apart sigma) ->
  (forall a w, (a < 2)%nat ->
    Q a w = gamma * Rmax (Q 0%nat w) (Q 1%nat w) + g (maximiser (fun b => Q b w)) w - g a w) ->
  let X a w := Q a w + carried * g a w in
  E (fun w => X 0%nat w - gamma * Rmax (X 0%nat w) (X 1%nat w)) (literal_implied_bias_value gamma carried sigma).
Proof.
  intros (positive & cases) means law fixed X; unfold literal_implied_bias_value, X.
  assert (level : forall w, exists u, u = gamma * u /\ (forall a, (a < 2)%nat -> Q a w = u + Rmin (g 0%nat w) (g 1%nat w) - g a w)
    /\ Rmax (Q 0%nat w) (Q 1%nat w) = u).
  { intros w; pose proof (fixed 0%nat w ltac:(lia)) as zeroth; pose proof (fixed 1%nat w ltac:(lia)) as oneth.
    exists (gamma * Rmax (Q 0%nat w) (Q 1%nat w)).
    assert (of : g (maximiser (fun b => Q b w)) w = Rmin (g 0%nat w) (g 1%nat w) /\
      Rmax (Q 0%nat w) (Q 1%nat w) = gamma * Rmax (Q 0%nat w) (Q 1%nat w)).
    { unfold maximiser, Rmax, Rmin in *; destruct (Rlt_dec (Q 0%nat w) (Q 1%nat w)), (Rle_dec (Q 0%nat w) (Q 1%nat w)),
        (Rle_dec (g 0%nat w) (g 1%nat w)); split; lra. }
    destruct of as [low most]; rewrite <- most; repeat split; [exact most|].
    intros a small; rewrite (fixed a w small), low, <- most; reflexivity. }
  destruct (Req_EM_T carried 0) as [->|other].
  - pose proof (smaller_mean E g sigma means ltac:(lra) law) as smaller.
    pose proof (mean_of_two_numbers E g sigma 1 0 (g 0%nat) law ltac:(intros; ring)) as one.
    pose proof (mean_minus E means _ _ _ _ smaller one) as all.
    revert all; apply mean_is; [|ring].
    intros w; destruct (level w) as (u & fix' & tables & most); rewrite !Rmult_0_l, !Rplus_0_r, most, tables by lia; lra.
  - destruct (Req_EM_T carried 1) as [->|more]; [|destruct cases; contradiction].
    pose proof (mean_times E means (1 - gamma) _ _ (smaller_mean E g sigma means ltac:(lra) law)) as all.
    revert all; apply mean_is; [|field; apply Rgt_not_eq, sqrt_lt_R0, PI_RGT_0].
    intros w; destruct (level w) as (u & fix' & tables & most); rewrite !tables by lia; rewrite Rmax_left; lra.
Qed.

(* fresh-noise-literal: as the law of the second noise is that of its opposite, E max(0, H - v) is the half of
   E (|H - v| + |H + v|)/2 - v. *)
Lemma literal_fresh step gamma x y z v : let d := step * (x - y) in
  largest (literal step gamma (four z v 0 0) (literal step gamma (four x y 0 0) zero))
  = (1 - step + step * gamma) * Rmax 0 d
    + Rmax 0 ((if Rlt_dec 0 d then -1 else 1) * (step * (z - v)) - (1 - step) * Rabs d).
Proof.
  intros d; set (Q := literal step gamma (four x y 0 0) zero).
  assert (one : forall a, literal step gamma (four x y 0 0) zero a = step * (x - four x y 0 0 a)).
  { intros a; unfold literal, zero, maximiser; destruct (Rlt_dec 0 0); [lra|]; rewrite Rmax_left by lra; cbn [four]; ring. }
  assert (none : Q 0%nat = 0) by (unfold Q; rewrite one; cbn [four]; ring).
  assert (some : Q 1%nat = d) by (unfold Q; rewrite one; reflexivity).
  unfold largest, literal, maximiser; rewrite none, some; clear none some one; clearbody Q d.
  destruct (Rlt_dec 0 d) as [up|down]; cbn [four].
  - rewrite !(Rmax_right 0 d), (Rabs_pos_eq d) by lra.
    set (a := (1 - step + step * gamma) * d); set (b := -1 * (step * (z - v)) - (1 - step) * d).
    replace (0 - step * (0 + z - (gamma * d + v))) with (a + b) by (unfold a, b; ring).
    replace (d - step * (d + v - (gamma * d + v))) with (a + 0) by (unfold a; ring).
    rewrite Rmax_comm; unfold Rmax; destruct (Rle_dec (a + 0) (a + b)), (Rle_dec 0 b); lra.
  - rewrite !(Rmax_left 0 d), (Rabs_left1 d) by lra.
    replace (0 - step * (0 + z - (gamma * 0 + z))) with 0 by ring.
    replace (d - step * (d + v - (gamma * 0 + z))) with (1 * (step * (z - v)) - (1 - step) * - d) by ring; ring.
Qed.

Lemma two_sides e h c d : e = 1 \/ e = -1 ->
  Rmax 0 (e * h - c * Rabs d) + Rmax 0 (e * - h - c * Rabs d) = / 2 * (Rabs (h - c * d) + Rabs (h + c * d)) - c * Rabs d.
Proof.
  intros sign; assert (sides : Rabs (h - c * d) + Rabs (h + c * d) = Rabs (h - c * Rabs d) + Rabs (h + c * Rabs d)).
  { unfold Rabs at 4 6; destruct (Rcase_abs d); [|reflexivity].
    replace (h - c * - d) with (h + c * d) by ring; replace (h + c * - d) with (h - c * d) by ring; ring. }
  rewrite sides; rewrite !max_by_modulus; set (v := c * Rabs d); clearbody v; destruct sign as [-> | ->].
  - replace (0 - (1 * h - v)) with (- (h - v)) by ring; replace (0 - (1 * - h - v)) with (h + v) by ring; rewrite Rabs_Ropp; field.
  - replace (0 - (-1 * h - v)) with (h + v) by ring; replace (0 - (-1 * - h - v)) with (- (h - v)) by ring; rewrite Rabs_Ropp; field.
Qed.

Theorem fresh_noise_literal {Omega} E step gamma sigma (g : nat -> Omega -> R) l :
  fresh_noise_literal_requires step gamma sigma -> expectation E -> gaussian E 4 g (apart sigma) ->
  E (fun w => Rabs (largest (literal step gamma (second g w) (literal step gamma (first g w) zero)))) l ->
  l = fresh_noise_literal_value step gamma sigma.
Proof.
  intros (positive & most) means law of; unfold fresh_noise_literal_value; pose proof PI_RGT_0.
  set (run := fun x : nat -> R => literal step gamma (four (x 2%nat) (x 3%nat) 0 0) (literal step gamma (four (x 0%nat) (x 1%nat) 0 0) zero)).
  assert (own : E (fun w => Rabs (largest (run (fun i => g i w)))) l).
  { revert of; apply mean_is; [|reflexivity]; intros w; f_equal; apply literal_twice; reflexivity. }
  set (signs := fun i : nat => match i with 0%nat | 1%nat => 1 | _ => -1 end).
  assert (other : E (fun w => Rabs (largest (run (fun i => signs i * g i w)))) l).
  { destruct law as (_ & _ & reflected).
    apply (reflected signs (fun x => Rabs (largest (run x)))); [| | |exact own].
    - intros [|[|i]]; [left|left|right]; reflexivity.
    - intros i j _ _; unfold apart; destruct (Nat.eqb_spec i j) as [->|]; [destruct j as [|[|j]]; unfold signs; ring|ring].
    - intros x y same; unfold run; rewrite !same by lia; reflexivity. }
  set (d := fun w => step * (g 0%nat w - g 1%nat w)); set (h := fun w => step * (g 2%nat w - g 3%nat w)).
  assert (sign : forall w, (if Rlt_dec 0 (d w) then -1 else 1) = 1 \/ (if Rlt_dec 0 (d w) then -1 else 1) = -1)
    by (intros w; destruct (Rlt_dec 0 (d w)); [right|left]; reflexivity).
  assert (above : forall x y, 0 <= (1 - step + step * gamma) * Rmax 0 x + Rmax 0 y).
  { intros x y; apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [lra|]|]; apply Rmax_l. }
  assert (both : forall w, Rabs (largest (run (fun i => g i w))) + Rabs (largest (run (fun i => signs i * g i w)))
    = (1 - step + step * gamma) * (d w + Rabs (d w))
      + (/ 2 * (Rabs (h w - (1 - step) * d w) + Rabs (h w + (1 - step) * d w)) - (1 - step) * Rabs (d w))).
  { intros w; unfold run; rewrite !literal_fresh; unfold signs; rewrite !(Rabs_pos_eq (_ * Rmax 0 _ + Rmax 0 _)) by apply above.
    replace (step * (1 * g 0%nat w - 1 * g 1%nat w)) with (d w) by (unfold d; ring).
    replace (step * (-1 * g 2%nat w - -1 * g 3%nat w)) with (- h w) by (unfold h; ring).
    change (step * (g 0%nat w - g 1%nat w)) with (d w); change (step * (g 2%nat w - g 3%nat w)) with (h w).
    rewrite <- (two_sides _ (h w) (1 - step) (d w) (sign w)).
    rewrite (max_by_modulus 0 (d w)); replace (0 - d w) with (- d w) by ring; rewrite Rabs_Ropp; field. }
  pose proof (mean_of_four E g sigma step (- step) 0 0 d law ltac:(intros; unfold d; ring)) as centre.
  pose proof (modulus_of_four E g sigma ltac:(lra) step (- step) 0 0 d law ltac:(intros; unfold d; ring)) as of_d.
  pose proof (modulus_of_four E g sigma ltac:(lra) (- (1 - step) * step) ((1 - step) * step) step (- step)
    (fun w => h w - (1 - step) * d w) law ltac:(intros; unfold h, d; ring)) as minus.
  pose proof (modulus_of_four E g sigma ltac:(lra) ((1 - step) * step) (- (1 - step) * step) step (- step)
    (fun w => h w + (1 - step) * d w) law ltac:(intros; unfold h, d; ring)) as plus.
  pose proof (sqrt_lt_R0 PI ltac:(lra)) as root.
  replace (step * step + - step * - step + 0 * 0 + 0 * 0) with (2 * (step * step)) in of_d by ring.
  set (c := 1 + (1 - step) * (1 - step)).
  replace (- (1 - step) * step * (- (1 - step) * step) + (1 - step) * step * ((1 - step) * step) + step * step + - step * - step)
    with (2 * (step * step * c)) in minus by (unfold c; ring).
  replace ((1 - step) * step * ((1 - step) * step) + - (1 - step) * step * (- (1 - step) * step) + step * step + - step * - step)
    with (2 * (step * step * c)) in plus by (unfold c; ring).
  pose proof (half_root (step * step) ltac:(nra)) as small; pose proof (half_root (step * step * c) ltac:(unfold c; nra)) as large.
  rewrite (sqrt_mult (step * step) c) in large by (unfold c; nra).
  replace (sqrt (step * step)) with (Rabs step) in small, large by (symmetry; apply sqrt_Rsqr_abs).
  set (A := sqrt (2 * (2 * (step * step)) / PI)) in *; set (B := sqrt (2 * (2 * (step * step * c)) / PI)) in *.
  assert (equal : l + l = (1 - step + step * gamma) * (0 + sigma * A) + (/ 2 * (sigma * B + sigma * B) - (1 - step) * (sigma * A))).
  { apply (mean_same E means _ _ _ (mean_plus E means _ _ _ _ own other)).
    pose proof (mean_plus E means _ _ _ _ (mean_times E means (1 - step + step * gamma) _ _ (mean_plus E means _ _ _ _ centre of_d))
      (mean_minus E means _ _ _ _ (mean_times E means (/ 2) _ _ (mean_plus E means _ _ _ _ minus plus))
        (mean_times E means (1 - step) _ _ of_d))) as all.
    revert all; apply mean_is; [intros w; cbv beta; rewrite both; reflexivity|reflexivity]. }
  replace A with (2 * (Rabs step / sqrt PI)) in equal by lra; replace B with (2 * (Rabs step * sqrt c / sqrt PI)) in equal by lra.
  transitivity (/ 2 * (l + l)); [field|rewrite equal; field; lra].
Qed.

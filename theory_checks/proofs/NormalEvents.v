(* Probabilities of events of a standard normal number, as integrals of its density; tails, and shifts that an event tells apart. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalMean.
Open Scope R_scope.

(* The probability that f(Z) is in S exists, and is p. *)
Definition chance (S : R -> bool) (f : R -> R) (p : R) : Prop := mean_of_one (fun z => if S (f z) then 1 else 0) p.

Definition at_least (t x : R) : bool := if Rle_dec t x then true else false.
Definition at_most (t x : R) : bool := if Rle_dec x t then true else false.

Theorem chance_of_tail t : chance (at_least t) (fun z => z) (Phi (- t)).
Proof.
  unfold chance, mean_of_one, is_RInt_gen; set (f := fun z => (if at_least t z then 1 else 0) * density z).
  pose proof root_pos as root.
  assert (inner : forall b, t < b -> is_RInt density t b ((area b - area t) / sqrt (2 * PI))).
  { intros b late; replace ((area b - area t) / sqrt (2 * PI)) with (minus (area b / sqrt (2 * PI)) (area t / sqrt (2 * PI)))
      by (unfold minus, plus, opp; simpl; field; lra).
    apply (is_RInt_derive (V := R_CompleteNormedModule) (fun x => area x / sqrt (2 * PI))); [|intros; apply continuous_density].
    intros x _; unfold density; apply (is_derive_ext (fun x => / sqrt (2 * PI) * area x)).
    { intros y; change (/ sqrt (2 * PI) * area y = area y / sqrt (2 * PI)); unfold Rdiv; ring. }
    replace (bell x / sqrt (2 * PI)) with (/ sqrt (2 * PI) * bell x) by (unfold Rdiv; ring).
    apply is_derive_scal, is_derive_area. }
  assert (whole_part : forall a b, a < t -> t < b -> is_RInt f a b ((area b - area t) / sqrt (2 * PI))).
  { intros a b early late; replace ((area b - area t) / sqrt (2 * PI)) with (plus 0 ((area b - area t) / sqrt (2 * PI)))
      by (unfold plus; simpl; ring).
    apply (is_RInt_Chasles f a t b).
    - replace 0 with (scal (t - a) 0) by (unfold scal; simpl; unfold mult; simpl; ring).
      apply (is_RInt_ext (fun _ => 0)); [|exact (is_RInt_const (V := R_NormedModule) a t 0)].
      intros x; rewrite Rmin_left, Rmax_right by lra; intros inside; unfold f, at_least.
      destruct (Rle_dec t x); [lra|symmetry; apply Rmult_0_l].
    - apply (is_RInt_ext density); [|apply inner, late].
      intros x; rewrite Rmin_left, Rmax_right by lra; intros inside; unfold f, at_least.
      destruct (Rle_dec t x); [symmetry; apply Rmult_1_l|lra]. }
  assert (limit : is_lim (fun b => (area b - area t) / sqrt (2 * PI)) p_infty (Phi (- t))).
  { rewrite Phi_opposite, Phi_area; replace (1 - (/ 2 + area t / sqrt (2 * PI))) with (/ sqrt (2 * PI) * (whole - area t))
      by (pose proof whole_root as half; unfold Rdiv in *; lra).
    apply (is_lim_ext (fun b => / sqrt (2 * PI) * (area b - area t))); [intros; unfold Rdiv; ring|].
    apply (is_lim_scal_l (fun b => area b - area t) _ p_infty (whole - area t)).
    apply (is_lim_minus' area (fun _ => area t)); [apply area_right|apply is_lim_const]. }
  apply is_lim_spec in limit; apply (filterlimi_locally (F := filter_prod (Rbar_locally m_infty) (Rbar_locally p_infty))).
  intros e; destruct (limit e) as [N close].
  exists (fun a => a < t) (fun b => Rmax N t < b).
  - exists t; intros; assumption.
  - exists (Rmax N t); intros; assumption.
  - intros a b early late; simpl in *; pose proof (Rmax_l N t); pose proof (Rmax_r N t).
    exists ((area b - area t) / sqrt (2 * PI)); split; [apply whole_part; lra|apply close; lra].
Qed.

Lemma mean_of_one_ext f g l : (forall z, f z = g z) -> mean_of_one f l -> mean_of_one g l.
Proof. intros same; apply is_RInt_gen_ext, filter_forall; intros ends x _; rewrite same; reflexivity. Qed.

Lemma chance_up a b t : 0 < b -> chance (at_least t) (fun z => a + b * z) (Phi ((a - t) / b)).
Proof.
  intros positive; replace ((a - t) / b) with (- ((t - a) / b)) by (field; lra).
  unfold chance; apply (mean_of_one_ext (fun z => if at_least ((t - a) / b) z then 1 else 0)); [|apply chance_of_tail].
  intros z; unfold at_least.
  assert (same : (t - a) / b <= z <-> t <= a + b * z).
  { split; intros h; [|apply (Rmult_le_reg_l b); [exact positive|field_simplify; lra]].
    apply (Rmult_le_compat_l b) in h; [field_simplify in h|]; lra. }
  destruct (Rle_dec ((t - a) / b) z), (Rle_dec t (a + b * z)); tauto.
Qed.

Lemma chance_down a b t : 0 < b -> chance (at_most t) (fun z => a - b * z) (Phi ((t - a) / b)).
Proof.
  intros positive; replace ((t - a) / b) with (- ((a - t) / b)) by (field; lra).
  unfold chance; apply (mean_of_one_ext (fun z => if at_least ((a - t) / b) z then 1 else 0)); [|apply chance_of_tail].
  intros z; unfold at_least, at_most.
  assert (same : (a - t) / b <= z <-> a - b * z <= t).
  { split; intros h; [|apply (Rmult_le_reg_l b); [exact positive|field_simplify; lra]].
    apply (Rmult_le_compat_l b) in h; [field_simplify in h|]; lra. }
  destruct (Rle_dec ((a - t) / b) z), (Rle_dec (a - b * z) t); tauto.
Qed.

(* Half of the density's shape bounds the tail. *)
Theorem tail_below x : 0 <= x -> Phi (- x) <= bell x / 2.
Proof.
  intros right; rewrite Phi_beyond; pose proof root_pos; pose proof whole_pos; pose proof whole_square.
  assert (scaled : rest x <= bell x * (PI / 4)).
  { rewrite <- rest_0; unfold rest; rewrite <- (RInt_scal (V := R_CompleteNormedModule)) by apply ex_RInt_damped.
    apply RInt_le; [lra|apply ex_RInt_damped|apply (ex_RInt_scal (V := R_NormedModule)), ex_RInt_damped|].
    intros u inside; change (scal (bell x) (damped 0 u)) with (bell x * damped 0 u); unfold damped, bell.
    pose proof (above_0 u); unfold Rdiv; rewrite <- Rmult_assoc, <- exp_plus; apply Rmult_le_compat_r.
    - left; apply Rinv_0_lt_compat; assumption.
    - apply exp_le; pose proof (Rle_0_sqr (x * u)); unfold Rsqr in *; lra. }
  pose proof (constant x right) as known; unfold level in known; pose proof (bell_pos x); pose proof (area_nonneg x right).
  assert (bell x <= 1) by (unfold bell; rewrite <- exp_0; apply exp_le; pose proof (Rle_0_sqr x); unfold Rsqr in *; lra).
  assert (large : whole * (1 - bell x) <= area x) by (apply Rsqr_incr_0; [unfold Rsqr; nra|nra|assumption]).
  assert (beyond x <= whole * bell x) by (unfold beyond; lra).
  apply Rle_trans with (whole * bell x / sqrt (2 * PI)).
  - apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; assumption|assumption].
  - right; pose proof whole_root as half; unfold Rdiv in *; rewrite (Rmult_comm whole), Rmult_assoc, half; ring.
Qed.

(* A shift of 20 deviations is seen by an event of which one law has much and the other little. *)
Lemma apart_numbers x : 10 <= x -> 9 / 10 <= Phi x - exp 1 * Phi (- x).
Proof.
  intros far; pose proof (tail_below x ltac:(lra)) as tail; rewrite (Phi_opposite x) in *.
  pose proof exp_le_3; pose proof (Phi_between x).
  assert (bell x <= / 51).
  { unfold bell; rewrite exp_Ropp; apply Rinv_le_contravar; [lra|].
    pose proof (exp_ineq1_le (x * x / 2)); nra. }
  pose proof (bell_pos x); pose proof (exp_pos 1); nra.
Qed.

Theorem told_apart_down a s b : 0 < b -> 20 * b <= s ->
  exists S p q, chance S (fun z => a - b * z) p /\ chance S (fun z => a + s - b * z) q /\ 9 / 10 <= p - exp 1 * q.
Proof.
  intros positive far; exists (at_most (a + s / 2)), (Phi (s / 2 / b)), (Phi (- (s / 2 / b))); split; [|split].
  - replace (s / 2 / b) with ((a + s / 2 - a) / b) by (field; lra); apply chance_down, positive.
  - replace (- (s / 2 / b)) with ((a + s / 2 - (a + s)) / b) by (field; lra); apply chance_down, positive.
  - apply apart_numbers, (Rmult_le_reg_r b); [exact positive|]; replace (s / 2 / b * b) with (s / 2) by (field; lra); lra.
Qed.

Theorem told_apart_up a s b : 0 < b -> 20 * b <= s ->
  exists S p q, chance S (fun z => a + s + b * z) p /\ chance S (fun z => a + b * z) q /\ 9 / 10 <= p - exp 1 * q.
Proof.
  intros positive far; exists (at_least (a + s / 2)), (Phi (s / 2 / b)), (Phi (- (s / 2 / b))); split; [|split].
  - replace (s / 2 / b) with ((a + s - (a + s / 2)) / b) by (field; lra); apply chance_up, positive.
  - replace (- (s / 2 / b)) with ((a - (a + s / 2)) / b) by (field; lra); apply chance_up, positive.
  - apply apart_numbers, (Rmult_le_reg_r b); [exact positive|]; replace (s / 2 / b * b) with (s / 2) by (field; lra); lra.
Qed.

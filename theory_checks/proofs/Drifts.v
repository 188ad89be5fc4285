(* A number that drifts in one of two ways and is disturbed by normal noise, in each of k steps: the chance of an event at the end
   exists, and exponentials bound it. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalMean NormalEvents LinearForms Moments Gaussian MeanExists.
Open Scope R_scope.

Definition slow (c : R) (g : R -> R) : Prop := forall x y, Rabs (g x - g y) <= c * Rabs (x - y).

Lemma slow_of_half c g : (forall x y, g x <= g y + c * Rabs (x - y)) -> slow c g.
Proof. intros half x y; pose proof (half x y); pose proof (half y x) as back; rewrite Rabs_minus_sym in back; apply Rabs_le; lra. Qed.

Lemma Phi_steady : slow 1 Phi.
Proof.
  intros x y; destruct (MVT_gen Phi y x density) as (t & _ & equal).
  - intros t _; apply is_derive_Phi.
  - intros t _; apply continuity_pt_filterlim, (ex_derive_continuous Phi); exists (density t); apply is_derive_Phi.
  - pose proof (density_most t); pose proof (density_pos t); rewrite equal, Rabs_mult, (Rabs_pos_eq (density t)) by lra.
    apply Rmult_le_compat_r; [apply Rabs_pos|lra].
Qed.

Section Steps.
Variables (s q c : R) (one other : R -> R).
Hypotheses (noise : 0 < s) (share : 0 <= q <= 1) (calm : slow c one) (calm' : slow c other) (pace : 0 <= c).

(* From w the number goes to `one w` with the probability q, else to `other w`, and noise is added; h is seen after k steps. *)
Fixpoint after (k : nat) (h g : R -> R) : Prop :=
  match k with
  | O => forall w, g w = h w
  | S j => exists f, after j h f /\ forall w, exists a b, mean_of_one (fun z => f (one w - s * z)) a /\
      mean_of_one (fun z => f (other w - s * z)) b /\ g w = q * a + (1 - q) * b
  end.

Definition smoothed (f G : R -> R) : Prop := forall v, mean_of_one (fun z => f (v - s * z)) (G v).

Lemma slow_smoothed d f : 0 <= d -> slow d f -> exists G, slow d G /\ smoothed f G.
Proof.
  intros positive near; set (F := fun v z => f (v - s * z)).
  assert (moved : forall v z y, Rabs (F v z - F v y) <= d * s * Rabs (z - y)).
  { intros v z y; apply Rle_trans with (1 := near _ _); replace (v - s * z - (v - s * y)) with (s * (y - z)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq s), (Rabs_minus_sym y z) by lra; right; ring. }
  assert (known : forall v, exists l, mean_of_one (F v) l).
  { intros v; apply (mean_of_one_exists (Rabs (F v 0)) (d * s) (F v) (Rabs_pos _)); [apply Rmult_le_pos; lra| |].
    - apply (close_continuous _ (d * s)), moved.
    - intros z; specialize (moved v z 0); rewrite Rminus_0_r in moved; pose proof (Rabs_triang (F v z - F v 0) (F v 0)) as triangle.
      replace (F v z - F v 0 + F v 0) with (F v z) in triangle by ring; lra. }
  set (G := fun v => RInt_gen (fun z => F v z * density z) (Rbar_locally m_infty) (Rbar_locally p_infty)).
  assert (is : smoothed f G).
  { intros v; destruct (known v) as [l of]; change (mean_of_one (F v) (G v)); unfold G; rewrite (is_RInt_gen_unique _ _ of); exact of. }
  exists G; split; [|exact is]; apply slow_of_half; intros x y.
  apply (mean_of_one_le _ _ _ _ (is x) (mean_of_one_sum _ _ _ _ (is y) (mean_of_one_const (d * Rabs (x - y))))).
  intros z; specialize (near (x - s * z) (y - s * z)); replace (x - s * z - (y - s * z)) with (x - y) in near by ring.
  pose proof (Rle_abs (f (x - s * z) - f (y - s * z))); lra.
Qed.

Definition up_to (t w : R) : R := if at_most t w then 1 else 0.

Lemma half_line_smoothed t : slow (/ s) (fun v => Phi ((t - v) / s)) /\ smoothed (up_to t) (fun v => Phi ((t - v) / s)).
Proof.
  split; [|intros v; exact (chance_down v s t noise)].
  intros x y; apply Rle_trans with (1 := Phi_steady _ _); rewrite Rmult_1_l.
  replace ((t - x) / s - (t - y) / s) with (/ s * (y - x)) by (field; lra).
  rewrite Rabs_mult, (Rabs_pos_eq (/ s)), (Rabs_minus_sym y x) by (left; apply Rinv_0_lt_compat, noise); apply Rle_refl.
Qed.

Theorem chance_after t k : exists g, after k (up_to t) g.
Proof.
  enough (exists g d G, 0 <= d /\ after k (up_to t) g /\ slow d G /\ smoothed g G) as (g & _ & _ & _ & known & _) by (exists g; exact known).
  assert (rate : 0 < / s) by apply Rinv_0_lt_compat, noise.
  induction k as [|k (f & d & F & positive & known & near & is)].
  - exists (up_to t), (/ s), (fun v => Phi ((t - v) / s)); split; [lra|split; [intros w; reflexivity|apply half_line_smoothed]].
  - set (g := fun w => q * F (one w) + (1 - q) * F (other w)).
    assert (step : slow (d * c) g).
    { assert (part : forall p w x y, slow c p -> w = 0 \/ 0 < w -> Rabs (w * F (p x) - w * F (p y)) <= w * (d * c * Rabs (x - y))).
      { intros p w x y gentle weight; rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq w) by lra.
        apply Rmult_le_compat_l; [lra|]; apply Rle_trans with (1 := near _ _); rewrite Rmult_assoc; apply Rmult_le_compat_l; [lra|apply gentle]. }
      intros x y; pose proof (part one q x y calm ltac:(lra)); pose proof (part other (1 - q) x y calm' ltac:(lra)).
      unfold g; replace (q * F (one x) + (1 - q) * F (other x) - (q * F (one y) + (1 - q) * F (other y)))
        with ((q * F (one x) - q * F (one y)) + ((1 - q) * F (other x) - (1 - q) * F (other y))) by ring.
      eapply Rle_trans; [apply Rabs_triang|]; lra. }
    destruct (slow_smoothed (d * c) g ltac:(apply Rmult_le_pos; assumption) step) as (G & gentle & of).
    exists g, (d * c), G; split; [apply Rmult_le_pos; assumption|]; split; [|split; assumption].
    exists f; split; [exact known|]; intros w; exists (F (one w)), (F (other w)); repeat split; apply is.
Qed.

Lemma after_opposite k h : forall g, after k h g -> after k (fun w => 1 - h w) (fun w => 1 - g w).
Proof.
  induction k as [|k IH]; intros g; [intros same w; simpl in same; rewrite same; reflexivity|].
  intros (f & known & step); exists (fun w => 1 - f w); split; [apply IH, known|]; intros w.
  destruct (step w) as (a & b & first & second & ->); exists (1 - a), (1 - b).
  assert (turned : forall p l, mean_of_one p l -> mean_of_one (fun z => 1 - p z) (1 - l)).
  { intros p l of; apply (mean_of_one_ext (fun z => 1 + -1 * p z)); [intros; ring|]; replace (1 - l) with (1 + -1 * l) by ring.
    apply mean_of_one_sum; [apply mean_of_one_const|apply mean_of_one_scaled, of]. }
  repeat split; [apply turned, first|apply turned, second|ring].
Qed.

(* One half-line is nearly missed: e = 1 if it lies above t, and e = -1 if below. Unless it is far on the other side, the number moves away
   by so much that the exponential shrinks by the factor F, and nowhere does it come nearer by more than 1. *)
Section Missed.
Variables (e rate t far F eta : R) (N : nat).
Let grown : R := F * exp (rate ^ 2 * s ^ 2 / 2).
Hypotheses (side : e ^ 2 = 1) (positive : 0 <= rate) (factor : 0 < F)
  (short : forall w, e * (one w - w) <= 1) (short' : forall w, e * (other w - w) <= 1)
  (away : forall w, - far <= e * w -> q * exp (rate * (e * (one w - w))) + (1 - q) * exp (rate * (e * (other w - w))) <= F)
  (little : exp (rate * (1 - far - e * t) + rate ^ 2 * s ^ 2 / 2) * (1 + grown) ^ N <= eta).

Lemma grown_powers k : (k <= N)%nat -> 0 < grown ^ k <= (1 + grown) ^ N.
Proof.
  assert (some : 0 < grown) by (apply Rmult_lt_0_compat; [exact factor|apply exp_pos]); intros small; split; [apply pow_lt, some|].
  apply Rle_trans with ((1 + grown) ^ k); [apply pow_incr; lra|apply Rle_pow; [lra|exact small]].
Qed.

Lemma exponential_step v A B : mean_of_one (fun z => A * exp (rate * (e * (v - s * z - t))) + B)
  (A * (exp (rate * (e * (v - t))) * exp (rate ^ 2 * s ^ 2 / 2)) + B).
Proof.
  apply mean_of_one_sum; [|apply mean_of_one_const]; apply mean_of_one_scaled.
  apply (mean_of_one_ext (fun z => exp (rate * (e * (v - t)) + - (rate * e * s) * z))); [intros; f_equal; ring|].
  rewrite <- exp_plus; replace (rate ^ 2 * s ^ 2 / 2) with ((- (rate * e * s)) ^ 2 / 2); [apply exponential_mean|].
  replace ((- (rate * e * s)) ^ 2) with (rate ^ 2 * s ^ 2 * e ^ 2) by ring; rewrite side; field.
Qed.

Theorem missed h k : forall g, (forall w, h w <= exp (rate * (e * (w - t)))) -> (k <= N)%nat -> after k h g ->
  forall w, g w <= exp (rate * (e * (w - t))) * grown ^ k + INR k * eta.
Proof.
  induction k as [|k IH]; intros g below small; [simpl; intros same w; rewrite same, Rmult_1_r, Rmult_0_l, Rplus_0_r; apply below|].
  intros (f & known & step) w; destruct (step w) as (a & b & first & second & ->); specialize (IH f below ltac:(lia) known).
  destruct (grown_powers k ltac:(lia)) as [some most]; set (u := exp (rate * (e * (w - t)))); set (n := exp (rate ^ 2 * s ^ 2 / 2)).
  assert (parts : forall p l, mean_of_one (fun z => f (p - s * z)) l -> l <= u * exp (rate * (e * (p - w))) * (n * grown ^ k) + INR k * eta).
  { intros p l of; pose proof (mean_of_one_le _ _ _ _ of (exponential_step p (grown ^ k) (INR k * eta))) as bound.
    eapply Rle_trans; [apply bound; intros z; rewrite (Rmult_comm (grown ^ k)); apply IH|]; right; fold n.
    replace (rate * (e * (p - t))) with (rate * (e * (w - t)) + rate * (e * (p - w))) by ring; rewrite exp_plus; fold u; ring. }
  pose proof (parts _ _ first) as one_; pose proof (parts _ _ second) as two; rewrite S_INR.
  assert (both : q * a + (1 - q) * b <= u * (n * grown ^ k) * (q * exp (rate * (e * (one w - w))) + (1 - q) * exp (rate * (e * (other w - w))))
    + INR k * eta).
  { apply Rle_trans with (q * (u * exp (rate * (e * (one w - w))) * (n * grown ^ k) + INR k * eta)
      + (1 - q) * (u * exp (rate * (e * (other w - w))) * (n * grown ^ k) + INR k * eta)); [|right; ring].
    apply Rplus_le_compat; apply Rmult_le_compat_l; lra. }
  assert (0 < u) by apply exp_pos; assert (0 < n) by apply exp_pos.
  assert (scale : 0 < u * (n * grown ^ k)) by (apply Rmult_lt_0_compat; [|apply Rmult_lt_0_compat]; assumption).
  assert (rest : 0 <= eta) by (eapply Rle_trans; [|exact little]; left; apply Rmult_lt_0_compat; [apply exp_pos|apply pow_lt];
    assert (0 < grown) by (apply Rmult_lt_0_compat; [exact factor|apply exp_pos]); lra).
  apply Rle_trans with (1 := both); destruct (Rle_dec (- far) (e * w)) as [near|beyond].
  - apply Rle_trans with (u * (n * grown ^ k) * F + INR k * eta); [apply Rplus_le_compat_r, Rmult_le_compat_l; [lra|apply away, near]|].
    assert (u * (n * grown ^ k) * F = u * grown ^ S k) by (simpl; unfold grown; fold n; ring); lra.
  - assert (few : forall p, e * (p - w) <= 1 -> exp (rate * (e * (p - w))) <= exp rate).
    { intros p near; apply exp_le; rewrite <- (Rmult_1_r rate) at 2; apply Rmult_le_compat_l; assumption. }
    assert (mixed : q * exp (rate * (e * (one w - w))) + (1 - q) * exp (rate * (e * (other w - w))) <= exp rate).
    { pose proof (few _ (short w)); pose proof (few _ (short' w)).
      apply Rle_trans with (q * exp rate + (1 - q) * exp rate); [apply Rplus_le_compat; apply Rmult_le_compat_l; lra|right; ring]. }
    assert (tiny : u * (n * grown ^ k) * exp rate <= eta).
    { apply Rle_trans with (2 := little); rewrite exp_plus; fold n.
      replace (u * (n * grown ^ k) * exp rate) with (u * exp rate * n * grown ^ k) by ring.
      apply Rmult_le_compat; [left; repeat apply Rmult_lt_0_compat; try assumption; apply exp_pos|lra| |exact most].
      apply Rmult_le_compat_r; [lra|]; unfold u; rewrite <- exp_plus; apply exp_le.
      replace (rate * (e * (w - t)) + rate) with (rate * (1 + e * w - e * t)) by ring; apply Rmult_le_compat_l; [exact positive|lra]. }
    assert (0 <= u * grown ^ S k) by (left; apply Rmult_lt_0_compat; [assumption|apply (grown_powers (S k) small)]).
    assert (u * (n * grown ^ k) * (q * exp (rate * (e * (one w - w))) + (1 - q) * exp (rate * (e * (other w - w))))
      <= u * (n * grown ^ k) * exp rate) by (apply Rmult_le_compat_l; lra); lra.
Qed.
End Missed.
End Steps.

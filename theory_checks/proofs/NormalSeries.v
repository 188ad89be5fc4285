(* The distribution function of the normal law by a series of terms of one sign, with what its tail can be. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Normal.
Open Scope R_scope.

(* x^(2k+1)/(1 3 5 ... (2k+1)), and the sum of the first of these terms. *)
Fixpoint odd_product (k : nat) : R := match k with O => 1 | S j => odd_product j * (2 * INR k + 1) end.
Definition term (k : nat) (x : R) : R := x ^ (2 * k + 1) / odd_product k.
Fixpoint terms (k : nat) (x : R) : R := match k with O => term 0 x | S j => terms j x + term k x end.

Definition bell (x : R) : R := exp (- (x * x / 2)).

Lemma odd_product_pos k : 0 < odd_product k.
Proof.
  induction k as [|k IH]; [simpl; lra|cbn [odd_product]].
  apply Rmult_lt_0_compat; [exact IH|pose proof (pos_INR (S k)); lra].
Qed.

Lemma term_next k x : term (S k) x = term k x * (x * x) / (2 * INR k + 3).
Proof.
  unfold term; pose proof (odd_product_pos k); pose proof (pos_INR k).
  replace (2 * S k + 1)%nat with (S (S (2 * k + 1))) by lia.
  cbn [odd_product]; rewrite S_INR; cbn [pow]; field; lra.
Qed.

Lemma term_nonneg k x : 0 <= x -> 0 <= term k x.
Proof.
  intros; unfold term; apply Rmult_le_pos; [apply pow_le; assumption|].
  left; apply Rinv_0_lt_compat, odd_product_pos.
Qed.

Lemma term_first x : term 0 x = x.
Proof. unfold term; simpl; field. Qed.

Lemma is_derive_term k x : is_derive (term (S k)) x (x * term k x).
Proof.
  unfold term; pose proof (odd_product_pos k); pose proof (pos_INR k).
  replace (x * (x ^ (2 * k + 1) / odd_product k))
    with (scal (/ odd_product (S k)) (INR (2 * S k + 1) * 1 * x ^ pred (2 * S k + 1))).
  - apply (is_derive_ext (fun t => scal (/ odd_product (S k)) (t ^ (2 * S k + 1)))).
    + intros t; unfold scal; simpl; unfold mult; simpl; unfold Rdiv; ring.
    + apply is_derive_scal, (is_derive_pow (fun t => t)), (is_derive_id (K := R_AbsRing)).
  - replace (pred (2 * S k + 1)) with (S (2 * k + 1)) by lia.
    replace (INR (2 * S k + 1)) with (2 * (INR k + 1) + 1) by (rewrite plus_INR, mult_INR, (S_INR k); simpl; ring).
    cbn [odd_product pow]; rewrite S_INR; match goal with |- scal ?a ?b = ?c => change (@eq R (a * b) c) end; field; lra.
Qed.

Lemma is_derive_terms k x : is_derive (terms k) x (1 + x * terms k x - x * term k x).
Proof.
  induction k as [|k IH].
  - replace (1 + x * terms 0 x - x * term 0 x) with 1 by (cbn [terms]; ring).
    apply (is_derive_ext (fun y => y)); [intros; symmetry; apply term_first|apply @is_derive_id].
  - replace (1 + x * terms (S k) x - x * term (S k) x) with ((1 + x * terms k x - x * term k x) + x * term k x)
      by (cbn [terms]; ring).
    apply (is_derive_plus (terms k) (term (S k))); [exact IH|apply is_derive_term].
Qed.

Lemma is_derive_bell x : is_derive bell x (- x * bell x).
Proof. unfold bell; auto_derive; [exact I|]; unfold Rdiv; field. Qed.

Lemma bell_pos x : 0 < bell x.
Proof. apply exp_pos. Qed.

Lemma continuous_bell x : continuous bell x.
Proof. apply (ex_derive_continuous bell); eexists; apply is_derive_bell. Qed.

Definition area (x : R) : R := RInt bell 0 x.

Lemma ex_RInt_bell a b : ex_RInt bell a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros; apply continuous_bell. Qed.

Lemma is_derive_area x : is_derive area x (bell x).
Proof.
  apply (is_derive_RInt bell area 0); [|apply continuous_bell].
  apply filter_forall; intros y; apply (RInt_correct (V := R_CompleteNormedModule)), ex_RInt_bell.
Qed.

Lemma area_0 : area 0 = 0.
Proof. exact (RInt_point 0 bell). Qed.

(* What has a derivative that is not negative, and begins at 0, is not negative. *)
Lemma grown f df x : 0 <= x -> f 0 = 0 -> (forall t, is_derive f t (df t)) -> (forall t, 0 <= t <= x -> 0 <= df t) ->
  0 <= f x.
Proof.
  intros positive start derived rising.
  destruct (MVT_gen f 0 x df) as [c [within equal]].
  - intros t _; apply derived.
  - intros t _; apply continuity_pt_filterlim, (ex_derive_continuous f); exists (df t); apply derived.
  - rewrite Rmin_left, Rmax_right in within by lra.
    pose proof (Rmult_le_pos (df c) (x - 0) (rising c within)); lra.
Qed.

Lemma is_derive_partial k x : is_derive (fun t => area t - bell t * terms k t) x (bell x * (x * term k x)).
Proof.
  replace (bell x * (x * term k x))
    with (bell x - (- x * bell x * terms k x + bell x * (1 + x * terms k x - x * term k x))) by ring.
  apply (is_derive_minus area (fun t => bell t * terms k t)); [apply is_derive_area|].
  apply (is_derive_mult bell (terms k)); [apply is_derive_bell|apply is_derive_terms|intros; apply Rmult_comm].
Qed.

Lemma is_derive_tail k x :
  is_derive (fun t => bell t * term (S k) t) x (- x * bell x * term (S k) x + bell x * (x * term k x)).
Proof. apply (is_derive_mult bell (term (S k))); [apply is_derive_bell|apply is_derive_term|intros; apply Rmult_comm]. Qed.

Lemma terms_0 k : terms k 0 = 0.
Proof.
  induction k as [|k IH]; cbn [terms]; [|rewrite IH]; unfold term; rewrite pow_i by lia; unfold Rdiv; ring.
Qed.

Lemma term_0 k : term k 0 = 0.
Proof. unfold term; rewrite pow_i by lia; unfold Rdiv; ring. Qed.

Lemma terms_below k x : 0 <= x -> bell x * terms k x <= area x.
Proof.
  intros positive.
  assert (0 <= area x - bell x * terms k x).
  { apply (grown _ _ x positive) with (2 := is_derive_partial k).
    - rewrite area_0, terms_0; ring.
    - intros t inside; apply Rmult_le_pos; [left; apply bell_pos|].
      apply Rmult_le_pos; [|apply term_nonneg]; lra. }
  lra.
Qed.

Lemma terms_above k x : 0 <= x -> 2 * (x * x) <= 2 * INR k + 3 ->
  area x <= bell x * (terms k x + 2 * term (S k) x).
Proof.
  intros positive small; pose proof (pos_INR k).
  set (f := fun t => 2 * (bell t * term (S k) t) - (area t - bell t * terms k t)).
  set (df := fun t => 2 * (- t * bell t * term (S k) t + bell t * (t * term k t)) - bell t * (t * term k t)).
  assert (0 <= f x); [|unfold f in *; lra].
  apply (grown f df x positive).
  - unfold f; rewrite area_0, terms_0, term_0; ring.
  - intros t; apply (is_derive_minus (fun t => 2 * (bell t * term (S k) t)) (fun t => area t - bell t * terms k t));
      [apply (is_derive_scal (fun t => bell t * term (S k) t)); apply is_derive_tail|apply is_derive_partial].
  - intros t inside; unfold df; rewrite term_next.
    replace (2 * _ - _) with (bell t * (t * term k t) * (1 - 2 * (t * t) / (2 * INR k + 3))) by (field; lra).
    apply Rmult_le_pos.
    + apply Rmult_le_pos; [left; apply bell_pos|apply Rmult_le_pos; [|apply term_nonneg]; lra].
    + assert (t * t <= x * x) by (apply Rmult_le_compat; lra).
      assert (2 * (t * t) / (2 * INR k + 3) <= 1); [|lra].
      apply (Rmult_le_reg_r (2 * INR k + 3)); [lra|]; field_simplify; lra.
Qed.

Lemma area_odd x : area (- x) = - area x.
Proof.
  unfold area; replace (RInt bell 0 (- x)) with (RInt bell (-1 * 0 + 0) (-1 * x + 0)) by (f_equal; ring).
  rewrite <- (RInt_comp_lin bell) by apply ex_RInt_bell.
  rewrite (RInt_ext _ (fun t => scal (-1) (bell t))).
  - rewrite (RInt_scal (V := R_CompleteNormedModule)) by apply ex_RInt_bell.
    match goal with |- scal ?a ?b = ?c => change (a * b = c) end; ring.
  - intros t _; unfold bell; do 4 f_equal; ring.
Qed.

Lemma term_odd k x : term k (- x) = - term k x.
Proof.
  unfold term; replace (- x) with (-1 * x) by ring; rewrite Rpow_mult_distr, pow_add, pow_mult.
  replace ((-1) ^ 2) with 1 by ring; rewrite pow1; unfold Rdiv; ring.
Qed.

Lemma terms_odd k x : terms k (- x) = - terms k x.
Proof. induction k as [|k IH]; cbn [terms]; rewrite ?IH, term_odd; ring. Qed.

Theorem area_series k x : 2 * (x * x) <= 2 * INR k + 3 ->
  exists share, 0 <= share <= 2 /\ area x = bell x * (terms k x + share * term (S k) x).
Proof.
  assert (known : forall y, 0 <= y -> 2 * (y * y) <= 2 * INR k + 3 ->
    exists share, 0 <= share <= 2 /\ area y = bell y * (terms k y + share * term (S k) y)).
  { intros y positive small.
    pose proof (terms_below k y positive); pose proof (terms_above k y positive small).
    pose proof (bell_pos y); pose proof (term_nonneg (S k) y positive) as nonneg.
    destruct (Req_dec (term (S k) y) 0) as [zero|nonzero].
    - exists 0; split; [lra|]; rewrite zero in *; lra.
    - assert (0 < bell y * term (S k) y) by (apply Rmult_lt_0_compat; lra).
      exists ((area y - bell y * terms k y) / (bell y * term (S k) y)); split; [split|field; lra].
      + apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; assumption].
      + apply (Rmult_le_reg_r (bell y * term (S k) y)); [assumption|]; field_simplify; lra. }
  intros small; destruct (Rle_dec 0 x) as [positive|negative]; [apply known; assumption|].
  destruct (known (- x)) as [share [bounds equal]]; [lra|replace (- x * - x) with (x * x) by ring; exact small|].
  exists share; split; [exact bounds|].
  rewrite area_odd, term_odd, terms_odd in equal.
  replace (bell (- x)) with (bell x) in equal by (unfold bell; do 3 f_equal; ring); lra.
Qed.

Lemma Phi_area x : Phi x = / 2 + area x / sqrt (2 * PI).
Proof. reflexivity. Qed.

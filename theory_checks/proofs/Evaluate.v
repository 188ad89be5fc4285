(* Certificates decided: an evaluator that stays rational while it can, then encloses; and the proof that it is right. *)
From Coq Require Import Reals QArith Qreals Qabs Qround ZArith String List Lra Lia.
From TheoryChecks Require Import Normal Certificate Balls.
Import ListNotations.
Open Scope R_scope.

Inductive num := Exact (q : Q) | Ball (i : I.type).
Inductive value := Num (n : num) | Held (items : list tree).

Definition near (n : num) (x : R) : Prop := match n with Exact q => x = Q2R q | Ball i => inside i x end.
Definition fits (v : value) (t : thing) : Prop :=
  match v, t with Num n, Real x => near n x | Held l, Table m => l = m | _, _ => False end.

Definition bind {A B : Type} (a : option A) (f : A -> option B) : option B := match a with Some x => f x | None => None end.
Notation "'let?' x ':=' a 'in' b" := (bind a (fun x => b)) (at level 200, x pattern, right associativity).

Lemma bind_some {A B} (a : option A) (f : A -> option B) y : bind a f = Some y -> exists x, a = Some x /\ f x = Some y.
Proof. destruct a as [x|]; [exists x; split; trivial|discriminate]. Qed.

Section Settings.
(* How many bits an end of an interval has, and how many a rational number may have. *)
Variables (p : F.precision) (longest : Z).

Definition ball_of (q : Q) : I.type := I.div p (I.fromZ p (Qnum q)) (I.fromZ p (Zpos (Qden q))).

Lemma ball_of_inside q : inside (ball_of q) (Q2R q).
Proof.
  unfold ball_of, Q2R; apply inside_div; [|apply inside_integer|apply inside_integer].
  apply not_0_IZR; discriminate.
Qed.

Definition ball (n : num) : I.type := match n with Exact q => ball_of q | Ball i => i end.

Lemma ball_inside n x : near n x -> inside (ball n) x.
Proof. destruct n as [q|i]; simpl; [intros ->; apply ball_of_inside|trivial]. Qed.

Definition short (q : Q) : bool := ((Z.log2 (Z.abs (Qnum q)) + Z.log2 (Zpos (Qden q))) <=? longest)%Z.

Definition rational (q : Q) : num := let r := Qred q in if short r then Exact r else Ball (ball_of r).

Lemma Q2R_red q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.

Lemma rational_near q : near (rational q) (Q2R q).
Proof.
  unfold rational; rewrite <- Q2R_red; destruct (short _); simpl; [reflexivity|apply ball_of_inside].
Qed.

Lemma rational_is q x : x = Q2R q -> near (rational q) x.
Proof. intros ->; apply rational_near. Qed.

(* The order of two numbers, if it is seen. *)
Definition order (a b : num) : option comparison :=
  match a, b with
  | Exact x, Exact y => Some (x ?= y)%Q
  | _, _ => side (minus p (ball a) (ball b))
  end.

Definition ordered (c : comparison) (x y : R) : Prop := match c with Lt => x < y | Gt => x > y | Eq => x = y end.

Lemma order_spec a b x y c : near a x -> near b y -> order a b = Some c -> ordered c x y.
Proof.
  intros h g.
  assert (enclosed : side (minus p (ball a) (ball b)) = Some c -> ordered c x y).
  { pose proof (side_spec _ _ (inside_minus p _ _ _ _ (ball_inside _ _ h) (ball_inside _ _ g))) as known.
    intros result; rewrite result in known; destruct c; simpl; lra. }
  destruct a as [q|i]; [destruct b as [r|j]|]; try exact enclosed.
  intros result; injection result as <-; simpl in h, g; subst.
  destruct (Qcompare_spec q r) as [same|less|more]; simpl;
    [apply Qeq_eqR, same|apply Qlt_Rlt, less|apply Qlt_Rlt, more].
Qed.

Definition meets (r : relation) (c : comparison) : bool :=
  match r, c with
  | Below, Lt | AtMost, Lt | AtMost, Eq | Above, Gt | AtLeast, Gt | AtLeast, Eq | Same, Eq | Other, Lt | Other, Gt => true
  | _, _ => false
  end.

Lemma meets_spec r c x y : ordered c x y -> if meets r c then related r x y else ~ related r x y.
Proof. destruct r, c; simpl; lra. Qed.

(* Numbers that may be equal are not in order, but perhaps not in the other order. *)
Definition decide (r : relation) (a b : num) : option bool :=
  match order a b with
  | Some c => Some (meets r c)
  | None =>
      let difference := minus p (ball a) (ball b) in
      match r with
      | AtMost => if not_positive difference then Some true else None
      | AtLeast => if not_negative difference then Some true else None
      | _ => None
      end
  end.

Lemma decide_spec r a b x y t : near a x -> near b y -> decide r a b = Some t ->
  if t then related r x y else ~ related r x y.
Proof.
  intros h g; unfold decide; destruct (order a b) as [c|] eqn:seen; intros result.
  - injection result as <-; apply meets_spec, (order_spec a b); assumption.
  - pose proof (inside_minus p _ _ _ _ (ball_inside _ _ h) (ball_inside _ _ g)) as apart.
    destruct r; try discriminate.
    + destruct (not_positive _) eqn:sign; [|discriminate]; injection result as <-.
      pose proof (not_positive_spec _ _ apart sign); simpl; lra.
    + destruct (not_negative _) eqn:sign; [|discriminate]; injection result as <-.
      pose proof (not_negative_spec _ _ apart sign); simpl; lra.
Qed.

(* ---- Functions of one number ---- *)

Definition exact_root (q : Q) : option Q :=
  let r := Qred q in
  let n := Z.sqrt (Qnum r) in let d := Pos.sqrt (Qden r) in
  if ((0 <=? Qnum r) && (n * n =? Qnum r) && (d * d =? Qden r)%positive)%Z%bool then Some (n # d)%Q else None.

Lemma exact_root_spec q r : exact_root q = Some r -> 0 <= Q2R q /\ sqrt (Q2R q) = Q2R r.
Proof.
  rewrite <- Q2R_red; unfold exact_root; set (s := Qred q); destruct (_ && _ && _)%bool eqn:all; [|discriminate].
  apply andb_prop in all; destruct all as [all below]; apply andb_prop in all; destruct all as [positive above].
  apply Z.leb_le in positive; apply Z.eqb_eq in above; apply Pos.eqb_eq in below.
  intros result; injection result as <-.
  pose proof (Z.sqrt_nonneg (Qnum s)) as nonneg; apply IZR_le in nonneg, positive.
  assert (0 < IZR (Zpos (Pos.sqrt (Qden s)))) by (apply IZR_lt; reflexivity).
  assert (equal : Q2R s = Q2R (Z.sqrt (Qnum s) # Pos.sqrt (Qden s)) * Q2R (Z.sqrt (Qnum s) # Pos.sqrt (Qden s))).
  { unfold Q2R; simpl Qnum; simpl Qden; rewrite <- above at 1; rewrite <- below at 1.
    rewrite Pos2Z.inj_mul, !mult_IZR; field; lra. }
  assert (0 <= Q2R (Z.sqrt (Qnum s) # Pos.sqrt (Qden s))).
  { unfold Q2R; simpl Qnum; simpl Qden; apply Rmult_le_pos; [assumption|left; apply Rinv_0_lt_compat; assumption]. }
  split; rewrite equal; [apply Rmult_le_pos; assumption|apply sqrt_square; assumption].
Qed.

Definition is (n : num) (q : Q) : bool := match n with Exact r => Qeq_bool r q | Ball _ => false end.

Lemma is_spec n q x : near n x -> is n q = true -> x = Q2R q.
Proof. destruct n as [r|]; simpl; [intros -> same; apply Qeq_eqR, Qeq_bool_eq, same|discriminate]. Qed.

(* How many terms of the series it takes until they are halved p times; none where so many bits are lost to cancellation
   that Mills' ratio is better. *)
Definition count (n : num) : option nat :=
  match I.F.toF (I.upper (I.abs (ball n))) with
  | Basic.Float _ m e =>
      let square := (if 0 <=? e then Zpos m * Zpos m * 4 ^ e else Zpos m * Zpos m / 4 ^ (- e))%Z in
      if (3 * square <? p)%Z then Some (Z.to_nat (square + p + 8)) else None
  | _ => Some (Z.to_nat (p + 8))
  end.

Definition cdf_value (i : I.type) (n : option nat) : option I.type :=
  match n with Some n => cdf p n i | None => far p i end.

Definition unary_value (f : unary) (a : num) : option num :=
  match f with
  | Opposite => Some match a with Exact q => Exact (- q) | Ball i => Ball (I.neg i) end
  | Modulus => Some match a with Exact q => Exact (Qabs q) | Ball i => Ball (I.abs i) end
  | Floor => match a with Exact q => Some (Exact (inject_Z (Qfloor q))) | Ball _ => None end
  | Root =>
      match (match a with Exact q => exact_root q | Ball _ => None end) with
      | Some r => Some (Exact r)
      | None => if not_negative (ball a) then Some (Ball (I.sqrt p (ball a))) else None
      end
  | Exponential => Some (if is a 0 then Exact 1 else Ball (I.exp p (ball a)))
  | Logarithm => if is a 1 then Some (Exact 0) else match side (ball a) with Some Gt => Some (Ball (I.ln p (ball a))) | _ => None end
  | Cdf => if is a 0 then Some (Exact (1 # 2)) else
      let? j := cdf_value (ball a) (count a) in Some (Ball (probability p j))
  end.

Lemma Q2R_0 : Q2R 0 = 0.
Proof. unfold Q2R; simpl; lra. Qed.

Lemma Q2R_1 : Q2R 1 = 1.
Proof. unfold Q2R; simpl; lra. Qed.

Lemma Q2R_integer k : Q2R (inject_Z k) = IZR k.
Proof. unfold Q2R; simpl; field. Qed.

Lemma Q2R_abs q : Rabs (Q2R q) = Q2R (Qabs q).
Proof.
  apply (Qabs_case q (fun y => Rabs (Q2R q) = Q2R y)); intros h; apply Qle_Rle in h; rewrite Q2R_0 in h.
  - apply Rabs_right; lra.
  - rewrite Q2R_opp; apply Rabs_left1; lra.
Qed.

Lemma Phi_0 : Phi 0 = / 2.
Proof. unfold Phi; rewrite (Coquelicot.RInt.RInt_point 0); unfold Coquelicot.Hierarchy.zero; simpl; unfold Rdiv; ring. Qed.

Lemma unary_sound f a x n (K : R -> Prop) : near a x -> unary_value f a = Some n -> (forall y, near n y -> K y) ->
  unary_says f x K.
Proof.
  intros h result all; destruct f; simpl in result |- *.
  - apply all; replace n with (match a with Exact q => Exact (- q) | Ball i => Ball (I.neg i) end) by congruence.
    destruct a as [q|i]; [simpl in *; subst; symmetry; apply Q2R_opp|apply inside_neg, h].
  - apply all; replace n with (match a with Exact q => Exact (Qabs q) | Ball i => Ball (I.abs i) end) by congruence.
    destruct a as [q|i]; [simpl in *; subst; apply Q2R_abs|apply inside_abs, h].
  - destruct a as [q|i]; [|discriminate]; injection result as <-; simpl in h; subst.
    exists (Qfloor q); split; [|apply all; symmetry; apply Q2R_integer].
    rewrite <- Q2R_integer, <- Q2R_1, <- Q2R_plus; split.
    + apply Qle_Rle, Qfloor_le.
    + apply Qlt_Rlt; replace (inject_Z (Qfloor q) + 1)%Q with (inject_Z (Qfloor q) + inject_Z 1)%Q by reflexivity.
      rewrite <- inject_Z_plus; apply Qlt_floor.
  - destruct (match a with Exact q => exact_root q | Ball _ => None end) as [r|] eqn:root.
    + destruct a as [q|i]; [|discriminate]; injection result as <-; simpl in h; subst.
      apply exact_root_spec in root; destruct root as [positive equal]; split; [assumption|apply all; exact equal].
    + destruct (not_negative _) eqn:positive; [|discriminate]; injection result as <-.
      split; [apply (not_negative_spec (ball a)); [apply ball_inside|]; assumption|].
      apply all, inside_sqrt, ball_inside, h.
  - apply all; injection result as <-; destruct (is a 0) eqn:zero; simpl.
    + rewrite (is_spec _ _ _ h zero), Q2R_0, Q2R_1; apply exp_0.
    + apply inside_exp, ball_inside, h.
  - destruct (is a 1) eqn:one.
    + injection result as <-; rewrite (is_spec _ _ _ h one), Q2R_1; split; [lra|].
      apply all; simpl; rewrite Q2R_0; apply ln_1.
    + pose proof (side_spec _ _ (ball_inside _ _ h)) as known.
      destruct (side (ball a)) as [[]|]; try discriminate; injection result as <-.
      split; [exact known|apply all, inside_ln; [exact known|apply ball_inside, h]].
  - apply all; destruct (is a 0) eqn:zero.
    + injection result as <-; rewrite (is_spec _ _ _ h zero), Q2R_0, Phi_0; simpl; unfold Q2R; simpl; lra.
    + apply bind_some in result; destruct result as [j [found result]]; injection result as <-.
      pose proof (ball_inside _ _ h); unfold cdf_value in found; apply inside_probability.
      destruct (count a) as [k|]; [apply (cdf_inside p k (ball a))|apply (far_inside p (ball a))]; assumption.
Qed.

(* ---- Functions of two numbers ---- *)

Definition integer (n : num) : option Z :=
  match n with Exact q => let r := Qred q in if (Qden r =? 1)%positive then Some (Qnum r) else None | Ball _ => None end.

Lemma integer_spec n x k : near n x -> integer n = Some k -> x = IZR k.
Proof.
  destruct n as [q|i]; simpl; [|discriminate]; intros ->; rewrite <- Q2R_red; destruct (Qred q) as [top bottom]; cbn [Qnum Qden].
  destruct bottom; try discriminate; intros result; injection result as <-; exact (Q2R_integer top).
Qed.

Definition nonzero (n : num) : bool :=
  match n with Exact q => negb (Qeq_bool q 0) | Ball i => match side i with Some Lt | Some Gt => true | _ => false end end.

Lemma nonzero_spec n x : near n x -> nonzero n = true -> x <> 0.
Proof.
  destruct n as [q|i]; simpl; intros h.
  - destruct (Qeq_bool q 0) eqn:zero; [discriminate|]; intros _; subst; rewrite <- Q2R_0.
    intros same; apply eqR_Qeq, Qeq_eq_bool in same; congruence.
  - pose proof (side_spec _ _ h); destruct (side i) as [[]|]; try discriminate; lra.
Qed.

(* Only short powers are made as rational numbers. *)
Definition short_power (q : Q) (k : Z) : bool :=
  (Z.abs k * (Z.log2 (Z.abs (Qnum q)) + Z.log2 (Zpos (Qden q)) + 1) <=? longest)%Z.

Definition power (a : num) (k : Z) : option num :=
  if ((k <? 0)%Z && negb (nonzero a))%bool
  then None else Some
    match a with
    | Exact q => if short_power q k then rational (Qpower q k) else Ball (I.power_int p (ball_of q) k)
    | Ball i => Ball (I.power_int p i k)
    end.

Lemma Q2R_power_positive q k : Q2R (Qpower_positive q k) = Q2R q ^ Pos.to_nat k.
Proof.
  induction k as [k IH|k IH|]; [| |simpl; ring].
  - replace (Pos.to_nat k~1) with (S (Pos.to_nat k + Pos.to_nat k)) by lia.
    cbn [Rpow_def.pow]; rewrite pow_add, <- IH, <- !Q2R_mult; apply Qeq_eqR; reflexivity.
  - replace (Pos.to_nat k~0) with (Pos.to_nat k + Pos.to_nat k)%nat by lia.
    rewrite pow_add, <- IH, <- Q2R_mult; apply Qeq_eqR; reflexivity.
Qed.

Lemma Q2R_power q k : ((k < 0)%Z -> Q2R q <> 0) -> Q2R (Qpower q k) = powerRZ (Q2R q) k.
Proof.
  destruct k as [|k|k]; intros nonzero; simpl; [apply Q2R_1|apply Q2R_power_positive|].
  rewrite <- Q2R_power_positive; apply Q2R_inv; intros zero; apply Qeq_eqR in zero.
  rewrite Q2R_0, Q2R_power_positive in zero; apply (pow_nonzero _ (Pos.to_nat k)) in zero; [exact zero|].
  apply nonzero; reflexivity.
Qed.

Lemma power_sound a x k n : near a x -> power a k = Some n -> ((k < 0)%Z -> x <> 0) /\ near n (powerRZ x k).
Proof.
  intros h; unfold power; destruct (_ && _)%bool eqn:bad; [discriminate|]; intros result; injection result as <-.
  assert (safe : (k < 0)%Z -> x <> 0).
  { intros negative; apply Z.ltb_lt in negative; rewrite negative in bad; simpl in bad.
    apply (nonzero_spec a); [exact h|destruct (nonzero a); [reflexivity|discriminate]]. }
  split; [exact safe|]; destruct a as [q|i]; simpl in h; [|apply inside_power; assumption].
  subst; destruct (short_power q k); [|apply inside_power; [exact safe|apply ball_of_inside]].
  rewrite <- Q2R_power by exact safe; apply rational_near.
Qed.

Fixpoint choices_value (n : Z) (k : nat) : Q :=
  match k with O => 1 | S j => Qred (choices_value n j * inject_Z (n - Z.of_nat j) / inject_Z (Z.of_nat j + 1)) end.

Lemma choices_sound n k : Q2R (choices_value n k) = choices n k.
Proof.
  induction k as [|k IH]; [apply Q2R_1|cbn [choices_value choices]].
  rewrite Q2R_red, Q2R_div, Q2R_mult, !Q2R_integer, IH, minus_IZR, plus_IZR, <- INR_IZR_INZ; [reflexivity|].
  intros zero; apply Qeq_eqR in zero; rewrite Q2R_integer, Q2R_0 in zero; apply eq_IZR in zero; lia.
Qed.

(* A way from rational numbers if both are, and one from enclosures. *)
Definition either (exact : Q -> Q -> Q) (enclosed : I.type -> I.type -> I.type) (a b : num) : num :=
  match a, b with Exact x, Exact y => rational (exact x y) | _, _ => Ball (enclosed (ball a) (ball b)) end.

Lemma either_near exact enclosed a b x y z : near a x -> near b y ->
  (forall q r, x = Q2R q -> y = Q2R r -> z = Q2R (exact q r)) ->
  (inside (ball a) x -> inside (ball b) y -> inside (enclosed (ball a) (ball b)) z) -> near (either exact enclosed a b) z.
Proof.
  intros h g one two; pose proof (two (ball_inside _ _ h) (ball_inside _ _ g)).
  destruct a as [q|i]; [destruct b as [r|j]|]; try assumption; apply rational_is, one; assumption.
Qed.

(* The smaller or the larger: one of the two if their order is seen, else what holds both. *)
Definition extreme (first : comparison -> bool) (a b : num) : num :=
  match order a b with Some c => if first c then a else b | None => Ball (I.join (ball a) (ball b)) end.

Definition binary_value (f : binary) (a b : num) : option num :=
  match f with
  | Plus => Some (either Qplus (plus p) a b)
  | Minus => Some (either Qminus (minus p) a b)
  | Times => Some (either Qmult (I.mul p) a b)
  | Over => if nonzero b then Some (either Qdiv (I.div p) a b) else None
  | Power => let? k := integer b in power a k
  | Lesser => Some (extreme (fun c => match c with Gt => false | _ => true end) a b)
  | Greater => Some (extreme (fun c => match c with Lt => false | _ => true end) a b)
  | Choices => let? n := integer a in let? k := integer b in
      if ((0 <=? k) && (k <=? n))%Z%bool then Some (rational (choices_value n (Z.to_nat k))) else None
  end.

Lemma extreme_near (first : comparison -> bool) a b x y z : near a x -> near b y ->
  (forall c, ordered c x y -> z = if first c then x else y) -> z = x \/ z = y -> near (extreme first a b) z.
Proof.
  intros h g known one; unfold extreme; destruct (order a b) as [c|] eqn:seen.
  - rewrite (known c (order_spec _ _ _ _ _ h g seen)); destruct (first c); assumption.
  - apply inside_join; destruct one as [->| ->]; [left|right]; apply ball_inside; assumption.
Qed.

Lemma binary_sound f a b x y n (K : R -> Prop) : near a x -> near b y -> binary_value f a b = Some n ->
  (forall z, near n z -> K z) -> binary_says f x y K.
Proof.
  intros h g result all; destruct f; simpl in result |- *.
  - injection result as <-; apply all, (either_near _ _ _ _ x y); trivial; [|apply inside_plus].
    intros; subst; symmetry; apply Q2R_plus.
  - injection result as <-; apply all, (either_near _ _ _ _ x y); trivial; [|apply inside_minus].
    intros; subst; symmetry; apply Q2R_minus.
  - injection result as <-; apply all, (either_near _ _ _ _ x y); trivial; [|apply inside_mul].
    intros; subst; symmetry; apply Q2R_mult.
  - destruct (nonzero b) eqn:checked; [|discriminate]; pose proof (nonzero_spec _ _ g checked) as safe.
    split; [exact safe|]; injection result as <-; apply all, (either_near _ _ _ _ x y); trivial;
      [|intros; apply inside_div; assumption].
    intros q r -> ->; symmetry; apply Q2R_div; intros zero; apply Qeq_eqR in zero; rewrite Q2R_0 in zero; contradiction.
  - apply bind_some in result; destruct result as [k [whole result]]; exists k.
    destruct (power_sound _ _ _ _ h result); split; [apply (integer_spec b); assumption|split; [assumption|apply all; assumption]].
  - injection result as <-; apply all, (extreme_near _ _ _ x y); trivial.
    + intros [] sorted; simpl in sorted; [apply Rmin_left|apply Rmin_left|apply Rmin_right]; lra.
    + unfold Rmin; destruct (Rle_dec x y); auto.
  - injection result as <-; apply all, (extreme_near _ _ _ x y); trivial.
    + intros [] sorted; simpl in sorted; [apply Rmax_left|apply Rmax_right|apply Rmax_left]; lra.
    + unfold Rmax; destruct (Rle_dec x y); auto.
  - apply bind_some in result; destruct result as [i [top result]].
    apply bind_some in result; destruct result as [k [part result]].
    destruct (_ && _)%bool eqn:within; [|discriminate]; apply andb_prop in within; destruct within as [low high].
    apply Z.leb_le in low, high; injection result as <-.
    rewrite (integer_spec _ _ _ h top), (integer_spec _ _ _ g part).
    exists i, (Z.to_nat k); repeat split; [rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity|apply IZR_le; exact high|].
    apply all, rational_is; symmetry; apply choices_sound.
Qed.
End Settings.

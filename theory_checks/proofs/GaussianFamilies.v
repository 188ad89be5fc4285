(* Random numbers by their means, and Gaussian families: numbers of which every linear combination is normal. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Normal NormalSeries NormalTail NormalMean NormalEvents NormalSquare Moments RewardNoise.
Open Scope R_scope.

(* E X a: the number X has the mean a. All that is asked of means is true on every probability space. *)
Definition expectation {Omega} (E : (Omega -> R) -> R -> Prop) : Prop :=
  E (fun _ => 1) 1 /\
  (forall X Y a b c d, E X a -> E Y b -> E (fun w => c * X w + d * Y w) (c * a + d * b)) /\
  (forall X Y a b, (forall w, X w <= Y w) -> E X a -> E Y b -> a <= b).

(* The probability of what is so or not: the mean of 1 where it is so, else 0. *)
Definition indicator (b : bool) : R := if b then 1 else 0.
Definition probability {Omega} (E : (Omega -> R) -> R -> Prop) (S : Omega -> bool) (p : R) : Prop :=
  E (fun w => indicator (S w)) p.

Definition variance_of {Omega} (E : (Omega -> R) -> R -> Prop) (X : Omega -> R) (v : R) : Prop :=
  exists m s, E X m /\ E (fun w => X w ^ 2) s /\ v = s - m ^ 2.

Definition spread (k : nat) (cov : nat -> nat -> R) (c : nat -> R) : R :=
  sum k (fun i => sum k (fun j => c i * c j * cov i j)).

(* X is normal of mean 0 and deviation s: means are integrals against the density, where these converge absolutely. *)
Definition normal {Omega} (E : (Omega -> R) -> R -> Prop) (X : Omega -> R) (s : R) : Prop :=
  forall f l m, mean_of_one (fun z => f (s * z)) l -> mean_of_one (fun z => Rabs (f (s * z))) m -> E (fun w => f (X w)) l.

(* The first k numbers g are centred Gaussian with these covariances: so is every linear combination of them, and the
   law, which the covariances determine, is that of their reflections with the same covariances. *)
Definition gaussian {Omega} (E : (Omega -> R) -> R -> Prop) (k : nat) (g : nat -> Omega -> R) (cov : nat -> nat -> R) : Prop :=
  (forall c, 0 <= spread k cov c) /\
  (forall c, normal E (fun w => sum k (fun i => c i * g i w)) (sqrt (spread k cov c))) /\
  (forall (e : nat -> R) (f : (nat -> R) -> R) l,
    (forall i, e i = 1 \/ e i = -1) ->
    (forall i j, (i < k)%nat -> (j < k)%nat -> e i * e j * cov i j = cov i j) ->
    (forall x y, (forall i, (i < k)%nat -> x i = y i) -> f x = f y) ->
    E (fun w => f (fun i => g i w)) l -> E (fun w => f (fun i => e i * g i w)) l).

(* Independent numbers of the same deviation. *)
Definition apart (sigma : R) (i j : nat) : R := if Nat.eqb i j then sigma * sigma else 0.

Lemma mean_of_one_scale c f l : mean_of_one f l -> mean_of_one (fun z => c * f z) (c * l).
Proof.
  unfold mean_of_one; intros of.
  apply (is_RInt_gen_ext (fun x => scal c (f x * density x))).
  - apply filter_forall; intros ends x _; change (c * (f x * density x) = c * f x * density x); ring.
  - apply (is_RInt_gen_scal (V := R_NormedModule) _ c l), of.
Qed.

Section Means.
Context {Omega : Type} (E : (Omega -> R) -> R -> Prop) (means : expectation E).

Lemma mean_same X a b : E X a -> E X b -> a = b.
Proof. destruct means as (_ & _ & up); intros one two; apply Rle_antisym; eapply up; eauto; intros; apply Rle_refl. Qed.

Lemma mean_is X Y a b : (forall w, X w = Y w) -> a = b -> E X a -> E Y b.
Proof. intros same <-; replace Y with X by (apply functional_extensionality; exact same); trivial. Qed.

Lemma mean_constant c : E (fun _ => c) c.
Proof.
  destruct means as (one & linear & _).
  apply (mean_is (fun w => c * 1 + 0 * 1) _ (c * 1 + 0 * 1)); [intros; ring|ring|apply linear; exact one].
Qed.

Lemma mean_times c X a : E X a -> E (fun w => c * X w) (c * a).
Proof.
  intros some; apply (mean_is (fun w => c * X w + 0 * X w) _ (c * a + 0 * a)); [intros; ring|ring|].
  apply means; exact some.
Qed.

Lemma mean_plus X Y a b : E X a -> E Y b -> E (fun w => X w + Y w) (a + b).
Proof.
  intros one two; apply (mean_is (fun w => 1 * X w + 1 * Y w) _ (1 * a + 1 * b)); [intros; ring|ring|].
  apply means; assumption.
Qed.

Lemma mean_sum k X a : (forall i, (i < k)%nat -> E (X i) (a i)) -> E (fun w => sum k (fun i => X i w)) (sum k a).
Proof.
  induction k as [|k IH]; intros all; simpl; [apply mean_constant|].
  apply (mean_plus (fun w => sum k (fun i => X i w))); [apply IH; intros|]; apply all; lia.
Qed.

Lemma mean_minus X Y a b : E X a -> E Y b -> E (fun w => X w - Y w) (a - b).
Proof.
  intros one two; apply (mean_is (fun w => 1 * X w + -1 * Y w) _ (1 * a + -1 * b)); [intros; ring|ring|].
  apply means; assumption.
Qed.

Lemma mean_below X Y a b : (forall w, X w <= Y w) -> E X a -> E Y b -> a <= b.
Proof. apply means. Qed.

Section OfOne.
Variables (X : Omega -> R) (s : R).
Hypothesis (law : normal E X s).

Lemma mean_of_normal : E X 0.
Proof.
  apply (law (fun x => x) 0 (0 + Rabs s * mean_modulus)).
  - pose proof (mean_of_one_scale s _ _ mean_centred) as of; rewrite Rmult_0_r in of; exact of.
  - apply (mean_of_one_ext (fun z => 0 + Rabs s * Rabs z)); [intros; rewrite Rabs_mult; ring|].
    apply mean_of_one_linear.
Qed.

Lemma mean_of_modulus : E (fun w => Rabs (X w)) (Rabs s * mean_modulus).
Proof.
  assert (of : mean_of_one (fun z => Rabs (s * z)) (Rabs s * mean_modulus)).
  { apply (mean_of_one_ext (fun z => 0 + Rabs s * Rabs z)); [intros; rewrite Rabs_mult; ring|].
    rewrite <- (Rplus_0_l (Rabs s * mean_modulus)); apply mean_of_one_linear. }
  apply (law Rabs _ (Rabs s * mean_modulus)); [exact of|].
  apply (mean_of_one_ext (fun z => Rabs (s * z))); [intros; symmetry; apply Rabs_Rabsolu|exact of].
Qed.

Lemma mean_of_square : E (fun w => X w ^ 2) (s * s).
Proof.
  assert (of : mean_of_one (fun z => (s * z) ^ 2) (s * s)).
  { pose proof (mean_of_one_square 0 (s * s)) as of; rewrite Rplus_0_l in of; revert of; apply mean_of_one_ext.
    intros z; ring. }
  apply (law (fun x => x ^ 2) _ (s * s)); [exact of|].
  apply (mean_of_one_ext (fun z => (s * z) ^ 2)); [intros; symmetry; apply Rabs_pos_eq, pow2_ge_0|exact of].
Qed.

Lemma mean_of_exponential a b : E (fun w => exp (a + b * X w)) (exp (a + (b * s) ^ 2 / 2)).
Proof.
  pose proof (exponential_mean a (b * s)) as of.
  apply (law (fun x => exp (a + b * x)) _ (exp (a + (b * s) ^ 2 / 2))).
  - apply (mean_of_one_ext (fun z => exp (a + b * s * z))); [intros; f_equal; ring|exact of].
  - apply (mean_of_one_ext (fun z => exp (a + b * s * z))); [|exact of].
    intros z; rewrite Rabs_pos_eq by (left; apply exp_pos); f_equal; ring.
Qed.

Lemma chance_of_level t : 0 < s -> probability E (fun w => at_least t (X w)) (Phi (- (t / s))).
Proof.
  intros positive; pose proof (chance_up 0 s t positive) as of; unfold chance in of.
  replace (- (t / s)) with ((0 - t) / s) by (field; lra).
  apply (law (fun x => indicator (at_least t x)) _ (Phi ((0 - t) / s))).
  - apply (mean_of_one_ext (fun z => if at_least t (0 + s * z) then 1 else 0)); [|exact of].
    intros z; rewrite Rplus_0_l; reflexivity.
  - apply (mean_of_one_ext (fun z => if at_least t (0 + s * z) then 1 else 0)); [|exact of].
    intros z; rewrite Rplus_0_l; unfold indicator; destruct (at_least t (s * z)); rewrite ?Rabs_R0, ?Rabs_R1; reflexivity.
Qed.
End OfOne.
End Means.

(* A combination of a Gaussian family, by its coefficients. *)
Lemma combination {Omega} (E : (Omega -> R) -> R -> Prop) k g cov c X s : gaussian E k g cov ->
  (forall w, X w = sum k (fun i => c i * g i w)) -> 0 <= s -> s * s = spread k cov c -> normal E X s.
Proof.
  intros (_ & law & _) same nonneg equal.
  replace X with (fun w => sum k (fun i => c i * g i w)) by (apply functional_extensionality; symmetry; apply same).
  replace s with (sqrt (spread k cov c)); [apply law|rewrite <- equal; apply sqrt_square, nonneg].
Qed.

Lemma max_by_modulus x y : Rmax x y = (x + y) / 2 + Rabs (x - y) / 2.
Proof. unfold Rmax, Rabs; destruct (Rle_dec x y), (Rcase_abs (x - y)); lra. Qed.

Lemma min_by_modulus x y : Rmin x y = (x + y) / 2 - Rabs (x - y) / 2.
Proof. unfold Rmin, Rabs; destruct (Rle_dec x y), (Rcase_abs (x - y)); lra. Qed.

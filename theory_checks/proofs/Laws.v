(* Laws by the means that they give: sums, integrals, or whatever else is linear and keeps order. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Normal NormalSeries NormalTail NormalMean.
Open Scope R_scope.

(* law f l: the mean of f exists, and is l. *)
Definition law (Y : Type) := (Y -> R) -> R -> Prop.

Record is_law {Y : Type} (mean : law Y) : Prop := {
  of_constant : forall c, mean (fun _ => c) c;
  of_sum : forall f g a b k l, mean f k -> mean g l -> mean (fun y => a * f y + b * g y) (a * k + b * l);
  in_order : forall f g k l, (forall y, f y <= g y) -> mean f k -> mean g l -> k <= l
}.

Section One.
Context {Y : Type} (mean : law Y) (lawful : is_law mean).

Lemma law_ext f g l : (forall y, f y = g y) -> mean f l -> mean g l.
Proof. intros same; replace g with f by (apply functional_extensionality, same); trivial. Qed.

Lemma law_unique f k l : mean f k -> mean f l -> k = l.
Proof. intros one two; apply Rle_antisym; apply (in_order mean lawful f f); trivial; intros; apply Rle_refl. Qed.

Lemma law_scaled f a k : mean f k -> mean (fun y => a * f y) (a * k).
Proof.
  intros known; replace (a * k) with (a * k + 0 * 0) by ring.
  apply (law_ext (fun y => a * f y + 0 * 0)); [intros; ring|apply (of_sum mean lawful f (fun _ => 0))]; [exact known|exact (of_constant mean lawful 0)].
Qed.

Lemma law_added f g k l : mean f k -> mean g l -> mean (fun y => f y + g y) (k + l).
Proof.
  intros one two; replace (k + l) with (1 * k + 1 * l) by ring.
  apply (law_ext (fun y => 1 * f y + 1 * g y)); [intros; ring|apply of_sum; assumption].
Qed.

Lemma law_sum n (f : nat -> Y -> R) k : (forall i, (i < n)%nat -> mean (f i) (k i)) ->
  mean (fun y => sum n (fun i => f i y)) (sum n k).
Proof.
  induction n as [|n IH]; intros known; [exact (of_constant mean lawful 0)|]; cbn [sum].
  apply law_added; [apply IH; intros i small; apply known; lia|apply known; lia].
Qed.
End One.

(* All mass in one place *)
Definition point {Y : Type} (place : Y) : law Y := fun f l => l = f place.

Lemma point_law {Y : Type} (place : Y) : is_law (point place).
Proof. split; unfold point; [reflexivity|intros; subst; reflexivity|intros f g k l below -> ->; apply below]. Qed.

(* Finitely many outcomes *)
Definition discrete {Y : Type} (count : nat) (p : nat -> R) (outcome : nat -> Y) : law Y :=
  fun f l => l = sum count (fun i => p i * f (outcome i)).

Lemma discrete_law {Y : Type} count p (outcome : nat -> Y) :
  (forall i, (i < count)%nat -> 0 <= p i) -> sum count p = 1 -> is_law (discrete count p outcome).
Proof.
  intros nonneg one; unfold discrete; split.
  - intros c; rewrite (sum_ext count _ (fun i => c * p i)), sum_scale, one by (intros; ring); ring.
  - intros f g a b k l -> ->; rewrite <- !sum_scale, <- sum_add; apply sum_ext; intros; ring.
  - intros f g k l below -> ->; assert (0 <= sum count (fun i => p i * g (outcome i)) - sum count (fun i => p i * f (outcome i))); [|lra].
    rewrite <- sum_sub; apply sum_nonneg; intros i small; rewrite <- Rmult_minus_distr_l; apply Rmult_le_pos;
      [apply nonneg, small|specialize (below (outcome i)); lra].
Qed.

(* One standard normal number *)
Lemma normal_law : is_law mean_of_one.
Proof.
  split.
  - intros c; unfold mean_of_one; apply (is_RInt_gen_ext (fun x => scal c (1 * density x))).
    + apply filter_forall; intros ends x _; match goal with |- scal ?a ?b = ?r => change (a * b = r) end; ring.
    + pose proof (is_RInt_gen_scal (V := R_NormedModule) _ c 1 mean_one) as known.
      change (scal c 1) with (c * 1) in known; rewrite Rmult_1_r in known; exact known.
  - intros f g a b k l one two; unfold mean_of_one.
    apply (is_RInt_gen_ext (fun x => plus (scal a (f x * density x)) (scal b (g x * density x)))).
    + apply filter_forall; intros ends x _.
      match goal with |- plus (scal ?a ?b) (scal ?e ?f) = ?r => change (a * b + e * f = r) end; ring.
    + apply (is_RInt_gen_plus (V := R_NormedModule)); apply (is_RInt_gen_scal (V := R_NormedModule)); assumption.
  - intros f g k l below one two; unfold mean_of_one, is_RInt_gen in *; apply Rnot_lt_le; intros more.
    set (F := filter_prod (Rbar_locally m_infty) (Rbar_locally p_infty)).
    assert (half : 0 < (k - l) / 2) by lra.
    pose proof (proj1 (filterlimi_locally (F := F) _ k) one (mkposreal _ half)) as left.
    pose proof (proj1 (filterlimi_locally (F := F) _ l) two (mkposreal _ half)) as right.
    assert (ordered : F (fun ab => fst ab <= snd ab)).
    { exists (fun x => x < 0) (fun y => 0 < y); [exists 0; trivial|exists 0; trivial|]; intros x y; simpl; lra. }
    destruct (filter_ex _ (filter_and _ _ (filter_and _ _ left right) ordered)) as [[a b] [[[u [Iu closeu]] [v [Iv closev]]] between]].
    simpl in *; assert (u <= v).
    { apply (is_RInt_le (fun x => f x * density x) (fun x => g x * density x) a b); trivial; intros x _.
      apply Rmult_le_compat_r; [|apply below]; apply Rdiv_le_0_compat; [left; apply exp_pos|apply root_pos]. }
    apply Rabs_def2 in closeu; apply Rabs_def2 in closev; unfold minus, plus, opp in *; simpl in *; lra.
Qed.

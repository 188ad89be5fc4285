(* Differential privacy of laws on finitely many outcomes: what comes after a release, releases that depend on those before, and groups.
   The arguments are those of basic-composition and group-privacy in examples/classics; joint privacy is in Agents.v. *)
From Coq Require Import Reals Lra List.
From TheoryChecks Require Import Sums.
Open Scope R_scope.

Definition is_law (n : nat) (p : nat -> R) : Prop := (forall i, 0 <= p i) /\ sum n p = 1.
Definition chance (n : nat) (p : nat -> R) (E : nat -> bool) : R := sum n (fun i => if E i then p i else 0).
Definition close (n : nat) (epsilon delta : R) (P Q : nat -> R) : Prop := forall E, chance n P E <= exp epsilon * chance n Q E + delta.

(* A test rejects an outcome with some probability: an event that is drawn. *)
Definition test {A : Type} (f : A -> R) : Prop := forall a, 0 <= f a <= 1.
Definition mean (n : nat) (p f : nat -> R) : R := sum n (fun i => p i * f i).

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof.
  intro le. enough (0 <= sum n (fun i => g i - f i)) by (rewrite sum_sub in H; lra).
  apply sum_nonneg. intros i small. specialize (le i small). lra.
Qed.

Lemma mean_of_tests n p f : is_law n p -> test f -> 0 <= mean n p f <= 1.
Proof.
  intros [nonneg one] tested. unfold mean. split.
  - apply sum_nonneg. intros i _. apply Rmult_le_pos; [apply nonneg | apply tested].
  - rewrite <- one. apply sum_le. intros i _. specialize (nonneg i). specialize (tested i). nra.
Qed.

(* Drawn events tell no more than events do. *)
Lemma close_on_tests n epsilon delta P Q f : close n epsilon delta P Q -> test f -> mean n P f <= exp epsilon * mean n Q f + delta.
Proof.
  intros near tested. pose (E i := if Rlt_dec (exp epsilon * Q i) (P i) then true else false).
  specialize (near E). unfold chance, mean in *.
  enough (sum n (fun i => P i * f i) - exp epsilon * sum n (fun i => Q i * f i) <=
    sum n (fun i => if E i then P i else 0) - exp epsilon * sum n (fun i => if E i then Q i else 0)) by lra.
  rewrite <- !sum_scale, <- !sum_sub. apply sum_le. intros i _. specialize (tested i).
  unfold E. destruct (Rlt_dec (exp epsilon * Q i) (P i)); nra.
Qed.

(* What is made of an outcome: K i is the law of what becomes of i. *)
Definition after (n : nat) (p : nat -> R) (K : nat -> nat -> R) : nat -> R := fun j => sum n (fun i => p i * K i j).

Lemma chance_after n m p K E : chance m (after n p K) E = mean n p (fun i => chance m (K i) E).
Proof.
  unfold chance, after, mean.
  transitivity (sum m (fun j => sum n (fun i => p i * (if E j then K i j else 0)))).
  - apply sum_ext. intros j _. destruct (E j); [reflexivity |]. rewrite (sum_ext _ _ (fun _ => 0)) by (intros; lra).
    rewrite sum_const. lra.
  - rewrite sum_swap. apply sum_ext. intros i _. apply sum_scale.
Qed.

Lemma chance_as_mean n p E : chance n p E = mean n p (fun i => if E i then 1 else 0).
Proof. apply sum_ext. intros i _. destruct (E i); lra. Qed.

Lemma chance_tests n p E : is_law n p -> 0 <= chance n p E <= 1.
Proof. intro lawful. rewrite chance_as_mean. apply mean_of_tests; [exact lawful |]. intro i. destruct (E i); lra. Qed.

Theorem post_processing n m epsilon delta P Q K : (forall i, is_law m (K i)) -> close n epsilon delta P Q ->
  close m epsilon delta (after n P K) (after n Q K).
Proof.
  intros lawful near E. rewrite !chance_after. apply close_on_tests; [exact near |].
  intro i. apply chance_tests, lawful.
Qed.

(* Releases one after the other: `step rest past` is the law of the next outcome, `rest` come after it. The mean of a test of all. *)
Fixpoint in_turn (n : nat) (step : nat -> list nat -> nat -> R) (k : nat) (past : list nat) (f : list nat -> R) : R :=
  match k with O => f past | S rest => mean n (step rest past) (fun i => in_turn n step rest (i :: past) f) end.

Lemma in_turn_test n step k f : (forall rest past, is_law n (step rest past)) -> test f -> forall past, 0 <= in_turn n step k past f <= 1.
Proof.
  intros lawful tested. induction k as [| rest IH]; intro past; [apply tested |].
  cbn. apply mean_of_tests; [apply lawful |]. intro i. apply IH.
Qed.

Theorem adaptive_composition n P Q (epsilon delta : nat -> R) k f :
  (forall rest past, is_law n (P rest past)) -> (forall rest past, is_law n (Q rest past)) ->
  (forall rest past, 0 <= delta rest /\ close n (epsilon rest) (delta rest) (P rest past) (Q rest past)) -> test f ->
  forall past, in_turn n P k past f <= exp (sum k epsilon) * in_turn n Q k past f + sum k delta.
Proof.
  intros lawful lawful' near tested. induction k as [| rest IH]; intro past; cbn; [rewrite exp_0; lra |].
  pose (capped i := Rmin 1 (exp (sum rest epsilon) * in_turn n Q rest (i :: past) f)).
  assert (some : forall i, 0 <= exp (sum rest epsilon) * in_turn n Q rest (i :: past) f)
    by (intro i; apply Rmult_le_pos; [left; apply exp_pos | apply in_turn_test; assumption]).
  assert (small : 0 <= sum rest delta) by (apply sum_nonneg; intros i _; apply (near i nil)).
  assert (most : mean n (P rest past) (fun i => in_turn n P rest (i :: past) f) <= mean n (P rest past) capped + sum rest delta).
  { destruct (lawful rest past) as [nonneg one]. unfold mean.
    replace (sum rest delta) with (sum n (fun i => sum rest delta * P rest past i)) by (rewrite sum_scale, one; ring).
    rewrite <- sum_add. apply sum_le. intros i _. specialize (nonneg i). specialize (IH (i :: past)).
    pose proof (in_turn_test n P rest f lawful tested (i :: past)).
    enough (in_turn n P rest (i :: past) f <= capped i + sum rest delta) by nra.
    unfold capped, Rmin. destruct (Rle_dec 1 _); lra. }
  assert (fits : test capped) by (intro i; specialize (some i); unfold capped, Rmin; destruct (Rle_dec 1 _); lra).
  destruct (near rest past) as [_ close_here].
  pose proof (close_on_tests _ _ _ _ _ _ close_here fits) as first.
  assert (last : mean n (Q rest past) capped <= exp (sum rest epsilon) * mean n (Q rest past) (fun i => in_turn n Q rest (i :: past) f)).
  { unfold mean. rewrite <- sum_scale. apply sum_le. intros i _. destruct (lawful' rest past) as [nonneg _]. specialize (nonneg i).
    pose proof (Rmin_r 1 (exp (sum rest epsilon) * in_turn n Q rest (i :: past) f)). fold (capped i) in H. nra. }
  rewrite exp_plus. pose proof (exp_pos (epsilon rest)). nra.
Qed.

(* Laws of data sets each of which is a neighbour of the next one. *)
Theorem group_privacy n epsilon delta (law_of : nat -> nat -> R) k : (forall j, close n epsilon delta (law_of j) (law_of (S j))) ->
  close n (INR k * epsilon) (delta * sum k (fun j => exp (INR j * epsilon))) (law_of O) (law_of k).
Proof.
  intros near E. induction k as [| k IH].
  - cbn. rewrite Rmult_0_l, exp_0. lra.
  - specialize (near k E). rewrite S_INR. cbn [sum].
    replace ((INR k + 1) * epsilon) with (INR k * epsilon + epsilon) by ring. rewrite exp_plus.
    pose proof (exp_pos (INR k * epsilon)). nra.
Qed.

(* Randomised response: the truth with probability 3/4 is ln 3 private, and no less. *)
Definition response (truth i : nat) : R := if Nat.eqb truth i then 3 / 4 else 1 / 4.

Example response_is_private : is_law 2 (response 0) /\ is_law 2 (response 1) /\ close 2 (ln 3) 0 (response 0) (response 1) /\
  forall epsilon, close 2 epsilon 0 (response 0) (response 1) -> ln 3 <= epsilon.
Proof.
  unfold is_law, close, chance, response. repeat split; cbn; try lra; try (intro i; destruct i as [| [| i]]; cbn; lra).
  - intro E. rewrite exp_ln by lra. destruct (E 0%nat), (E 1%nat); lra.
  - intros epsilon near. specialize (near (Nat.eqb 0)). cbn in near.
    destruct (Rle_lt_dec (ln 3) epsilon) as [|small]; [assumption |]. apply exp_increasing in small. rewrite exp_ln in small by lra. lra.
Qed.

(* How often the largest of N values reaches a level: at most N times as often as one of them, and exactly how often if they are independent. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Laws RandomElements Maximum Normal NormalMean NormalEvents Expectation.
Open Scope R_scope.

Definition reached (c x : R) : R := if at_least c x then 1 else 0.

Lemma reached_least c x : 0 <= reached c x <= 1.
Proof. unfold reached; destruct (at_least c x); lra. Qed.

Lemma reached_monotone c x y : x <= y -> reached c x <= reached c y.
Proof. intros order; unfold reached, at_least; destruct (Rle_dec c x), (Rle_dec c y); lra. Qed.

Lemma reached_by_one c N f : (0 < N)%nat -> reached c (best N f) <= sum N (fun i => reached c (f i)).
Proof.
  intros some; destruct (best_attained N f some) as [a [small ->]]; induction N as [|N IH]; [lia|]; cbn [sum].
  destruct (Nat.eq_dec a N) as [-> | other].
  - assert (0 <= sum N (fun i => reached c (f i))) by (apply sum_nonneg; intros; apply reached_least); lra.
  - pose proof (IH ltac:(lia) ltac:(lia)); pose proof (reached_least c (f N)); lra.
Qed.

Theorem union_bound (Omega : Type) (averages : (Omega -> R) -> R -> Prop) (X : Omega -> nat -> R) N c p tail :
  is_law averages -> (0 < N)%nat -> (forall i, (i < N)%nat -> averages (fun w => reached c (X w i)) p) ->
  averages (fun w => reached c (best N (X w))) tail -> tail <= INR N * p.
Proof.
  intros is_law some each known.
  assert (all : forall n, (n <= N)%nat -> exists q, q = INR n * p /\ averages (fun w => 1 * sum n (fun i => reached c (X w i)) + 0 * 1) q \/ n = 0%nat).
  { induction n as [|n IH]; intros small; [exists 0; right; reflexivity|exists (INR (S n) * p); left; split; [reflexivity|]].
    destruct (IH ltac:(lia)) as [q [[-> before] | ->]].
    - pose proof (linear is_law _ _ _ _ 1 1 before (each n ltac:(lia))) as both; rewrite S_INR.
      replace ((INR n + 1) * p) with (1 * (INR n * p) + 1 * p) by ring.
      refine (eq_rect _ (fun f => averages f _) both _ _); apply FunctionalExtensionality.functional_extensionality; intros w; cbn [sum]; ring.
    - pose proof (linear is_law _ _ _ _ 1 0 (each 0%nat ltac:(lia)) (each 0%nat ltac:(lia))) as one.
      replace (INR 1 * p) with (1 * p + 0 * p) by (simpl; ring).
      refine (eq_rect _ (fun f => averages f _) one _ _); apply FunctionalExtensionality.functional_extensionality; intros w; cbn [sum]; ring. }
  destruct (all N (le_n N)) as [q [[-> total] | none]]; [|lia].
  refine (monotone is_law _ _ _ _ _ known total); intros w; pose proof (reached_by_one c N (X w) some); lra.
Qed.

(* No value reaches the level: a product. *)
Fixpoint spared (N : nat) (c : R) (f : nat -> R) : R := match N with O => 1 | S k => spared k c f * (1 - reached c (f k)) end.

Lemma spared_best N c f : (0 < N)%nat -> 1 - spared N c f = reached c (best N f).
Proof.
  induction N as [|N IH]; intros some; [lia|]; cbn [spared]; destruct N as [|N]; [simpl; ring|].
  rewrite best_next; specialize (IH ltac:(lia)); unfold reached, at_least in *.
  assert (either : c <= Rmax (best (S N) f) (f (S N)) <-> c <= best (S N) f \/ c <= f (S N)).
  { unfold Rmax; destruct (Rle_dec (best (S N) f) (f (S N))); split; intros h; try (destruct h); lra || tauto. }
  destruct (Rle_dec c (best (S N) f)), (Rle_dec c (f (S N))), (Rle_dec c (Rmax (best (S N) f) (f (S N)))); try tauto; lra.
Qed.

Theorem independent sigma c p N : mean_of_one (fun z => reached c (sigma * z)) p ->
  mean N (fun z => spared N c (fun i => sigma * z i)) ((1 - p) ^ N).
Proof.
  intros known; induction N as [|N IH]; [reflexivity|].
  exists (fun x => (1 - p) ^ N * (1 * 1 + -1 * reached c (sigma * x))); split.
  - intros x; pose proof (mean_linear N _ _ _ _ (1 * 1 + -1 * reached c (sigma * x)) 0 IH IH) as scaled; rewrite Rmult_0_l, Rplus_0_r in scaled.
    rewrite Rmult_comm; apply (mean_ext N) with (2 := scaled); intros z; cbn [spared]; rewrite Nat.eqb_refl, Rmult_0_l, Rplus_0_r.
    replace (spared N c (fun i => sigma * (if Nat.eqb i N then x else z i))) with (spared N c (fun i => sigma * z i)); [ring|].
    assert (same : forall n, (n <= N)%nat -> spared n c (fun i => sigma * z i) = spared n c (fun i => sigma * (if Nat.eqb i N then x else z i))).
    { induction n as [|n IHn]; intros small; [reflexivity|]; cbn [spared]; rewrite IHn by lia.
      replace (Nat.eqb n N) with false by (symmetry; apply Nat.eqb_neq; lia); reflexivity. }
    apply same, le_n.
  - pose proof (mean_of_one_linear_in _ _ _ _ 1 (-1) mean_one known) as less.
    pose proof (mean_of_one_linear_in _ _ _ _ ((1 - p) ^ N) 0 less less) as scaled.
    replace ((1 - p) ^ S N) with ((1 - p) ^ N * (1 * 1 + -1 * p) + 0 * (1 * 1 + -1 * p)) by (simpl; ring).
    refine (mean_of_one_ext _ _ _ _ scaled); intros z; ring.
Qed.

Lemma chance_of_scaled sigma c : 0 < sigma -> mean_of_one (fun z => reached c (sigma * z)) (Phi (- c / sigma)).
Proof.
  intros noise; pose proof (chance_up 0 sigma c noise) as known; replace ((0 - c) / sigma) with (- c / sigma) in known by (field; lra).
  refine (mean_of_one_ext _ _ _ _ known); intros z; rewrite Rplus_0_l; reflexivity.
Qed.

(* One state, many actions: which of them is best under normal noise, and how often it is the one that is best without. *)
From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Policies Normal NormalSeries NormalTail NormalMean NormalEvents Gaussian.
From TheoryChecks Require Import RewardNoise LinearForms MeanExists DualPrograms.
Open Scope R_scope.

(* The first of the largest numbers. *)
Fixpoint top (k : nat) (x : nat -> R) : nat :=
  match k with O => O | S j => if Rlt_dec (x (top j x)) (x j) then j else top j x end.

Lemma top_most k x : (0 < k)%nat -> (top k x < k)%nat /\ forall i, (i < k)%nat -> x i <= x (top k x).
Proof.
  induction k as [|k IH]; [lia|]; intros _; destruct k as [|k].
  - split; [simpl; destruct (Rlt_dec (x 0%nat) (x 0%nat)); lia|]; intros i small; replace i with 0%nat by lia.
    simpl; destruct (Rlt_dec (x 0%nat) (x 0%nat)); lra.
  - destruct (IH ltac:(lia)) as [inside most]; change (top (S (S k)) x) with (if Rlt_dec (x (top (S k) x)) (x (S k)) then S k else top (S k) x).
    destruct (Rlt_dec (x (top (S k) x)) (x (S k))) as [less|more]; (split; [lia|]); intros i small;
      (destruct (Nat.eq_dec i (S k)) as [->|]; [lra|specialize (most i ltac:(lia)); lra]).
Qed.

Lemma top_best k x : (0 < k)%nat -> x (top k x) = best k x.
Proof.
  intros some; destruct (top_most k x some) as [inside most]; apply Rle_antisym; [apply best_above, inside|].
  apply best_least; [exact some|exact most].
Qed.

(* All of the first numbers are below t. *)
Fixpoint below (k : nat) (t : R) (z : nat -> R) : R :=
  match k with O => 1 | S j => below j t z * (if Rlt_dec (z j) t then 1 else 0) end.

Lemma below_ext k t z w : (forall i, (i < k)%nat -> z i = w i) -> below k t z = below k t w.
Proof.
  induction k as [|k IH]; intros same; [reflexivity|]; cbn [below]; rewrite IH by (intros; apply same; lia).
  rewrite same by lia; reflexivity.
Qed.

Lemma below_true k t z : (forall i, (i < k)%nat -> z i < t) -> below k t z = 1.
Proof.
  induction k as [|k IH]; intros small; [reflexivity|]; cbn [below]; rewrite IH by (intros; apply small; lia).
  destruct (Rlt_dec (z k) t) as [|no]; [ring|destruct no; apply small; lia].
Qed.

Lemma below_false k t z i : (i < k)%nat -> t <= z i -> below k t z = 0.
Proof.
  induction k as [|k IH]; [lia|]; intros small large; cbn [below]; destruct (Nat.eq_dec i k) as [->|].
  - destruct (Rlt_dec (z k) t); [lra|ring].
  - rewrite IH by (lia || lra); ring.
Qed.

Lemma chance_below t : mean_of_one (fun x => if Rlt_dec x t then 1 else 0) (Phi t).
Proof.
  replace (Phi t) with (1 + -1 * Phi (- t)) by (rewrite Phi_opposite; ring).
  apply (mean_of_one_ext (fun x => 1 + -1 * (if at_least t x then 1 else 0))).
  - intros x; unfold at_least; destruct (Rle_dec t x), (Rlt_dec x t); lra.
  - apply (mean_of_one_sum (fun _ => 1) (fun x => -1 * (if at_least t x then 1 else 0))); [exact mean_one|].
    exact (mean_of_one_scaled (-1) _ _ (chance_of_tail t)).
Qed.

Theorem chance_all_below k t : mean k (below k t) (Phi t ^ k).
Proof.
  induction k as [|k IH]; [reflexivity|]; exists (fun x => (if Rlt_dec x t then 1 else 0) * Phi t ^ k); split.
  - intros x; apply (mean_ext k (fun z => (if Rlt_dec x t then 1 else 0) * below k t z)); [|exact (mean_times k _ _ _ IH)].
    intros z; cbn [below]; rewrite Nat.eqb_refl, Rmult_comm; f_equal; apply below_ext; intros i small.
    replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
  - apply (mean_of_one_ext (fun x => Phi t ^ k * (if Rlt_dec x t then 1 else 0))); [intros; ring|].
    replace (Phi t ^ S k) with (Phi t ^ k * Phi t) by (simpl; ring); exact (mean_of_one_scaled (Phi t ^ k) _ _ (chance_below t)).
Qed.

Lemma Phi_0 : Phi 0 = / 2.
Proof. pose proof (Phi_opposite 0) as known; rewrite Ropp_0 in known; lra. Qed.

Lemma Phi_monotone x y : x <= y -> Phi x <= Phi y.
Proof.
  intros [up| ->]; [|lra]; destruct (MVT_gen Phi x y density) as [c [_ equal]].
  - intros t _; apply is_derive_Phi.
  - intros t _; apply continuity_pt_filterlim, (ex_derive_continuous Phi); exists (density t); apply is_derive_Phi.
  - pose proof (density_pos c); nra.
Qed.

(* With c ahead of k others: the chance to stay ahead is little more than a half if there are many others. *)
Lemma stays_ahead k c : exists p, p <= Phi c ^ k + / 2 /\ mean (S k) (fun z => below k (z k + c) z) p.
Proof.
  assert (between : forall x, 0 <= Phi (x + c) ^ k <= 1).
  { intros x; pose proof (Phi_between (x + c)); split; [apply pow_le; lra|]; rewrite <- (pow1 k); apply pow_incr; lra. }
  destruct (mean_of_one_exists 1 0 (fun x => Phi (x + c) ^ k)) as [p known]; try lra.
  - intros x; apply (ex_derive_continuous (fun x => Phi (x + c) ^ k)), ex_derive_pow.
    eexists; apply (is_derive_comp Phi (fun x => x + c)); [apply is_derive_Phi|auto_derive; [trivial|reflexivity]].
  - intros x; rewrite Rabs_pos_eq by apply between; specialize (between x); lra.
  - exists p; split.
    + replace (Phi c ^ k + / 2) with (Phi c ^ k + Phi (- 0)) by (rewrite Ropp_0, Phi_0; ring).
      apply (mean_of_one_le (fun x => Phi (x + c) ^ k) (fun x => Phi c ^ k + (if at_least 0 x then 1 else 0))); [exact known| |].
      * exact (mean_of_one_sum _ _ _ _ (mean_of_one_const (Phi c ^ k)) (chance_of_tail 0)).
      * intros x; pose proof (between x); pose proof (Phi_between c); pose proof (pow_le (Phi c) k ltac:(lra)); unfold at_least.
        destruct (Rle_dec 0 x); [lra|]; rewrite Rplus_0_r; pose proof (Phi_between (x + c)); apply pow_incr; split; [lra|].
        apply Phi_monotone; lra.
    + exists (fun x => Phi (x + c) ^ k); split; [|exact known]; intros x.
      apply (mean_ext k (below k (x + c))); [|apply chance_all_below]; intros z; rewrite Nat.eqb_refl; apply below_ext.
      intros i small; replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
Qed.

Lemma many_others e c : 0 < e -> exists k, (0 < k)%nat /\ Phi c ^ k <= e.
Proof.
  intros positive; pose proof (Phi_between c).
  destruct (pow_lt_1_zero (Phi c) ltac:(rewrite Rabs_pos_eq; lra) e positive) as [k small]; exists (S k); split; [lia|].
  specialize (small (S k) ltac:(lia)); pose proof (Rle_abs (Phi c ^ S k)); lra.
Qed.

(* The only state leads to itself. *)
Definition always (a s t : nat) : R := 1.

Lemma always_rows m : stochastic 1 m always.
Proof. intros a s _ _; unfold always; split; [intros; lra|simpl; lra]. Qed.

Definition all_on (gamma : R) (c a s : nat) : R := if Nat.eqb a c then / (1 - gamma) else 0.

Lemma sum_all_on gamma m c f : (c < m)%nat -> sum m (fun a => all_on gamma c a 0 * f a) = f c / (1 - gamma).
Proof.
  intros small; rewrite (sum_ext m _ (fun a => plays (fun _ => c) a 0 * (f a / (1 - gamma)))).
  - exact (sum_plays m (fun _ => c) 0 (fun a => f a / (1 - gamma)) small).
  - intros a _; unfold all_on, plays; cbv beta; destruct (Nat.eqb a c); unfold Rdiv; ring.
Qed.

Lemma one_state_total gamma m lambda : gamma < 1 -> dual_feasible 1 m gamma always lambda -> sum m (fun a => lambda a 0%nat) = / (1 - gamma).
Proof.
  intros discount [solved _]; specialize (solved 0%nat ltac:(lia)); apply (Rmult_eq_reg_l (1 - gamma)); [|lra].
  rewrite Rinv_r by lra; etransitivity; [|exact solved]; rewrite <- sum_scale; apply sum_ext; intros a _; simpl; unfold always; ring.
Qed.

Lemma all_on_feasible gamma m c : 0 <= gamma < 1 -> (c < m)%nat -> dual_feasible 1 m gamma always (all_on gamma c).
Proof.
  intros discount small; assert (positive : 0 < / (1 - gamma)) by (apply Rinv_0_lt_compat; lra); split.
  - intros t state; replace t with 0%nat by lia.
    rewrite (sum_ext m _ (fun a => all_on gamma c a 0 * (1 - gamma))) by (intros; simpl; unfold always; ring).
    rewrite (sum_all_on gamma m c (fun _ => 1 - gamma) small); field; lra.
  - intros a s _ _; unfold all_on; destruct (Nat.eqb a c); lra.
Qed.

Lemma all_on_objective gamma m c r : (c < m)%nat -> dual_objective 1 m r (all_on gamma c) = r c 0%nat / (1 - gamma).
Proof.
  intros small; unfold dual_objective; rewrite <- (sum_all_on gamma m c (fun a => r a 0%nat) small).
  apply sum_ext; intros; simpl; apply Rplus_0_l.
Qed.

Lemma all_on_best gamma m c r : 0 <= gamma < 1 -> (c < m)%nat -> (forall a, (a < m)%nat -> r a 0%nat <= r c 0%nat) ->
  solves_dual 1 m gamma always r (all_on gamma c) /\ solves_capped 1 m gamma always r (all_on gamma c).
Proof.
  intros discount small most; pose proof (all_on_feasible gamma m c discount small) as feasible.
  assert (least : forall other, dual_feasible 1 m gamma always other -> dual_objective 1 m r other <= dual_objective 1 m r (all_on gamma c)).
  { intros other allowed; rewrite all_on_objective by exact small; unfold dual_objective.
    unfold Rdiv; rewrite <- (one_state_total gamma m other ltac:(lra) allowed), <- sum_scale; apply sum_le; intros a action.
    simpl; rewrite Rplus_0_l, Rmult_comm; apply Rmult_le_compat_r; [apply allowed; lia || exact action|apply most, action]. }
  split; [split; assumption|]; split; [exact feasible|]; split; [|intros other allowed _; apply least, allowed].
  unfold capped; rewrite (sum_ext m _ (fun a => all_on gamma c a 0)) by (intros; simpl; ring).
  rewrite (one_state_total gamma m _ ltac:(lra) feasible); simpl; lra.
Qed.

(* The last of k + 1 actions earns 4, the others nothing; with noise of deviation 1 the one that is best is taken. *)
Definition ahead (k a s : nat) : R := if Nat.eqb a k then 4 else 0.
Definition with_noise (k : nat) (z : nat -> R) (a : nat) : R := noised 1 1 (ahead k) z a 0.
Definition taken (k : nat) (z : nat -> R) : nat := top (S k) (with_noise k z).

Lemma taken_most k z : (taken k z < S k)%nat /\ forall a, (a < S k)%nat -> noised 1 1 (ahead k) z a 0 <= noised 1 1 (ahead k) z (taken k z) 0.
Proof. apply (top_most (S k) (with_noise k z)); lia. Qed.

Lemma earned_by_taken k z : (0 < k)%nat -> ahead k (taken k z) 0 = 4 * below k (z k + 4) z.
Proof.
  intros some; destruct (top_most k (with_noise k z) some) as [inside most].
  assert (others : forall i, (i < k)%nat -> with_noise k z i = z i).
  { intros i small; unfold with_noise, noised, ahead; replace (Nat.eqb i k) with false by (symmetry; apply Nat.eqb_neq; lia).
    replace (i * 1 + 0)%nat with i by lia; ring. }
  assert (last : with_noise k z k = z k + 4).
  { unfold with_noise, noised, ahead; rewrite Nat.eqb_refl; replace (k * 1 + 0)%nat with k by lia; ring. }
  unfold taken; cbn [top]; rewrite last; destruct (Rlt_dec (with_noise k z (top k (with_noise k z))) (z k + 4)) as [less|more].
  - rewrite below_true; [unfold ahead; rewrite Nat.eqb_refl; ring|].
    intros i small; rewrite <- (others i small); specialize (most i small); lra.
  - rewrite (below_false k _ z (top k (with_noise k z)) inside); [|rewrite <- (others _ inside); lra].
    unfold ahead; replace (Nat.eqb _ k) with false; [ring|symmetry; apply Nat.eqb_neq; lia].
Qed.

(* It is often not the one that earns something. *)
Theorem taken_earns_little : exists k p, (0 < k)%nat /\ p <= 11 / 20 /\ mean (S k) (fun z => ahead k (taken k z) 0) (4 * p).
Proof.
  destruct (many_others (1 / 20) 4 ltac:(lra)) as (k & some & small); destruct (stays_ahead k 4) as (p & most & known).
  exists k, p; split; [exact some|]; split; [lra|].
  apply (mean_ext (S k) (fun z => 4 * below k (z k + 4) z)); [intros; symmetry; apply earned_by_taken, some|].
  exact (mean_times (S k) 4 _ _ known).
Qed.

(* The factor of the bounds of Appendix D. *)
Lemma printed_factor : 2 * sqrt 2 / sqrt PI <= 17 / 10 /\ sqrt (2 / PI) <= 83 / 100.
Proof.
  assert (large : 3 < PI) by (pose proof PI2_3_2; unfold PI2 in *; lra); pose proof (sqrt_lt_R0 PI PI_RGT_0) as root.
  assert (small : 2 / PI <= 83 / 100 * (83 / 100)).
  { apply (Rmult_le_reg_r PI); [lra|]; replace (2 / PI * PI) with 2 by (field; lra); lra. }
  assert (factor : sqrt (2 / PI) <= 83 / 100).
  { rewrite <- (sqrt_square (83 / 100)) by lra; apply sqrt_le_1_alt, small. }
  split; [|exact factor]; rewrite sqrt_div_alt in factor by lra; lra.
Qed.

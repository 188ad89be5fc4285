(* Lemmas about releases of some of the records, drawn at random. *)
From Coq Require Import Reals Lra Lia Arith List FunctionalExtensionality.
From TheoryChecks Require Releases.
From TheoryChecks Require Import Sums Vectors Laws Accountants GridNorm GaussianShift LemmaWords LemmaFormulas.
Import ListNotations.
Open Scope R_scope.

(* The ways to draw so many of the first m records without replacement *)
Fixpoint batches (m : nat) : nat -> list (list nat) := fun batch => match batch with
  | O => [[]]
  | S b => match m with O => [] | S k => map (cons k) (batches k b) ++ batches k (S b) end
  end.

(* The mean of the gradients of a batch, clipped to norm 1 *)
Definition mean_of (batch : nat) (G : nat -> vector) (drawn : list nat) : vector :=
  fun i => fold_right (fun record total => G record i + total) 0 drawn / INR batch.
Definition sent (n batch : nat) (G : nat -> vector) (drawn : list nat) : vector := Releases.clipped n 1 (mean_of batch G drawn).

(* One release: a batch, all as likely, and noise *)
Definition release (n m batch : nat) (sigma : R) (G : nat -> vector) : law vector := fun f l =>
  exists q, (forall drawn, In drawn (batches m batch) -> around n sigma (sent n batch G drawn) f (q drawn)) /\
    l = fold_right (fun drawn total => q drawn + total) 0 (batches m batch) / INR (List.length (batches m batch)).

Definition holds (record : nat) (drawn : list nat) : bool := if in_dec Nat.eq_dec record drawn then true else false.

(* Data in which all clipped means are the same, but one record moves those that hold it by v. *)
Definition moved_by (n m batch : nat) (G : nat -> vector) (special : nat) (centre v : vector) : Prop :=
  forall drawn, In drawn (batches m batch) ->
    same n (sent n batch G drawn) (if holds special drawn then (fun i => centre i + v i) else centre).

Definition total (q : list nat -> R) (l : list (list nat)) : R := fold_right (fun drawn sum => q drawn + sum) 0 l.

Lemma total_app q l k : total q (l ++ k) = total q l + total q k.
Proof. unfold total; induction l as [|x l IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma total_map q x l : total q (map (cons x) l) = total (fun drawn => q (x :: drawn)) l.
Proof. unfold total; induction l as [|y l IH]; simpl; [reflexivity|rewrite IH; reflexivity]. Qed.

Lemma total_ext q p l : (forall x, In x l -> q x = p x) -> total q l = total p l.
Proof.
  unfold total; induction l as [|x l IH]; intros equal; simpl; [reflexivity|].
  rewrite (equal x), IH; [reflexivity|intros; apply equal; right; assumption|left; reflexivity].
Qed.

Lemma total_linear a b q p l : total (fun x => a * q x + b * p x) l = a * total q l + b * total p l.
Proof. unfold total; induction l as [|x l IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma total_one l : total (fun _ => 1) l = INR (List.length l).
Proof. induction l as [|x l IH]; [reflexivity|]; change (1 + total (fun _ => 1) l = INR (S (List.length l))); rewrite IH, S_INR; ring. Qed.

Lemma batches_below m : forall batch drawn record, In drawn (batches m batch) -> In record drawn -> (record < m)%nat.
Proof.
  induction m as [|k IH]; intros [|b] drawn record; simpl.
  - intros [<-|[]] [].
  - tauto.
  - intros [<-|[]] [].
  - intros held own; apply in_app_or in held; destruct held as [held|held]; [|specialize (IH _ _ _ held own); lia].
    apply in_map_iff in held; destruct held as (rest & <- & held); destruct own as [<-|own]; [lia|specialize (IH _ _ _ held own); lia].
Qed.

Definition ways (m batch : nat) : R := INR (List.length (batches m batch)).

Lemma ways_next k b : ways (S k) (S b) = ways k b + ways k (S b).
Proof. unfold ways; simpl; rewrite app_length, map_length, plus_INR; reflexivity. Qed.

Lemma ways_share m : forall b, INR (S b) * ways (S m) (S b) = INR (S m) * ways m b.
Proof.
  induction m as [|k IH]; intros b.
  - unfold ways; destruct b as [|b]; simpl; ring.
  - rewrite ways_next, Rmult_plus_distr_l; rewrite (IH b); destruct b as [|b].
    + assert (one : forall j, ways j 0 = 1) by (intros [|j]; reflexivity); rewrite !one, !S_INR; simpl; ring.
    + rewrite (S_INR (S b)), Rmult_plus_distr_r, (IH b), (ways_next k b), (S_INR (S k)); ring.
Qed.

(* A record is in as many batches as there are of the others, one less. *)
Lemma ways_with m : forall b record, (record < S m)%nat -> total (fun drawn => if holds record drawn then 1 else 0) (batches (S m) (S b)) = ways m b.
Proof.
  induction m as [|k IH]; intros b record small.
  - replace record with 0%nat by lia; destruct b as [|b]; unfold ways, total, holds; simpl; ring.
  - change (batches (S (S k)) (S b)) with (map (cons (S k)) (batches (S k) b) ++ batches (S k) (S b)); rewrite total_app, total_map.
    destruct (Nat.eq_dec record (S k)) as [->|other].
    + rewrite (total_ext _ (fun _ => 1)) by (intros x _; unfold holds; destruct (in_dec Nat.eq_dec (S k) (S k :: x)) as [_|no]; [reflexivity|destruct no; left; reflexivity]).
      rewrite (total_ext _ (fun _ => 0 * 1 + 0 * 1) (batches (S k) (S b))).
      * rewrite total_linear, total_one; unfold ways; ring.
      * intros x held; unfold holds; destruct (in_dec Nat.eq_dec (S k) x) as [yes|_]; [apply (batches_below _ _ _ _ held) in yes; lia|ring].
    + rewrite (IH b record ltac:(lia)).
      rewrite (total_ext _ (fun drawn => if holds record drawn then 1 else 0)).
      * destruct b as [|b]; [|rewrite (IH b record ltac:(lia)), (ways_next k b); ring].
        assert (only : forall j, batches j 0 = [[]]) by (intros [|j]; reflexivity); unfold ways; rewrite !only; unfold total, holds; simpl; ring.
      * intros x _; unfold holds; destruct (in_dec Nat.eq_dec record (S k :: x)) as [[yes|yes]|no], (in_dec Nat.eq_dec record x) as [yes'|no'];
          try reflexivity; try lia; [destruct no'; exact yes|destruct no; right; exact yes'].
Qed.

Lemma choices_beyond n k : (n < k)%nat -> choices n k = 0.
Proof.
  induction k as [|k IH]; [lia|]; intros over; simpl; destruct (Nat.eq_dec n k) as [->|other]; [unfold Rdiv; ring|].
  rewrite IH by lia; unfold Rdiv; ring.
Qed.

Lemma ways_some m : forall b, (b <= m)%nat -> 1 <= ways m b.
Proof.
  induction m as [|k IH]; intros [|b] most; try (unfold ways; simpl; lra); [lia|].
  rewrite ways_next; pose proof (IH b ltac:(lia)); pose proof (pos_INR (List.length (batches k (S b)))); unfold ways in *; lra.
Qed.

(* The binomial theorem, with the table's coefficients *)
Lemma choices_C n k : (k <= n)%nat -> choices n k = C n k.
Proof.
  induction k as [|k IH]; intros small.
  - unfold C; rewrite Nat.sub_0_r; simpl; field; apply INR_fact_neq_0.
  - simpl choices; rewrite IH by lia; unfold C; replace (n - k)%nat with (S (n - S k)) by lia; rewrite !fact_simpl, !mult_INR.
    replace (INR n - INR k) with (INR (S (n - S k))) by (rewrite <- minus_INR by lia; f_equal; lia); rewrite <- S_INR.
    pose proof (INR_fact_neq_0 k); pose proof (INR_fact_neq_0 (n - S k)); field; repeat split; try assumption; apply not_0_INR; lia.
Qed.

Lemma sum_f_R0_sum f n : sum_f_R0 f n = sum (S n) f.
Proof. induction n as [|n IH]; [simpl; ring|]; change (sum_f_R0 f n + f (S n) = sum (S n) f + f (S n)); rewrite IH; reflexivity. Qed.

Lemma binomial_theorem x y n : (x + y) ^ n = sum (S n) (fun k => choices n k * x ^ k * y ^ (n - k)).
Proof. rewrite binomial, sum_f_R0_sum; apply sum_ext; intros k small; rewrite choices_C by lia; reflexivity. Qed.

Section Release.
Variables (n m batch special : nat) (sigma : R) (G : nat -> vector) (centre v : vector).
Hypotheses (positive : 0 < sigma) (some : (0 < batch)%nat) (most : (batch <= m)%nat) (own : (special < m)%nat)
  (moved : moved_by n m batch G special centre v).
Let share : R := INR batch / INR m.
(* The density of a release over that of one with the same noise around the centre *)
Definition mixed (y : vector) : R := 1 - share + share * tilted n sigma centre v y.

Lemma share_inside : 0 < share <= 1.
Proof.
  unfold share; pose proof (lt_0_INR batch some); apply le_INR in most; split; [apply Rdiv_lt_0_compat; lra|].
  apply (Rmult_le_reg_r (INR m)); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma mixed_pos y : 0 < mixed y.
Proof. pose proof share_inside; unfold mixed; pose proof (exp_pos ((dot n v (fun i => y i - centre i) - dot n v v / 2) / sigma ^ 2)); unfold tilted; nra. Qed.

Lemma share_of_batches : total (fun drawn => if holds special drawn then 1 else 0) (batches m batch) = share * ways m batch.
Proof.
  clear moved; unfold share; destruct m as [|k]; [lia|]; destruct batch as [|b]; [lia|]; rewrite ways_with by exact own.
  pose proof (ways_share k b) as equal; pose proof (lt_0_INR (S k) ltac:(lia)).
  apply (Rmult_eq_reg_l (INR (S k))); [|lra]; rewrite <- equal; field; lra.
Qed.

Lemma each_release f l drawn : In drawn (batches m batch) -> around n sigma (sent n batch G drawn) f l <->
  around n sigma centre (fun y => (if holds special drawn then tilted n sigma centre v y else 1) * f y) l.
Proof.
  intros held; pose proof (moved drawn held) as where_; destruct (holds special drawn).
  - rewrite <- around_moved by exact positive; split; apply around_same; [exact where_|intros i small; symmetry; apply where_, small].
  - replace (fun y => 1 * f y) with f by (extensionality y; ring).
    split; apply around_same; [exact where_|intros i small; symmetry; apply where_, small].
Qed.

Lemma sum_of_means (F : list nat -> vector -> R) q l : (forall drawn, In drawn l -> around n sigma centre (F drawn) (q drawn)) ->
  around n sigma centre (fun y => total (fun drawn => F drawn y) l) (total q l).
Proof.
  pose proof (around_law n sigma centre) as lawful; induction l as [|x l IH]; intros each; [exact (of_constant _ lawful 0)|].
  apply (law_added _ lawful (F x) (fun y => total (fun drawn => F drawn y) l)); [apply each; left; reflexivity|].
  apply IH; intros; apply each; right; assumption.
Qed.

(* What one release gives to a function is what the noise gives to it with the density. *)
Lemma release_by_density f l : release n m batch sigma G f l -> around n sigma centre (fun y => mixed y * f y) l.
Proof.
  intros (q & each & ->); pose proof (ways_some m batch most) as many; unfold ways in many.
  pose proof (sum_of_means (fun drawn y => (if holds special drawn then tilted n sigma centre v y else 1) * f y) q (batches m batch)
    (fun drawn held => proj1 (each_release f (q drawn) drawn held) (each drawn held))) as all.
  apply (law_scaled _ (around_law n sigma centre) _ (/ INR (List.length (batches m batch)))) in all.
  replace (fold_right _ 0 (batches m batch) / _) with (/ INR (List.length (batches m batch)) * total q (batches m batch))
    by (unfold total, Rdiv; rewrite Rmult_comm; reflexivity).
  revert all; apply law_ext; intros y.
  rewrite (total_ext _ (fun drawn => (f y * (tilted n sigma centre v y - 1)) * (if holds special drawn then 1 else 0) + f y * 1))
    by (intros x _; destruct (holds special x); ring).
  rewrite total_linear, share_of_batches, total_one; unfold mixed, ways; field; lra.
Qed.

Lemma powers_of_mixed k t : exists l, around n sigma centre (fun y => tilted n sigma centre v y ^ t * mixed y ^ k) l.
Proof.
  pose proof (around_law n sigma centre) as lawful.
  exists (sum (S k) (fun i => choices k i * share ^ i * (1 - share) ^ (k - i) * exp (INR (t + i) * (INR (t + i) - 1) * (dot n v v / sigma ^ 2) / 2))).
  apply (law_ext _ (fun y => sum (S k) (fun i => choices k i * share ^ i * (1 - share) ^ (k - i) * tilted n sigma centre v y ^ (t + i)))).
  - intros y; unfold mixed; rewrite Rplus_comm, binomial_theorem, <- sum_scale; apply sum_ext; intros i _; rewrite Rpow_mult_distr, pow_add; ring.
  - apply (law_sum _ lawful); intros i _; apply (law_scaled _ lawful (fun y => tilted n sigma centre v y ^ (t + i))), power_of_tilted, positive.
Qed.

Lemma moment_of_mixed k : around n sigma centre (fun y => mixed y ^ k)
  (sum (S k) (fun i => choices k i * share ^ i * (1 - share) ^ (k - i) * exp (INR i * (INR i - 1) * (dot n v v / sigma ^ 2) / 2))).
Proof.
  pose proof (around_law n sigma centre) as lawful.
  apply (law_ext _ (fun y => sum (S k) (fun i => choices k i * share ^ i * (1 - share) ^ (k - i) * tilted n sigma centre v y ^ i))).
  - intros y; unfold mixed; rewrite Rplus_comm, binomial_theorem; apply sum_ext; intros i _; rewrite Rpow_mult_distr; ring.
  - apply (law_sum _ lawful); intros i _; apply (law_scaled _ lawful (fun y => tilted n sigma centre v y ^ i)), power_of_tilted, positive.
Qed.

Lemma moment_of_release k : release n m batch sigma G (fun y => mixed y ^ k)
  (sum (S (S k)) (fun i => choices (S k) i * share ^ i * (1 - share) ^ (S k - i) * exp (INR i * (INR i - 1) * (dot n v v / sigma ^ 2) / 2))).
Proof.
  destruct (powers_of_mixed k 0) as [still first]; destruct (powers_of_mixed k 1) as [turned second].
  set (q := fun drawn => if holds special drawn then turned else still).
  assert (known : release n m batch sigma G (fun y => mixed y ^ k)
    (fold_right (fun drawn total => q drawn + total) 0 (batches m batch) / INR (List.length (batches m batch)))).
  { exists q; split; [|reflexivity]; intros drawn held; apply each_release; [exact held|]; unfold q; destruct (holds special drawn).
    - revert second; apply law_ext; intros y; simpl; ring.
    - revert first; apply law_ext; intros y; simpl; ring. }
  pose proof (release_by_density _ _ known) as one; pose proof (moment_of_mixed (S k)) as two.
  assert (equal : forall y, mixed y * mixed y ^ k = mixed y ^ S k) by (intros; reflexivity).
  apply (law_ext _ _ _ _ equal) in one; rewrite <- (law_unique _ (around_law n sigma centre) _ _ _ one two); exact known.
Qed.
End Release.

(* The law of the data in which all clipped means are the same *)
Lemma release_of_same n m batch sigma G centre f l : (batch <= m)%nat ->
  (forall drawn, In drawn (batches m batch) -> same n (sent n batch G drawn) centre) ->
  around n sigma centre f l -> release n m batch sigma G f l.
Proof.
  intros most all known; exists (fun _ => l); split.
  - intros drawn held; apply (around_same n sigma centre); [intros i small; symmetry; apply all; assumption|exact known].
  - change (l = total (fun _ => l) (batches m batch) / INR (List.length (batches m batch))).
    rewrite (total_ext _ (fun _ => l * 1 + 0 * 1)), total_linear, total_one by (intros; ring).
    pose proof (ways_some m batch most) as many; unfold ways in many; field; lra.
Qed.

Lemma release_law n m batch sigma G : (batch <= m)%nat -> is_law (release n m batch sigma G).
Proof.
  intros most; pose proof (ways_some m batch most) as many; unfold ways in many; split.
  - intros c; exists (fun _ => c); split; [intros; apply (of_constant _ (around_law n sigma _))|].
    change (c = total (fun _ => c) (batches m batch) / INR (List.length (batches m batch))).
    rewrite (total_ext _ (fun _ => c * 1 + 0 * 1)), total_linear, total_one by (intros; ring); field; lra.
  - intros f g a b k l (q & one & ->) (p & two & ->); exists (fun drawn => a * q drawn + b * p drawn); split.
    + intros drawn held; apply (of_sum _ (around_law n sigma _)); [apply one|apply two]; exact held.
    + change (a * (total q (batches m batch) / INR (List.length (batches m batch))) + b * (total p (batches m batch) / INR (List.length (batches m batch)))
        = total (fun drawn => a * q drawn + b * p drawn) (batches m batch) / INR (List.length (batches m batch))).
      rewrite total_linear; field; lra.
  - intros f g k l below (q & one & ->) (p & two & ->); apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
    assert (each : forall drawn, In drawn (batches m batch) -> q drawn <= p drawn)
      by (intros drawn held; exact (in_order _ (around_law n sigma _) f g _ _ below (one drawn held) (two drawn held))).
    clear - each; induction (batches m batch) as [|x l IH]; simpl; [lra|].
    pose proof (each x (or_introl eq_refl)); pose proof (IH (fun d h => each d (or_intror h))); lra.
Qed.

Lemma binomial_moment_pos k share (e : nat -> R) : 0 < share <= 1 ->
  0 < sum (S (S k)) (fun i => choices (S k) i * share ^ i * (1 - share) ^ (S k - i) * exp (e i)).
Proof.
  intros inside; assert (each : forall i, (i <= S k)%nat -> 0 < choices (S k) i).
  { intros i low; rewrite choices_C by exact low; unfold C; apply Rdiv_lt_0_compat; [|apply Rmult_lt_0_compat]; apply INR_fact_lt_0. }
  change (0 < sum (S k) (fun i => choices (S k) i * share ^ i * (1 - share) ^ (S k - i) * exp (e i))
    + choices (S k) (S k) * share ^ S k * (1 - share) ^ (S k - S k) * exp (e (S k))).
  rewrite Nat.sub_diag, pow_O, Rmult_1_r; apply Rplus_le_lt_0_compat.
  - apply sum_nonneg; intros i low; pose proof (each i ltac:(lia)); pose proof (exp_pos (e i)).
    apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos|]|]; try lra; apply pow_le; lra.
  - pose proof (each (S k) (Nat.le_refl _)); apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [assumption|apply pow_lt; lra]|apply exp_pos].
Qed.

(* Releases one after the other *)
Lemma sequence_moment {Y : Type} (P : law Y) (ratio : Y -> R) lambda a : is_law P -> (forall y, 0 <= ratio y) -> log_moment P ratio lambda a ->
  forall steps past c, in_sequence steps (fun _ => P) past (fun seen => c * loss_power (joint_ratio steps (fun _ => ratio) seen) lambda) (c * exp (INR steps * a)).
Proof.
  intros lawful nonneg moment; induction steps as [|k IH]; intros past c.
  - simpl; rewrite Rmult_0_l, exp_0; unfold loss_power; destruct (Req_EM_T 1 0); [lra|].
    unfold Rpower; rewrite ln_1, Rmult_0_r, exp_0; reflexivity.
  - exists (fun y => c * exp (INR k * a) * loss_power (ratio y) lambda); split.
    + intros y; replace (c * exp (INR k * a) * loss_power (ratio y) lambda) with (c * loss_power (ratio y) lambda * exp (INR k * a)) by ring.
      apply (in_sequence_ext (fun _ => P) k (y :: past)
        (fun seen => c * loss_power (ratio y) lambda * loss_power (joint_ratio k (fun _ => ratio) seen) lambda)
        (fun seen => c * loss_power (joint_ratio (S k) (fun _ => ratio) seen) lambda)).
      * intros new <-; pose proof (joint_ratio_first (fun _ => ratio) y past new) as equal; rewrite equal, loss_power_product; [ring|apply joint_ratio_nonneg; intros; apply nonneg|apply nonneg].
      * apply (IH (y :: past)).
    + replace (c * exp (INR (S k) * a)) with (c * exp (INR k * a) * exp a) by (rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus; ring).
      apply (law_scaled P lawful (fun y => loss_power (ratio y) lambda)), moment.
Qed.

(* Gradients of which one moves the mean of each batch that holds it from - distance/2 to distance/2 on the first axis *)
Definition axis (x : R) : vector := fun i => if Nat.eqb i 0 then x else 0.
Definition all_but (special batch : nat) (distance : R) (record : nat) : vector :=
  axis (if Nat.eqb record special then INR batch * distance - distance / 2 else - (distance / 2)).

Lemma unclipped n x : (0 < n)%nat -> Rabs x <= 1 -> same n (Releases.clipped n 1 (axis x)) (axis x).
Proof.
  intros some small i _; unfold Releases.clipped, Rdiv; rewrite Rinv_1, Rmult_1_r.
  assert (size : Vectors.length n (axis x) = Rabs x).
  { unfold Vectors.length, dot; destruct n as [|k]; [lia|]; rewrite sum_first, (sum_ext k _ (fun _ => 0)), sum_const by (intros; unfold axis; simpl; ring).
    unfold axis; simpl; replace (x * x + INR k * 0) with (Rsqr x) by (unfold Rsqr; ring); apply sqrt_Rsqr_abs. }
  rewrite size, Rmax_left, Rinv_1 by exact small; ring.
Qed.

Lemma batches_size m : forall batch drawn, In drawn (batches m batch) -> List.length drawn = batch /\ NoDup drawn.
Proof.
  induction m as [|k IH]; intros [|b] drawn; simpl.
  - intros [<-|[]]; split; [reflexivity|constructor].
  - tauto.
  - intros [<-|[]]; split; [reflexivity|constructor].
  - intros held; apply in_app_or in held; destruct held as [held|held]; [|apply (IH (S b)), held].
    apply in_map_iff in held; destruct held as (rest & <- & held); destruct (IH _ _ held) as [size apart]; split; [simpl; lia|].
    constructor; [intros own; apply (batches_below _ _ _ _ held) in own; lia|exact apart].
Qed.

Lemma mean_of_all_but special batch distance drawn : (0 < batch)%nat -> List.length drawn = batch -> NoDup drawn ->
  mean_of batch (all_but special batch distance) drawn = axis (if holds special drawn then distance / 2 else - (distance / 2)).
Proof.
  intros some size apart; pose proof (lt_0_INR batch some); extensionality i; unfold mean_of.
  assert (all : forall l, NoDup l -> fold_right (fun record total => all_but special batch distance record i + total) 0 l =
    axis (INR (List.length l) * - (distance / 2) + (if holds special l then INR batch * distance else 0)) i).
  { induction l as [|x l IH]; intros own; [unfold axis, holds; simpl; destruct (Nat.eqb i 0); ring|].
    inversion own as [|y k new rest]; subst y k; cbn [fold_right List.length]; rewrite IH, S_INR by exact rest; unfold all_but, axis, holds.
    destruct (Nat.eqb i 0); [|ring].
    destruct (in_dec Nat.eq_dec special (x :: l)) as [[yes|yes]|no], (in_dec Nat.eq_dec special l) as [yes'|no'], (Nat.eqb_spec x special);
      try field; try (exfalso; subst; tauto); try (exfalso; apply no; left; assumption); try (exfalso; apply no; right; assumption). }
  rewrite all, size by exact apart; unfold axis; destruct (Nat.eqb i 0), (holds special drawn); field; lra.
Qed.

(* subsampled-log-moment: there are such gradients, and for all such the log moment of all releases is this. P is the law of the data
   with the record of which the means tell, Q that of the other data: another record in its place, or none. *)
Theorem subsampled_log_moment order steps batch m sigma distance n special :
  subsampled_log_moment_requires (INR order) steps batch m sigma distance -> (0 < n)%nat -> (special < m)%nat ->
  (exists G centre v, dot n v v = distance ^ 2 /\ moved_by n m batch G special centre v /\
    (forall record, record <> special -> G record = axis (- (distance / 2))) /\
    forall others other, (forall record, (record < others)%nat -> other record = axis (- (distance / 2))) -> forall drawn, In drawn (batches others batch) ->
      same n (sent n batch other drawn) centre) /\
  forall G centre v, dot n v v = distance ^ 2 -> moved_by n m batch G special centre v ->
  forall others other, (batch <= others)%nat -> (forall drawn, In drawn (batches others batch) -> same n (sent n batch other drawn) centre) ->
  let P := release n m batch sigma G in
  let Q := release n others batch sigma other in
  let ratio := mixed n m batch sigma centre v in
  density_ratio P Q ratio /\
  density_ratio (in_sequence steps (fun _ => P) nil) (in_sequence steps (fun _ => Q) nil) (joint_ratio steps (fun _ => ratio)) /\
  log_moment (in_sequence steps (fun _ => P) nil) (joint_ratio steps (fun _ => ratio)) (INR order)
    (subsampled_log_moment_value (INR order) steps batch m sigma distance).
Proof.
  intros (wide & some & once & possible & near & right & _) room own; apply Rgt_lt in wide; apply Rge_le in right, possible.
  assert (drawn_some : (0 < batch)%nat) by (apply INR_lt; simpl; lra).
  assert (most : (batch <= m)%nat) by (destruct (le_lt_dec batch m); [assumption|rewrite choices_beyond in possible by assumption; lra]).
  assert (small : distance <= 2) by nra; split.
  - exists (all_but special batch distance), (axis (- (distance / 2))), (axis distance); split; [|split; [|split]].
    + unfold dot; destruct n as [|k]; [lia|]; rewrite sum_first, (sum_ext k _ (fun _ => 0)), sum_const by (intros; unfold axis; simpl; ring).
      unfold axis; simpl; ring.
    + intros drawn held; destruct (batches_size _ _ _ held) as [size apart]; unfold sent; rewrite mean_of_all_but by assumption.
      destruct (holds special drawn); [|apply unclipped; [exact room|rewrite Rabs_Ropp, Rabs_pos_eq; lra]].
      intros i low; rewrite unclipped by (assumption || (rewrite Rabs_pos_eq; lra)); unfold axis; destruct (Nat.eqb i 0); field.
    + intros record else_; unfold all_but; replace (Nat.eqb record special) with false by (symmetry; apply Nat.eqb_neq; exact else_); reflexivity.
    + intros others other equal drawn held; destruct (batches_size _ _ _ held) as [size apart]; unfold sent.
      replace (mean_of batch other drawn) with (mean_of batch (all_but others batch distance) drawn).
      * rewrite mean_of_all_but by assumption; unfold holds; destruct (in_dec Nat.eq_dec others drawn) as [yes|_].
        -- apply (batches_below _ _ _ _ held) in yes; lia.
        -- apply unclipped; [exact room|rewrite Rabs_Ropp, Rabs_pos_eq; lra].
      * extensionality i; unfold mean_of; f_equal; pose proof (fun record => batches_below _ _ _ record held) as below; clear - equal below.
        induction drawn as [|x l IH]; [reflexivity|]; cbn [fold_right]; rewrite IH by (intros; apply below; right; assumption); f_equal.
        pose proof (below x (or_introl eq_refl)); rewrite equal by assumption; unfold all_but; replace (Nat.eqb x others) with false by (symmetry; apply Nat.eqb_neq; lia); reflexivity.
  - intros G centre v size moved others other enough still P Q ratio.
    assert (dense : density_ratio P Q ratio).
    { split; [intros y; left; apply mixed_pos; assumption|]; intros f l known.
      apply release_of_same with (centre := centre); [exact enough|exact still|].
      exact (release_by_density n m batch special sigma G centre v wide drawn_some most own moved f l known). }
    split; [exact dense|split; [apply joint_density; [intros; apply release_law, enough|intros; exact dense]|]].
    pose proof (moment_of_release n m batch special sigma G centre v wide drawn_some most own moved order) as moment.
    set (M := sum (S (S order)) _) in moment.
    assert (positive : 0 < M) by (apply binomial_moment_pos, share_inside; assumption).
    assert (one : log_moment P ratio (INR order) (ln M)).
    { unfold log_moment; rewrite exp_ln by exact positive; revert moment; apply law_ext; intros y.
      pose proof (mixed_pos n m batch sigma centre v drawn_some most y) as above; fold ratio in above |- *; unfold loss_power.
      destruct (Req_EM_T (ratio y) 0); [lra|]; symmetry; apply Rpower_pow, above. }
    pose proof (sequence_moment P ratio (INR order) (ln M) (release_law n m batch sigma G most) (proj1 dense) one steps nil 1) as all.
    unfold log_moment; replace (subsampled_log_moment_value (INR order) steps batch m sigma distance) with (INR steps * ln M).
    + rewrite Rmult_1_l in all; revert all; apply in_sequence_ext; intros; ring.
    + unfold subsampled_log_moment_value, M; cbv zeta; do 2 f_equal; rewrite <- S_INR, <- (S_INR (S order)), !place_INR; apply sum_ext; intros i low.
      rewrite <- minus_INR, power_INR by lia; rewrite size; f_equal; f_equal; field; lra.
Qed.

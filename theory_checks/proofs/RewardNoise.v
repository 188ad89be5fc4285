(* Normal noise on the rewards of a finite MDP, what it does to optimal values, and states that are never left. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Mdp Optimal Normal NormalSeries NormalTail NormalMean.
Open Scope R_scope.

(* Each action has noise of its own in each state: number a n + s of independent standard normal numbers, times sigma. *)
Definition noised (n : nat) (sigma : R) (r : nat -> nat -> R) (z : nat -> R) (a s : nat) : R :=
  r a s + sigma * z (a * n + s)%nat.

(* E (1/n) ||v' - v*||_1 exists, and is this number. *)
Definition mean_error (n m : nat) (gamma sigma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (error : R) : Prop :=
  exists (v : nat -> R) (v' : (nat -> R) -> nat -> R),
    optimal_value n m gamma P r v /\
    (forall z, optimal_value n m gamma P (noised n sigma r z) (v' z)) /\
    mean (n * m) (fun z => norm1 n (fun s => v' z s - v s) / INR n) error.

(* The mean of the opposite, of what is moved by a constant, and of a standard normal number. *)
Lemma mean_opposite k : forall f l, mean k f l -> mean k (fun z => - f z) (- l).
Proof.
  induction k as [|k IH]; intros f l; [simpl; intros ->; reflexivity|]; intros (g & inner & outer).
  exists (fun x => - g x); split; [intros x; exact (IH _ _ (inner x))|]; unfold mean_of_one in *.
  apply (is_RInt_gen_ext (fun x => opp (g x * density x))).
  - apply filter_forall; intros ends x _; change (- (g x * density x) = - g x * density x); ring.
  - change (- l) with (opp l); apply (is_RInt_gen_opp (V := R_NormedModule)); exact outer.
Qed.

Lemma mean_shift k : forall c f l, mean k f l -> mean k (fun z => c + f z) (c + l).
Proof.
  induction k as [|k IH]; intros c f l; [simpl; intros ->; reflexivity|]; intros (g & inner & outer).
  exists (fun x => c + g x); split; [intros x; exact (IH c _ _ (inner x))|]; unfold mean_of_one in *.
  apply (is_RInt_gen_ext (fun x => plus (scal c (1 * density x)) (g x * density x))).
  - apply filter_forall; intros ends x _; change (c * (1 * density x) + g x * density x = (c + g x) * density x); ring.
  - replace (c + l) with (plus (scal c 1) l) by (change (c * 1 + l = c + l); ring).
    apply (is_RInt_gen_plus (V := R_NormedModule)); [|exact outer].
    apply (is_RInt_gen_scal (V := R_NormedModule)), mean_one.
Qed.

Theorem mean_centred : mean_of_one (fun x => x) 0.
Proof.
  unfold mean_of_one; pose proof root_pos; set (f := fun t => t * density t).
  assert (smooth : forall x, continuous f x).
  { intros x; apply (continuous_mult (fun t => t) density); [apply continuous_id|apply continuous_density]. }
  assert (value : forall x, RInt f 0 x = (1 - bell x) / sqrt (2 * PI)).
  { intros x; apply is_RInt_unique; replace ((1 - bell x) / sqrt (2 * PI)) with (minus (- density x) (- density 0)).
    - apply (is_RInt_derive (V := R_CompleteNormedModule) (fun t => - density t)); [|intros; apply smooth].
      intros t _; unfold f, density, bell; auto_derive; [trivial|unfold Rdiv; field; lra].
    - unfold minus, plus, opp; simpl; unfold density.
      replace (bell 0) with 1 by (unfold bell; replace (- (0 * 0 / 2)) with 0 by field; symmetry; apply exp_0); field; lra. }
  assert (right : is_lim (fun x => RInt f 0 x) p_infty (/ sqrt (2 * PI))).
  { apply (is_lim_ext (fun x => / sqrt (2 * PI) * (1 - bell x))); [intros; rewrite value; unfold Rdiv; ring|].
    replace (Finite (/ sqrt (2 * PI))) with (Finite (/ sqrt (2 * PI) * (1 - 0))) by (f_equal; ring).
    apply (is_lim_scal_l (fun x => 1 - bell x) _ p_infty (1 - 0)).
    apply (is_lim_minus' (fun _ => 1) bell); [apply is_lim_const|apply bell_right]. }
  assert (left : is_lim (fun x => RInt f 0 x) m_infty (/ sqrt (2 * PI))).
  { apply (is_lim_ext (fun x => RInt f 0 (- x))).
    - intros x; rewrite !value; unfold bell; do 3 f_equal; field.
    - apply (is_lim_comp (fun x => RInt f 0 x) (fun x => - x) m_infty (/ sqrt (2 * PI)) p_infty); [exact right| |].
      + apply (is_lim_opp (fun x => x) m_infty m_infty), is_lim_id.
      + exists 0; intros; discriminate. }
  replace 0 with (/ sqrt (2 * PI) - / sqrt (2 * PI)) by ring; apply line; assumption.
Qed.

Definition stay (a s t : nat) : R := if Nat.eqb s t then 1 else 0.

Lemma sum_stay n s v : (s < n)%nat -> sum n (fun t => stay 0 s t * v t) = v s.
Proof.
  induction n as [|n IH]; [lia|]; intros below; cbn [sum]; unfold stay at 2; destruct (Nat.eqb_spec s n) as [->|other].
  - rewrite (sum_ext n _ (fun _ => 0 * 0)).
    + rewrite sum_const; ring.
    + intros t small; unfold stay; replace (Nat.eqb n t) with false by (symmetry; apply Nat.eqb_neq; lia); ring.
  - rewrite IH by lia; ring.
Qed.

Lemma stay_rows n : stochastic n 1 stay.
Proof.
  intros a s action state; split; [intros t _; unfold stay; destruct (Nat.eqb s t); lra|].
  rewrite (sum_ext n (stay a s) (fun t => stay 0 s t * 1)); [apply sum_stay, state|intros; unfold stay; ring].
Qed.

Lemma stay_value n gamma r : 0 <= gamma < 1 -> optimal_value n 1 gamma stay r (fun s => r 0%nat s / (1 - gamma)).
Proof.
  intros discount s state.
  assert (fixed : backup n gamma stay r (fun s => r 0%nat s / (1 - gamma)) 0 s = r 0%nat s / (1 - gamma))
    by (unfold backup; rewrite (sum_stay n s (fun s => r 0%nat s / (1 - gamma)) state); field; lra).
  split; [intros a action; replace a with 0%nat by lia; right; exact fixed|exists 0%nat; split; [lia|symmetry; exact fixed]].
Qed.

Lemma stay_error n gamma sigma : (0 < n)%nat -> 0 <= gamma < 1 -> 0 < sigma ->
  mean_error n 1 gamma sigma stay (fun _ _ => 0) (sigma / (1 - gamma) * mean_modulus).
Proof.
  intros some discount positive; exists (fun _ => 0 / (1 - gamma)), (fun z s => noised n sigma (fun _ _ => 0) z 0 s / (1 - gamma)).
  split; [exact (stay_value n gamma (fun _ _ => 0) discount)|]; split.
  - intros z; exact (stay_value n gamma (noised n sigma (fun _ _ => 0) z) discount).
  - assert (size : 0 < INR n) by (apply lt_0_INR, some); rewrite Nat.mul_1_r.
    replace (sigma / (1 - gamma) * mean_modulus)
      with (0 + sigma / ((1 - gamma) * INR n) * (INR n * mean_modulus)) by (field; lra).
    apply (mean_ext n (fun z => 0 + sigma / ((1 - gamma) * INR n) * sum n (fun s => Rabs (z s)))); [|apply mean_of_moduli].
    intros z; unfold norm1, noised.
    transitivity (sum n (fun s => sigma / (1 - gamma) * Rabs (z s)) / INR n); [rewrite sum_scale; field; lra|].
    f_equal; apply sum_ext; intros s _; cbn [Nat.mul Nat.add].
    replace ((0 + sigma * z s) / (1 - gamma) - 0 / (1 - gamma)) with (sigma / (1 - gamma) * z s) by (field; lra).
    symmetry; rewrite Rabs_mult, (Rabs_pos_eq (sigma / (1 - gamma))); [reflexivity|].
    apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
Qed.

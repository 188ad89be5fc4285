(* The law of independent standard normal numbers does not look at their order: two of them may change places. Numbers are rounded to a
   grid, where means are sums, so that it does not matter which of two means is taken first. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Normal NormalMean NormalEvents NormalSquare LinearForms MeanExists.
From TheoryChecks Require Optimal Existence.
Open Scope R_scope.

Section Rounded.
Variables (t h : R).
Hypothesis wide : 0 < h.

Definition step_at (j : nat) : R := t + INR j * h.
Fixpoint rounded (k : nat) (x : R) : R :=
  match k with O => t | S j => if at_least (step_at (S j)) x then step_at (S j) else rounded j x end.
(* The mean of a function of the rounded number *)
Fixpoint stepwise (k : nat) (g : R -> R) : R :=
  match k with O => g t | S j => stepwise j g + (g (step_at (S j)) - g (step_at j)) * Phi (- step_at (S j)) end.

Lemma next_step j : step_at (S j) = step_at j + h.
Proof. unfold step_at; rewrite S_INR; ring. Qed.

Lemma rounded_low k x : x < t -> rounded k x = t.
Proof.
  intros low; induction k as [|k IH]; cbn [rounded]; [reflexivity|]; unfold at_least; destruct (Rle_dec _ _) as [high|_]; [|exact IH].
  unfold step_at in high; pose proof (pos_INR (S k)); assert (0 <= INR (S k) * h) by (apply Rmult_le_pos; lra); lra.
Qed.

Lemma rounded_high k x : step_at k <= x -> rounded k x = step_at k.
Proof.
  destruct k as [|k]; intros high; cbn [rounded]; [unfold step_at; simpl; ring|].
  unfold at_least; destruct (Rle_dec _ _); [reflexivity|contradiction].
Qed.

Lemma rounded_between k x : t <= x <= step_at k + h -> 0 <= x - rounded k x <= h.
Proof.
  induction k as [|k IH]; intros within; cbn [rounded]; [unfold step_at in within; simpl in within; lra|].
  unfold at_least; destruct (Rle_dec _ _); [|apply IH; rewrite next_step in *]; lra.
Qed.

Lemma mean_rounded k g : mean_of_one (fun x => g (rounded k x)) (stepwise k g).
Proof.
  induction k as [|k IH]; cbn [rounded stepwise]; [apply mean_of_one_const|].
  pose proof (mean_of_one_sum _ _ _ _ IH (mean_of_one_scaled (g (step_at (S k)) - g (step_at k)) _ _ (chance_of_tail (step_at (S k))))) as known.
  refine (mean_of_one_ext _ _ _ _ known); intros x; cbv beta; destruct (at_least (step_at (S k)) x) eqn:high; [|ring].
  unfold at_least in high; destruct (Rle_dec _ _) as [above|]; [|discriminate]; rewrite next_step in above.
  rewrite (rounded_high k x) by lra; ring.
Qed.

Lemma stepwise_mean k F B : (forall x, mean_of_one (fun y => F x y) (B x)) -> mean_of_one (fun y => stepwise k (fun x => F x y)) (stepwise k B).
Proof.
  intros each; induction k as [|k IH]; cbn [stepwise]; [apply each|]; apply mean_of_one_sum; [exact IH|].
  pose proof (mean_of_one_sum _ _ _ _ (each (step_at (S k))) (mean_of_one_scaled (-1) _ _ (each (step_at k)))) as apart.
  pose proof (mean_of_one_scaled (Phi (- step_at (S k))) _ _ apart) as known.
  replace ((B (step_at (S k)) - B (step_at k)) * Phi (- step_at (S k))) with (Phi (- step_at (S k)) * (B (step_at (S k)) + -1 * B (step_at k))) by ring.
  refine (mean_of_one_ext _ _ _ _ known); intros y; ring.
Qed.
End Rounded.

(* 2 n^2 steps of 1/n, from - n to n *)
Definition near (n : nat) (g : R -> R) : R := stepwise (- INR n) (/ INR n) (2 * n * n) g.

Lemma rounded_near n x : (0 < n)%nat -> Rabs (x - rounded (- INR n) (/ INR n) (2 * n * n) x) <= / INR n + / INR n * x ^ 2.
Proof.
  intros some; pose proof (lt_0_INR n some) as size; assert (wide : 0 < / INR n) by (apply Rinv_0_lt_compat, size).
  assert (top : step_at (- INR n) (/ INR n) (2 * n * n) = INR n) by (unfold step_at; rewrite !mult_INR; simpl (INR 2); field; lra).
  assert (outer : INR n <= Rabs x -> Rabs x <= / INR n * x ^ 2).
  { intros far; apply (Rmult_le_reg_l (INR n)); [exact size|]; rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    rewrite <- (pow2_abs x); pose proof (Rabs_pos x); nra. }
  pose proof (pow2_ge_0 x) as square; assert (0 <= / INR n * x ^ 2) by (apply Rmult_le_pos; lra).
  destruct (Rlt_dec x (- INR n)) as [low|more]; [|destruct (Rle_dec (INR n) x) as [high|less]].
  - rewrite rounded_low by assumption; pose proof (Rabs_left x ltac:(lra)) as size_of; rewrite size_of in outer.
    rewrite Rabs_left by lra; specialize (outer ltac:(lra)); lra.
  - rewrite rounded_high by (rewrite top; exact high); rewrite top; pose proof (Rabs_pos_eq x ltac:(lra)) as size_of; rewrite size_of in outer.
    rewrite Rabs_pos_eq by lra; specialize (outer ltac:(lra)); lra.
  - destruct (rounded_between (- INR n) (/ INR n) (2 * n * n) x) as [left right]; [rewrite top; lra|]; rewrite Rabs_pos_eq by exact left; lra.
Qed.

Lemma mean_near n c g l : (0 < n)%nat -> 0 <= c -> (forall x y, Rabs (g x - g y) <= c * Rabs (x - y)) -> mean_of_one g l ->
  Rabs (l - near n g) <= c * (2 * / INR n).
Proof.
  intros some low slow of; pose proof (mean_rounded (- INR n) (/ INR n) ltac:(apply Rinv_0_lt_compat, lt_0_INR, some) (2 * n * n) g) as other; fold (near n g) in other.
  pose proof (mean_of_one_scaled c _ _ (mean_of_one_square (/ INR n) (/ INR n))) as gap.
  replace (c * (/ INR n + / INR n)) with (c * (2 * / INR n)) in gap by ring.
  assert (apart : forall x, Rabs (g x - g (rounded (- INR n) (/ INR n) (2 * n * n) x)) <= c * (/ INR n + / INR n * x ^ 2)).
  { intros x; apply Rle_trans with (1 := slow _ _), Rmult_le_compat_l; [exact low|apply rounded_near, some]. }
  pose proof (mean_of_one_le _ _ _ _ of (mean_of_one_sum _ _ _ _ other gap)) as above; pose proof (mean_of_one_le _ _ _ _ other (mean_of_one_sum _ _ _ _ of gap)) as below.
  apply Rabs_le; split.
  - enough (near n g <= l + c * (2 * / INR n)) by lra; apply below; intros x; specialize (apart x); apply Rabs_le_between in apart; lra.
  - enough (l <= near n g + c * (2 * / INR n)) by lra; apply above; intros x; specialize (apart x); apply Rabs_le_between in apart; lra.
Qed.

(* It does not matter over which of two numbers the mean is taken first. *)
Theorem other_first c F A B l : 0 <= c -> (forall x y z, Rabs (F x z - F y z) <= c * Rabs (x - y)) -> (forall x y z, Rabs (F z x - F z y) <= c * Rabs (x - y)) ->
  (forall y, mean_of_one (fun x => F x y) (A y)) -> mean_of_one A l -> (forall x, mean_of_one (fun y => F x y) (B x)) -> mean_of_one B l.
Proof.
  intros low slow slow' first of second.
  assert (calm : forall x y, Rabs (B x - B y) <= c * Rabs (x - y)).
  { assert (half : forall x y, B x <= B y + c * Rabs (x - y)).
    { intros x y; apply (mean_of_one_le _ _ _ _ (second x) (mean_of_one_sum _ _ _ _ (second y) (mean_of_one_const (c * Rabs (x - y))))).
      intros z; pose proof (slow x y z) as step; apply Rabs_le_between in step; lra. }
    intros x y; pose proof (half x y); pose proof (half y x) as back; rewrite Rabs_minus_sym in back; apply Rabs_le; lra. }
  destruct (mean_of_one_exists (Rabs (B 0)) c B (Rabs_pos _) low (close_continuous B c calm)) as [l' of'].
  { intros x; specialize (calm x 0); rewrite Rminus_0_r in calm; pose proof (Rabs_triang (B x - B 0) (B 0)) as triangle.
    replace (B x - B 0 + B 0) with (B x) in triangle by ring; lra. }
  replace l with l'; [exact of'|]; apply Rminus_diag_uniq, Classical_Prop.NNPP; intros apart; pose proof (Rabs_pos_lt _ apart) as gap.
  destruct (nfloor_ex (Rmax 0 (4 * c / Rabs (l' - l))) (Rmax_l _ _)) as [N [_ floor]]; set (n := S N).
  assert (large : 4 * c / Rabs (l' - l) < INR n) by (unfold n; rewrite S_INR; pose proof (Rmax_r 0 (4 * c / Rabs (l' - l))); lra).
  assert (some : (0 < n)%nat) by (unfold n; lia); pose proof (lt_0_INR n some) as size; clearbody n.
  pose proof (mean_near n c B l' some low calm of') as one.
  pose proof (stepwise_mean (- INR n) (/ INR n) (2 * n * n) F B second) as swapped; fold (near n B) in swapped.
  assert (each : forall y, Rabs (A y - near n (fun x => F x y)) <= c * (2 * / INR n)) 
    by (intros y; exact (mean_near n c (fun x => F x y) (A y) some low (fun x z => slow x z y) (first y))).
  pose proof (mean_of_one_le _ _ _ _ of (mean_of_one_sum _ _ _ _ swapped (mean_of_one_const (c * (2 * / INR n))))) as above.
  pose proof (mean_of_one_le _ _ _ _ swapped (mean_of_one_sum _ _ _ _ of (mean_of_one_const (c * (2 * / INR n))))) as below.
  assert (two : Rabs (near n B - l) <= c * (2 * / INR n)).
  { apply Rabs_le; split.
    - enough (l <= near n B + c * (2 * / INR n)) by lra; apply above; intros y; specialize (each y); apply Rabs_le_between in each; unfold near in each; lra.
    - enough (near n B <= l + c * (2 * / INR n)) by lra; apply below; intros y; specialize (each y); apply Rabs_le_between in each; unfold near in each; lra. }
  pose proof (Rabs_triang (l' - near n B) (near n B - l)) as triangle; replace (l' - near n B + (near n B - l)) with (l' - l) in triangle by ring.
  apply (Rmult_lt_compat_r (Rabs (l' - l))) in large; [|exact gap]; unfold Rdiv in large; rewrite Rmult_assoc, Rinv_l, Rmult_1_r in large by lra.
  assert (INR n * Rabs (l' - l) <= INR n * (c * (2 * / INR n) + c * (2 * / INR n))) by (apply Rmult_le_compat_l; lra).
  replace (INR n * (c * (2 * / INR n) + c * (2 * / INR n))) with (4 * c) in * by (field; lra); lra.
Qed.

(* The same for any two of several numbers *)
Definition exchange (i j : nat) (z : nat -> R) (k : nat) : R := if Nat.eqb k i then z j else if Nat.eqb k j then z i else z k.
Definition put (k : nat) (x : R) (z : nat -> R) (i : nat) : R := if Nat.eqb i k then x else z i.

Ltac places := apply functional_extensionality; intros; unfold exchange, put;
  repeat match goal with |- context [Nat.eqb ?a ?b] => destruct (Nat.eqb_spec a b) end; subst; try reflexivity; try congruence; try lia.

Lemma lipschitz_exchange n c f i j : 0 <= c -> (i < n)%nat -> (j < n)%nat -> lipschitz n c f -> lipschitz n (c * INR n) (fun z => f (exchange i j z)).
Proof.
  intros low one two slow z w; apply Rle_trans with (1 := slow _ _); rewrite Rmult_assoc; apply Rmult_le_compat_l; [exact low|].
  rewrite <- sum_const; apply Optimal.sum_le; intros k small.
  pose proof (fun l => Existence.sum_member n (fun i => Rabs (z i - w i)) l (fun _ _ => Rabs_pos _)) as member.
  unfold exchange; destruct (Nat.eqb k i), (Nat.eqb k j); apply member; assumption.
Qed.

Lemma last_two k c f l : 0 <= c -> lipschitz (S (S k)) c f -> mean (S (S k)) f l -> mean (S (S k)) (fun z => f (exchange k (S k) z)) l.
Proof.
  intros low slow (g & inner & outer); set (F := fun x y => average k (fun z => f (put (S k) x (put k y z)))).
  assert (of : forall x y, mean k (fun z => f (put (S k) x (put k y z))) (F x y)).
  { intros x y; apply (lipschitz_mean k c _ low); exact (lipschitz_fixed k c _ y (lipschitz_fixed (S k) c f x slow)). }
  assert (slow_first : forall x y z, Rabs (F x z - F y z) <= c * Rabs (x - y)).
  { assert (half : forall x y z, F x z <= F y z + c * Rabs (x - y)).
    { intros x y z; apply (mean_le k _ _ _ _ (of x z) (mean_add k _ _ _ _ (of y z) (mean_const k (c * Rabs (x - y))))); intros w.
      pose proof (lipschitz_moved (S k) c f x y (put k z w) slow) as step; apply Rabs_le_between in step.
      change (- (c * Rabs (x - y)) <= f (put (S k) x (put k z w)) - f (put (S k) y (put k z w)) <= c * Rabs (x - y)) in step; lra. }
    intros x y z; pose proof (half x y z); pose proof (half y x z) as back; rewrite Rabs_minus_sym in back; apply Rabs_le; lra. }
  assert (slow_second : forall x y z, Rabs (F z x - F z y) <= c * Rabs (x - y)).
  { assert (half : forall x y z, F z x <= F z y + c * Rabs (x - y)).
    { intros x y z; apply (mean_le k _ _ _ _ (of z x) (mean_add k _ _ _ _ (of z y) (mean_const k (c * Rabs (x - y))))); intros w.
      pose proof (lipschitz_moved k c _ x y w (lipschitz_fixed (S k) c f z slow)) as step; apply Rabs_le_between in step.
      change (- (c * Rabs (x - y)) <= f (put (S k) z (put k x w)) - f (put (S k) z (put k y w)) <= c * Rabs (x - y)) in step; lra. }
    intros x y z; pose proof (half x y z); pose proof (half y x z) as back; rewrite Rabs_minus_sym in back; apply Rabs_le; lra. }
  assert (first : forall x, mean_of_one (fun y => F x y) (g x)).
  { intros x; destruct (inner x) as (g' & each & total); refine (mean_of_one_ext _ _ _ _ total); intros y.
    exact (mean_unique k _ _ _ (each y) (of x y)). }
  set (B := fun y => RInt_gen (fun x => F x y * density x) (Rbar_locally m_infty) (Rbar_locally p_infty)).
  assert (second : forall y, mean_of_one (fun x => F x y) (B y)).
  { intros y; destruct (mean_of_one_exists (Rabs (F 0 y)) c (fun x => F x y) (Rabs_pos _) low) as [b known].
    - apply (close_continuous _ c); intros; apply slow_first.
    - intros x; pose proof (slow_first x 0 y) as step; rewrite Rminus_0_r in step; pose proof (Rabs_triang (F x y - F 0 y) (F 0 y)) as triangle.
      replace (F x y - F 0 y + F 0 y) with (F x y) in triangle by ring; lra.
    - unfold B; rewrite (is_RInt_gen_unique _ _ known); exact known. }
  exists B; split; [|exact (other_first c (fun y x => F x y) g B l low (fun x y z => slow_second x y z) (fun x y z => slow_first x y z) first outer second)].
  intros x; exists (fun y => F y x); split; [|apply second]; intros y; refine (mean_ext k _ _ _ _ (of y x)); intros z; f_equal; places.
Qed.

Lemma with_last m : forall c f l i, 0 <= c -> (i < m)%nat -> lipschitz (S m) c f -> mean (S m) f l -> mean (S m) (fun z => f (exchange i m z)) l.
Proof.
  induction m as [|k IH]; intros c f l i low small slow of; [lia|]; destruct (Nat.eq_dec i k) as [->|other]; [apply (last_two k c); assumption|].
  set (once := fun z => f (exchange k (S k) z)); assert (of_once : mean (S (S k)) once l) by (apply (last_two k c); assumption).
  pose proof (lipschitz_exchange (S (S k)) c f k (S k) low ltac:(lia) ltac:(lia) slow) as slow_once; fold once in slow_once.
  assert (low_once : 0 <= c * INR (S (S k))) by (apply Rmult_le_pos; [exact low|apply pos_INR]).
  set (twice := fun z => once (exchange i k z)); assert (of_twice : mean (S (S k)) twice l).
  { destruct of_once as (g & inner & outer); exists g; split; [|exact outer]; intros x.
    pose proof (IH _ _ _ i low_once ltac:(lia) (lipschitz_fixed (S k) _ once x slow_once) (inner x)) as known.
    refine (mean_ext (S k) _ _ _ _ known); intros z; unfold twice; f_equal; places. }
  pose proof (lipschitz_exchange (S (S k)) _ once i k low_once ltac:(lia) ltac:(lia) slow_once) as slow_twice; fold twice in slow_twice.
  pose proof (last_two k _ twice l ltac:(apply Rmult_le_pos; [exact low_once|apply pos_INR]) slow_twice of_twice) as known.
  refine (mean_ext _ _ _ _ _ known); intros z; unfold twice, once; f_equal; places.
Qed.

Theorem places_exchanged n : forall c f l i j, 0 <= c -> (i < j)%nat -> (j < n)%nat -> lipschitz n c f -> mean n f l -> mean n (fun z => f (exchange i j z)) l.
Proof.
  induction n as [|n IH]; intros c f l i j low order small slow of; [lia|]; destruct (Nat.eq_dec j n) as [->|other]; [apply (with_last n c); assumption|].
  destruct of as (g & inner & outer); exists g; split; [|exact outer]; intros x.
  pose proof (IH c _ _ i j low order ltac:(lia) (lipschitz_fixed n c f x slow) (inner x)) as known.
  refine (mean_ext n _ _ _ _ known); intros z; f_equal; places.
Qed.

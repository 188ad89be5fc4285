(* A balanced tree of h levels has at least phi^h - 1 nodes, phi the golden section. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums.
From dpdqn Require Import prop9_repaired_formula prop9_repaired_statement.
Open Scope R_scope.

Definition phi : R := (1 + sqrt 5) / 2.

Lemma phi_square : phi * phi = phi + 1.
Proof. unfold phi; pose proof (sqrt_sqrt 5 ltac:(lra)); lra. Qed.

Lemma phi_between : 1 < phi < 2.
Proof.
  assert (2 <= sqrt 5) by (rewrite <- (sqrt_square 2) by lra; apply sqrt_le_1_alt; lra).
  assert (sqrt 5 < 3) by (rewrite <- (sqrt_square 3) by lra; apply sqrt_lt_1_alt; lra); unfold phi; lra.
Qed.

Lemma nodes t : balanced t -> phi ^ levels t <= INR (S (size t)).
Proof.
  pose proof phi_between as between; pose proof phi_square as square.
  induction t as [|l left r right]; intros fits; [simpl; lra|]; destruct fits as (close & near & one & other).
  specialize (left one); specialize (right other); rewrite S_INR in left, right; cbn [size levels]; rewrite !S_INR, plus_INR.
  assert (next : forall x, phi * (phi * x) = phi * x + x) by (intros x; rewrite <- Rmult_assoc, square; ring).
  destruct (Nat.max_spec (levels l) (levels r)) as [[less ->]|[more ->]].
  - replace (levels r) with (S (levels l)) in * by lia; cbn [pow] in *; rewrite next; lra.
  - destruct (Nat.eq_dec (levels l) (levels r)) as [same|apart].
    + rewrite same in *; assert (0 < phi ^ levels r) by (apply pow_lt; lra); cbn [pow]; nra.
    + replace (levels l) with (S (levels r)) in * by lia; cbn [pow] in *; rewrite next; lra.
Qed.

Lemma way_short t : forall turns, (way_down t turns <= levels t)%nat.
Proof.
  induction t as [|l left r right]; intros turns; cbn [way_down levels]; [lia|].
  destruct (turns 0%nat); [specialize (left (fun i => turns (S i)))|specialize (right (fun i => turns (S i)))]; lia.
Qed.

Lemma doubled a b y : 0 <= a -> b <= a * a -> a <= exp y -> b <= exp (2 * y).
Proof. intros positive less below; replace (2 * y) with (y + y) by ring; rewrite exp_plus; nra. Qed.

(* (1 - x/512)^512 is below exp(-x), square by square. *)
Lemma logarithm : 100 / 208 <= ln phi.
Proof.
  set (y := - (100 / 208 / 512)); assert (start : 999060997 / 1000000000 <= exp y) by (pose proof (exp_ineq1_le y); unfold y in *; lra).
  apply (doubled _ (998122875 / 1000000000)) in start; [|lra|lra].
  apply (doubled _ (996249273 / 1000000000)) in start; [|lra|lra].
  apply (doubled _ (992512613 / 1000000000)) in start; [|lra|lra].
  apply (doubled _ (985081286 / 1000000000)) in start; [|lra|lra].
  apply (doubled _ (970385140 / 1000000000)) in start; [|lra|lra].
  apply (doubled _ (941647319 / 1000000000)) in start; [|lra|lra].
  apply (doubled _ (886699673 / 1000000000)) in start; [|lra|lra].
  apply (doubled _ (786236310 / 1000000000)) in start; [|lra|lra].
  apply (doubled _ (618167535 / 1000000000)) in start; [|lra|lra].
  replace (2 * _) with (- (100 / 208)) in start by (unfold y; field); rewrite exp_Ropp in start.
  assert (root : 2236067 / 1000000 <= sqrt 5) by (rewrite <- (sqrt_square (2236067 / 1000000)) by lra; apply sqrt_le_1_alt; lra).
  pose proof (exp_pos (100 / 208)) as some; assert (below : exp (100 / 208) < phi).
  { apply (Rmult_lt_reg_r (/ exp (100 / 208))); [apply Rinv_0_lt_compat, some|]; rewrite Rinv_r by lra; unfold phi; nra. }
  rewrite <- (ln_exp (100 / 208)) at 1; left; apply ln_increasing; [exact some|exact below].
Qed.

Lemma ln_below x : 0 < x -> ln x <= x - 1.
Proof. intros positive; pose proof (exp_ineq1_le (ln x)) as bound; rewrite exp_ln in bound by exact positive; lra. Qed.

(* How much N ln N grows. *)
Lemma growth k : (2 <= k)%nat -> 5 * (INR k * ln (INR k)) + (416 / 100 * ln (INR (S k)) + 4) <= 5 * (INR (S k) * ln (INR (S k))).
Proof.
  intros some; pose proof (le_INR 2 k some) as large; simpl in large; rewrite S_INR; set (x := INR k) in *.
  assert (ratio : / (x + 1) <= ln (x + 1) - ln x).
  { pose proof (ln_below (x / (x + 1)) ltac:(apply Rdiv_lt_0_compat; lra)) as bound; unfold Rdiv in bound.
    rewrite ln_mult, ln_Rinv in bound by (try apply Rinv_0_lt_compat; lra).
    replace (x * / (x + 1) - 1) with (- / (x + 1)) in bound by (field; lra); lra. }
  assert (above : 1 <= ln (x + 1)).
  { apply Rle_trans with (ln (exp 1)); [rewrite ln_exp; lra|]; assert (exp 1 <= x + 1) as [less|equal] by (pose proof exp_le_3; lra).
    - left; apply ln_increasing; [apply exp_pos|exact less].
    - rewrite equal; lra. }
  assert (2 / 3 <= x * (ln (x + 1) - ln x)).
  { apply Rle_trans with (x * / (x + 1)); [|apply Rmult_le_compat_l; lra].
    apply (Rmult_le_reg_r (x + 1)); [lra|]; replace (x * / (x + 1) * (x + 1)) with x by (field; lra); lra. }
  lra.
Qed.

Theorem prop9_repaired : prop9_repaired_statement.
Proof.
  intros C N trees turns changes comparisons given first second steps n inside (enough & one & two).
  pose proof logarithm as golden; rewrite <- !INR_IZR_INZ in *.
  assert (each : forall i, (1 <= i <= N)%nat -> comparisons i <= ln (INR i) / ln phi).
  { intros i small; destruct (given i small) as (fits & count & _); pose proof (nodes _ fits) as many; rewrite count in many.
    pose proof phi_between; assert (0 < phi ^ levels (trees i)) by (apply pow_lt; lra).
    assert (INR (levels (trees i)) * ln phi <= ln (INR i)).
    { rewrite <- ln_pow by lra; destruct many as [less| <-]; [left; apply ln_increasing; assumption|right; reflexivity]. }
    apply Rle_trans with (INR (levels (trees i))); [apply le_INR, way_short|].
    apply (Rmult_le_reg_r (ln phi)); [lra|]; replace (ln (INR i) / ln phi * ln phi) with (ln (INR i)) by (field; lra); assumption. }
  assert (least : forall i, (1 <= i)%nat -> 0 <= ln (INR i)).
  { intros i some; pose proof (le_INR 1 i some) as large; simpl in large; rewrite <- ln_1.
    destruct large as [less| <-]; [left; apply ln_increasing; lra|right; reflexivity]. }
  assert (inverse : 1 / ln phi <= 208 / 100).
  { apply (Rmult_le_reg_r (ln phi)); [lra|]; replace (1 / ln phi * ln phi) with 1 by (field; lra); lra. }
  assert (single : forall i, (1 <= i <= N)%nat -> comparisons i <= 208 / 100 * ln (INR i)).
  { intros i small; eapply Rle_trans; [apply each, small|]; specialize (least i ltac:(lia)).
    replace (ln (INR i) / ln phi) with (ln (INR i) * (1 / ln phi)) by (unfold Rdiv; ring); nra. }
  assert (half : 1 / 2 <= ln 2).
  { pose proof (ln_below (/ 2) ltac:(lra)) as bound; rewrite ln_Rinv in bound by lra; lra. }
  assert (total : forall k, (2 <= k <= N)%nat -> sum k (fun i => comparisons (S i) + changes (S i)) <= 5 * (INR k * ln (INR k))).
  { induction k as [|k IH]; [lia|]; intros small; destruct (Nat.eq_dec k 1) as [->|].
    - assert (comparisons 1%nat = 0).
      { unfold comparisons; destruct (given 1%nat ltac:(lia)) as (_ & count & _); destruct (trees 1%nat); [reflexivity|simpl in count; lia]. }
      assert (comparisons 2%nat <= 1).
      { unfold comparisons; destruct (given 2%nat ltac:(lia)) as (_ & count & _); destruct (trees 2%nat) as [|l r]; [simpl; lra|].
        destruct l, r; simpl in count; try lia; simpl; destruct (turns 2%nat 0%nat); simpl; lra. }
      simpl sum; simpl INR; replace (1 + 1) with 2 by ring; lra.
    - specialize (IH ltac:(lia)); cbn [sum]; pose proof (growth k ltac:(lia)); pose proof (single (S k) ltac:(lia)).
      destruct (given (S k) ltac:(lia)) as (_ & _ & changed); lra. }
  unfold prop9_repaired_defined, prop9_repaired_claim; rewrite <- !INR_IZR_INZ; fold phi.
  assert (several : (2 <= N)%nat) by (apply INR_le; simpl; lra).
  pose proof (lt_0_INR n ltac:(lia)); pose proof (lt_0_INR N ltac:(lia)); split; [repeat split; lra|].
  split; [apply each, inside|]; split; [apply given, inside|]; split; [exact inverse|].
  eapply Rle_trans; [apply total; lia|]; specialize (least N ltac:(lia)).
  assert (0 <= INR N * ln (INR N)) by (apply Rmult_le_pos; lra); nra.
Qed.

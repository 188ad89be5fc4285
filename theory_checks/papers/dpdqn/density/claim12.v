(* Each row of the inverse, and of the weights, has entries at neighbours alone; what they leave cancels. *)
From Coq Require Import Reals Arith Bool Lra Lia Psatz.
From TheoryChecks Require Import Sums Vectors Bridge.
From dpdqn Require Import claim12_statement.
Open Scope R_scope.

Lemma sum_zero n f : (forall k, (k < n)%nat -> f k = 0) -> sum n f = 0.
Proof. intros none; rewrite (sum_ext n f (fun _ => 0)), sum_const by exact none; ring. Qed.

Lemma sum_three n i f : (i <= n)%nat -> (forall k, (k <= n)%nat -> (k + 1 < i \/ i + 1 < k)%nat -> f k = 0) ->
  sum (S n) f = (match i with O => 0 | S k => f k end) + f i + (if Nat.ltb i n then f (S i) else 0).
Proof.
  intros inside none; assert (low : sum (S i) f = (match i with O => 0 | S k => f k end) + f i).
  { destruct i as [|i]; [simpl; ring|]; cbn [sum]; rewrite (sum_zero i) by (intros k small; apply none; lia); ring. }
  destruct (Nat.ltb i n) eqn:last; [apply Nat.ltb_lt in last|apply Nat.ltb_ge in last; replace n with i by lia; lra].
  rewrite <- low; assert (upto : forall m, (i < m)%nat -> (m <= n)%nat -> sum (S m) f = sum (S i) f + f (S i)).
  { induction m as [|m IH]; intros first second; [lia|]; destruct (Nat.eq_dec i m) as [-> | other]; [reflexivity|].
    change (sum (S (S m)) f) with (sum (S m) f + f (S m)); rewrite IH, (none (S m)) by lia; ring. }
  apply upto; [exact last|apply le_n].
Qed.

Lemma unit_symmetric i j : unit i j = unit j i.
Proof. unfold unit; rewrite Nat.eqb_sym; reflexivity. Qed.

Section Grid.
Variables (beta : R) (n : nat).
Hypotheses (positive : 0 < beta) (some : (1 <= n)%nat).
Let q : R := z beta n 1.

Lemma z_power k : z beta n k = q ^ k.
Proof.
  unfold q, z; induction k as [|k IH]; [simpl; rewrite Rmult_0_l, Ropp_0; apply exp_0|].
  cbn [pow]; rewrite <- IH, <- exp_plus; f_equal; rewrite S_INR; simpl; ring.
Qed.

Lemma q_between : 0 < q < 1.
Proof.
  unfold q, z; split; [apply exp_pos|]; rewrite <- exp_0; apply exp_increasing; simpl.
  assert (0 < beta / (2 * INR n)) by (apply Rdiv_lt_0_compat; [exact positive|pose proof (lt_0_INR n some); lra]); lra.
Qed.

Lemma kernel_power i j : kernel beta (point n i) (point n j) = q ^ between i j.
Proof.
  pose proof (lt_0_INR n some); rewrite <- z_power; unfold kernel, point, z, between; f_equal.
  replace (INR i / (2 * INR n) - INR j / (2 * INR n)) with ((INR i - INR j) / (2 * INR n)) by (field; lra).
  unfold Rdiv at 1; rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; lra).
  destruct (le_lt_dec i j) as [order|order].
  - rewrite Rabs_left1 by (apply le_INR in order; lra); replace (i - j + (j - i))%nat with (j - i)%nat by lia; rewrite minus_INR by lia; field; lra.
  - rewrite Rabs_pos_eq by (apply lt_INR in order; lra); replace (i - j + (j - i))%nat with (i - j)%nat by lia; rewrite minus_INR by lia; field; lra.
Qed.

Lemma inverse_symmetric i j : printed_inverse beta n i j = printed_inverse beta n j i.
Proof.
  unfold printed_inverse; rewrite (Nat.eqb_sym j i); replace (between j i) with (between i j) by (unfold between; lia).
  destruct (Nat.eqb_spec i j) as [-> |]; reflexivity.
Qed.

(* A row of the inverse times any column. *)
Lemma row_of_inverse i f : (i <= n)%nat -> sum (S n) (fun k => printed_inverse beta n i k * f k) =
  1 / (1 - q ^ 4) * ((if Nat.eqb i 0 || Nat.eqb i n then 1 else 1 + q ^ 4) * f i
    - q ^ 2 * (match i with O => 0 | S k => f k end) - q ^ 2 * (if Nat.ltb i n then f (S i) else 0)).
Proof.
  intros inside; rewrite (sum_three n i) by (try exact inside; intros k _ far; unfold printed_inverse;
    replace (Nat.eqb i k) with false by (symmetry; apply Nat.eqb_neq; lia);
    replace (Nat.eqb (between i k) 1) with false by (symmetry; apply Nat.eqb_neq; unfold between; lia); ring).
  assert (itself : printed_inverse beta n i i = 1 / (1 - q ^ 4) * (if Nat.eqb i 0 || Nat.eqb i n then 1 else 1 + q ^ 4))
    by (unfold printed_inverse; rewrite Nat.eqb_refl, z_power; reflexivity).
  assert (side : forall k, between i k = 1%nat -> printed_inverse beta n i k = 1 / (1 - q ^ 4) * - q ^ 2).
  { intros k near; unfold printed_inverse; rewrite near, !z_power; replace (Nat.eqb i k) with false; [reflexivity|].
    symmetry; apply Nat.eqb_neq; unfold between in near; lia. }
  rewrite itself; destruct (Nat.ltb i n); [rewrite (side (S i)) by (unfold between; lia)|];
    (destruct i as [|k]; [|rewrite (side k) by (unfold between; lia)]); ring.
Qed.

(* The even points i and j, and the odd point i. *)
Lemma even_row i j : (i <= n)%nat -> (j <= n)%nat -> sum (S n) (fun k => printed_inverse beta n i k * q ^ between (2 * k) (2 * j)) = unit i j.
Proof.
  intros first second; pose proof q_between as inside; assert (0 < 1 - q ^ 4) by (replace (q ^ 4) with (q ^ 2 * q ^ 2) by ring; assert (0 < q ^ 2 < 1) by nra; nra).
  rewrite row_of_inverse by exact first; unfold unit.
  apply (Rmult_eq_reg_l (1 - q ^ 4)); [|lra]; rewrite <- Rmult_assoc; replace ((1 - q ^ 4) * (1 / (1 - q ^ 4))) with 1 by (field; lra).
  destruct (lt_eq_lt_dec i j) as [[less|same]|more].
  - replace (Nat.eqb j i) with false by (symmetry; apply Nat.eqb_neq; lia); replace (Nat.ltb i n) with true by (symmetry; apply Nat.ltb_lt; lia).
    replace (Nat.eqb i n) with false by (symmetry; apply Nat.eqb_neq; lia).
    replace (between (2 * S i) (2 * j)) with (2 * (j - S i))%nat by (unfold between; lia).
    replace (between (2 * i) (2 * j)) with (S (S (2 * (j - S i)))) by (unfold between; lia).
    destruct i as [|k]; [change (Nat.eqb 0 0) with true|change (Nat.eqb (S k) 0) with false]; cbn [orb]; cbv iota; [simpl; ring|].
    replace (between (2 * k) (2 * j)) with (S (S (S (S (2 * (j - S (S k))))))) by (unfold between; lia); simpl; ring.
  - subst j; rewrite Nat.eqb_refl; replace (between (2 * i) (2 * i)) with 0%nat by (unfold between; lia).
    replace (between (2 * S i) (2 * i)) with 2%nat by (unfold between; lia).
    destruct i as [|k]; [change (Nat.eqb 0 0) with true|change (Nat.eqb (S k) 0) with false]; cbn [orb]; cbv iota.
    + replace (Nat.ltb 0 n) with true by (symmetry; apply Nat.ltb_lt; lia); simpl; ring.
    + replace (between (2 * k) (2 * S k)) with 2%nat by (unfold between; lia); destruct (Nat.eqb_spec (S k) n) as [end_ | other].
      * replace (Nat.ltb (S k) n) with false by (symmetry; apply Nat.ltb_ge; lia); simpl; ring.
      * replace (Nat.ltb (S k) n) with true by (symmetry; apply Nat.ltb_lt; lia); simpl; ring.
  - replace (Nat.eqb j i) with false by (symmetry; apply Nat.eqb_neq; lia); destruct i as [|k]; [lia|].
    replace (between (2 * k) (2 * j)) with (2 * (k - j))%nat by (unfold between; lia).
    replace (between (2 * S k) (2 * j)) with (S (S (2 * (k - j)))) by (unfold between; lia).
    replace (between (2 * S (S k)) (2 * j)) with (S (S (S (S (2 * (k - j)))))) by (unfold between; lia).
    change (Nat.eqb (S k) 0) with false; cbn [orb]; destruct (Nat.eqb_spec (S k) n) as [end_ | other].
    + replace (Nat.ltb (S k) n) with false by (symmetry; apply Nat.ltb_ge; lia); simpl; ring.
    + replace (Nat.ltb (S k) n) with true by (symmetry; apply Nat.ltb_lt; lia); simpl; ring.
Qed.

Lemma odd_row i j : (i < n)%nat -> (j <= n)%nat ->
  sum (S n) (fun k => printed_inverse beta n j k * q ^ between (2 * i + 1) (2 * k)) = printed_weights beta n i j.
Proof.
  intros first second; pose proof q_between as inside; assert (low : 0 < q ^ 2 < 1) by nra.
  assert (0 < 1 - q ^ 4) by (replace (q ^ 4) with (q ^ 2 * q ^ 2) by ring; nra).
  rewrite row_of_inverse by exact second; unfold printed_weights; rewrite !z_power.
  apply (Rmult_eq_reg_l (1 - q ^ 4)); [|lra]; rewrite <- Rmult_assoc; replace ((1 - q ^ 4) * (1 / (1 - q ^ 4))) with 1 by (field; lra).
  replace ((1 - q ^ 4) * (q ^ 1 / (1 + q ^ 2) * (if Nat.eqb j i || Nat.eqb j (S i) then 1 else 0)))
    with (q * (1 - q ^ 2) * (if Nat.eqb j i || Nat.eqb j (S i) then 1 else 0)) by (field; lra).
  destruct (le_lt_dec j i) as [left|right].
  - replace (Nat.eqb j (S i)) with false by (symmetry; apply Nat.eqb_neq; lia); replace (Nat.ltb j n) with true by (symmetry; apply Nat.ltb_lt; lia).
    replace (Nat.eqb j n) with false by (symmetry; apply Nat.eqb_neq; lia); rewrite !orb_false_r; destruct (Nat.eqb_spec j i) as [-> | other].
    + replace (between (2 * i + 1) (2 * i)) with 1%nat by (unfold between; lia); replace (between (2 * i + 1) (2 * S i)) with 1%nat by (unfold between; lia).
      destruct i as [|k]; simpl Nat.eqb; cbv iota; [simpl; ring|].
      replace (between (2 * S k + 1) (2 * k)) with 3%nat by (unfold between; lia); simpl; ring.
    + replace (between (2 * i + 1) (2 * S j)) with (S (2 * (i - S j))) by (unfold between; lia).
      replace (between (2 * i + 1) (2 * j)) with (S (S (S (2 * (i - S j))))) by (unfold between; lia).
      destruct j as [|k]; simpl Nat.eqb; cbv iota; [simpl; ring|].
      replace (between (2 * i + 1) (2 * k)) with (S (S (S (S (S (2 * (i - S (S k)))))))) by (unfold between; lia); simpl; ring.
  - destruct j as [|k]; [lia|]; replace (Nat.eqb (S k) i) with false by (symmetry; apply Nat.eqb_neq; lia).
    change (Nat.eqb (S k) 0) with false; cbn [orb]; destruct (Nat.eqb_spec k i) as [-> | other].
    + replace (between (2 * i + 1) (2 * S i)) with 1%nat by (unfold between; lia); replace (between (2 * i + 1) (2 * i)) with 1%nat by (unfold between; lia).
      replace (between (2 * i + 1) (2 * S (S i))) with 3%nat by (unfold between; lia); rewrite Nat.eqb_refl.
      destruct (Nat.eqb_spec (S i) n) as [end_ | inner].
      * replace (Nat.ltb (S i) n) with false by (symmetry; apply Nat.ltb_ge; lia); simpl; ring.
      * replace (Nat.ltb (S i) n) with true by (symmetry; apply Nat.ltb_lt; lia); simpl; ring.
    + replace (Nat.eqb (S k) (S i)) with false by (symmetry; apply Nat.eqb_neq; lia).
      replace (between (2 * i + 1) (2 * k)) with (S (2 * (k - S i))) by (unfold between; lia).
      replace (between (2 * i + 1) (2 * S k)) with (S (S (S (2 * (k - S i))))) by (unfold between; lia).
      replace (between (2 * i + 1) (2 * S (S k))) with (S (S (S (S (S (2 * (k - S i))))))) by (unfold between; lia).
      destruct (Nat.eqb_spec (S k) n) as [end_ | inner].
      * replace (Nat.ltb (S k) n) with false by (symmetry; apply Nat.ltb_ge; lia); simpl; ring.
      * replace (Nat.ltb (S k) n) with true by (symmetry; apply Nat.ltb_lt; lia); simpl; ring.
Qed.

Lemma explained i j : (i < n)%nat -> (j < n)%nat ->
  sum (S n) (fun k => printed_weights beta n i k * q ^ between (2 * j + 1) (2 * k)) = printed_explained beta n i j.
Proof.
  intros first second; rewrite (sum_three n i) by (try lia; intros k _ far; unfold printed_weights;
    replace (Nat.eqb k i) with false by (symmetry; apply Nat.eqb_neq; lia); replace (Nat.eqb k (S i)) with false by (symmetry; apply Nat.eqb_neq; lia); simpl; ring).
  assert (before : match i with O => 0 | S k => printed_weights beta n i k * q ^ between (2 * j + 1) (2 * k) end = 0).
  { destruct i as [|k]; [reflexivity|]; unfold printed_weights; replace (Nat.eqb k (S k)) with false by (symmetry; apply Nat.eqb_neq; lia).
    replace (Nat.eqb k (S (S k))) with false by (symmetry; apply Nat.eqb_neq; lia); simpl; ring. }
  rewrite before; replace (Nat.ltb i n) with true by (symmetry; apply Nat.ltb_lt; lia); unfold printed_weights, printed_explained.
  rewrite !Nat.eqb_refl, orb_true_r, !z_power; simpl orb; cbv iota; destruct (Nat.eqb_spec i j) as [-> | other].
  - replace (between (2 * j + 1) (2 * j)) with 1%nat by (unfold between; lia); replace (between (2 * j + 1) (2 * S j)) with 1%nat by (unfold between; lia); simpl; ring.
  - destruct (le_lt_dec i j).
    + replace (between (2 * j + 1) (2 * i)) with (2 * between i j + 1)%nat by (unfold between; lia).
      replace (between (2 * j + 1) (2 * S i)) with (2 * between i j - 1)%nat by (unfold between; lia); ring.
    + replace (between (2 * j + 1) (2 * i)) with (2 * between i j - 1)%nat by (unfold between; lia).
      replace (between (2 * j + 1) (2 * S i)) with (2 * between i j + 1)%nat by (unfold between; lia); ring.
Qed.

Lemma left_over_is i j : q ^ (2 * between i j) - printed_explained beta n i j = (1 - q ^ 2) / (1 + q ^ 2) * unit i j.
Proof.
  pose proof q_between as inside; unfold printed_explained, unit; rewrite !z_power; assert (0 < 1 + q ^ 2) by nra.
  destruct (Nat.eqb_spec i j) as [-> | other].
  - rewrite Nat.eqb_refl; replace (between j j) with 0%nat by (unfold between; lia); simpl; field; simpl in *; lra.
  - replace (Nat.eqb j i) with false by (symmetry; apply Nat.eqb_neq; lia).
    assert (some' : exists d, between i j = S d) by (exists (between i j - 1)%nat; unfold between; lia); destruct some' as [d ->].
    replace (2 * S d - 1)%nat with (S (2 * d)) by lia; replace (2 * S d + 1)%nat with (S (S (S (2 * d)))) by lia.
    replace (2 * S d)%nat with (S (S (2 * d))) by lia; cbn [pow] in *; field; lra.
Qed.
End Grid.

Theorem claim12_verified : claim12_statement.
Proof.
  intros beta n positive some; unfold K11, K10, K00; pose proof (kernel_power beta n some) as entry.
  assert (twice : forall i j, between (2 * i) (2 * j) = (2 * between i j)%nat) by (intros; unfold between; lia).
  assert (odd : forall i j, between (2 * i + 1) (2 * j + 1) = (2 * between i j)%nat) by (intros; unfold between; lia).
  repeat split; intros.
  - rewrite entry, odd; symmetry; apply z_power.
  - rewrite entry; symmetry; apply z_power.
  - rewrite entry, twice; symmetry; apply z_power.
  - rewrite <- (even_row beta n positive some i j) by assumption; apply sum_ext; intros; rewrite entry; reflexivity.
  - rewrite (unit_symmetric i j), <- (even_row beta n positive some j i) by assumption; apply sum_ext; intros k _.
    rewrite entry, (inverse_symmetric beta n some j k), Rmult_comm; f_equal; f_equal; unfold between; lia.
  - rewrite <- (odd_row beta n positive some i j) by assumption; apply sum_ext; intros k _; rewrite entry, (inverse_symmetric beta n some j k); ring.
  - rewrite <- (explained beta n some i j) by assumption; apply sum_ext; intros; rewrite entry; reflexivity.
  - rewrite entry, odd, (z_power beta n 2); apply left_over_is; assumption.
Qed.

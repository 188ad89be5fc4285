(* The binary mechanism: at time j it adds the last items up, as many as the lowest bit of j says, and gives this partial sum a
   noise of its own; releases are sums of these. Times and items are counted from 1. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Vectors Laplace Budget.
Open Scope R_scope.

Fixpoint lowest (p : BinNums.positive) : nat := match p with xO q => 2 * lowest q | _ => 1 end.
Definition low (j : nat) : nat := lowest (Pos.of_nat j).
Definition holds (j i : nat) : bool := andb (Nat.ltb (j - low j) i) (Nat.leb i j).

(* The partial sum of time j *)
Definition node (items : nat -> R) (j : nat) : R := sum (S j) (fun i => if holds j i then items i else 0).

(* The sum over the times 1, ..., T *)
Definition times (T : nat) (f : nat -> R) : R := sum T (fun k => f (S k)).

(* In how many partial sums item i is *)
Definition held (T i : nat) : R := times T (fun j => if holds j i then 1 else 0).

Lemma low_even j : (0 < j)%nat -> low (2 * j) = (2 * low j)%nat.
Proof.
  intros some; unfold low; rewrite <- (Nat2Pos.id j) at 1 by lia; rewrite <- Pos2Nat.inj_xO, Pos2Nat.id; reflexivity.
Qed.

Lemma low_odd j : low (2 * j + 1) = 1%nat.
Proof.
  destruct j as [|j]; [reflexivity|]; unfold low; rewrite <- (Nat2Pos.id (S j)) by lia.
  replace (2 * Pos.to_nat (Pos.of_nat (S j)) + 1)%nat with (Pos.to_nat (xI (Pos.of_nat (S j)))) by (rewrite Pos2Nat.inj_xI; lia).
  rewrite Pos2Nat.id; reflexivity.
Qed.

Lemma low_some j : (1 <= low j)%nat.
Proof. unfold low; induction (Pos.of_nat j); simpl; lia. Qed.

(* An even time holds the pairs of items that half of it holds, an odd one its own item alone. *)
Lemma holds_even j i : (0 < j)%nat -> holds (2 * j) i = holds j (Nat.div2 (S i)).
Proof.
  intros some; unfold holds; rewrite low_even by exact some; pose proof (low_some j).
  pose proof (Nat.div2_odd (S i)) as half; destruct (Nat.odd (S i)); simpl Nat.b2n in half;
    destruct (Nat.ltb_spec (2 * j - 2 * low j) i), (Nat.ltb_spec (j - low j) (Nat.div2 (S i))),
      (Nat.leb_spec i (2 * j)), (Nat.leb_spec (Nat.div2 (S i)) j); simpl; try reflexivity; lia.
Qed.

Lemma holds_odd j i : holds (2 * j + 1) i = Nat.eqb i (2 * j + 1).
Proof.
  unfold holds; rewrite low_odd; destruct (Nat.ltb_spec (2 * j + 1 - 1) i), (Nat.leb_spec i (2 * j + 1)), (Nat.eqb_spec i (2 * j + 1));
    simpl; try reflexivity; lia.
Qed.

Lemma times_next T f : times (S T) f = times T f + f (S T).
Proof. reflexivity. Qed.

Lemma times_split T f : times (2 * T) f = sum T (fun h => f (2 * h + 1)%nat) + times T (fun h => f (2 * h)%nat) /\
  times (2 * T + 1) f = sum (S T) (fun h => f (2 * h + 1)%nat) + times T (fun h => f (2 * h)%nat).
Proof.
  induction T as [|T [even odd]]; [split; unfold times; simpl; ring|].
  replace (2 * S T + 1)%nat with (S (2 * S T)) by lia; replace (2 * S T)%nat with (S (2 * T + 1)) by lia; split.
  - rewrite times_next, odd, (times_next T); replace (S (2 * T + 1)) with (2 * S T)%nat by lia; ring.
  - rewrite !times_next, odd; cbn [sum]; replace (S (S (2 * T + 1))) with (2 * S T + 1)%nat by lia.
    replace (S (2 * T + 1)) with (2 * S T)%nat by lia; ring.
Qed.

Lemma times_ext T f g : (forall j, (1 <= j <= T)%nat -> f j = g j) -> times T f = times T g.
Proof. intros same; apply sum_ext; intros; apply same; lia. Qed.

Lemma only_itself n i : sum n (fun h => if Nat.eqb i (2 * h + 1) then 1 else 0) =
  if andb (Nat.odd i) (Nat.ltb i (2 * n)) then 1 else 0.
Proof.
  pose proof (Nat.div2_odd i) as half; induction n as [|n IH]; [destruct (Nat.odd i); reflexivity|]; cbn [sum]; rewrite IH.
  clear IH; revert half; destruct (Nat.odd i); simpl Nat.b2n; intros half; cbn [andb];
    destruct (Nat.eqb_spec i (2 * n + 1)), (Nat.ltb_spec i (2 * n)), (Nat.ltb_spec i (2 * S n)); try lra; exfalso; lia.
Qed.

(* Item i is in its own partial sum if it is odd, and else where the pair is that it belongs to. *)
Lemma held_half T i : (1 <= T)%nat -> (1 <= i)%nat ->
  held T i = (if andb (Nat.odd i) (Nat.leb i T) then 1 else 0) + held (Nat.div2 T) (Nat.div2 (S i)).
Proof.
  intros some first; unfold held; pose proof (Nat.div2_odd T) as half; set (T' := Nat.div2 T) in *.
  assert (evens : times T' (fun h => if holds (2 * h) i then 1 else 0) = times T' (fun j => if holds j (Nat.div2 (S i)) then 1 else 0))
    by (apply times_ext; intros j range; rewrite holds_even by lia; reflexivity).
  assert (odds : forall n, sum n (fun h => if holds (2 * h + 1) i then 1 else 0) = if andb (Nat.odd i) (Nat.ltb i (2 * n)) then 1 else 0).
  { intros n; rewrite <- only_itself; apply sum_ext; intros h _; rewrite holds_odd; reflexivity. }
  pose proof (Nat.div2_odd i) as parity; revert half; destruct (Nat.odd T); simpl Nat.b2n; intros half.
  - rewrite half, (proj2 (times_split T' _)), evens, odds; f_equal.
    revert parity; destruct (Nat.odd i); simpl Nat.b2n; intros parity; [cbn [andb]|reflexivity].
    destruct (Nat.ltb_spec i (2 * S T')), (Nat.leb_spec i (2 * T' + 1)); try reflexivity; exfalso; lia.
  - replace (times T) with (times (2 * T')) by (f_equal; lia); rewrite (proj1 (times_split T' _)), evens, odds; f_equal.
    revert parity; destruct (Nat.odd i); simpl Nat.b2n; intros parity; [cbn [andb]|reflexivity].
    destruct (Nat.ltb_spec i (2 * T')), (Nat.leb_spec i T); try reflexivity; exfalso; lia.
Qed.

(* At most as many as T has bits; the first item is in as many. *)
Theorem held_most K : forall T i, (T < 2 ^ K)%nat -> (1 <= i)%nat -> held T i <= INR K.
Proof.
  induction K as [|K IH]; intros T i below first; [replace T with 0%nat by (simpl in below; lia); unfold held, times; simpl; lra|].
  destruct T as [|T]; [unfold held, times; simpl sum; apply pos_INR|].
  rewrite held_half by lia; rewrite S_INR; pose proof (Nat.div2_odd (S T)) as half; pose proof (Nat.div2_odd (S i)) as other.
  assert (held (Nat.div2 (S T)) (Nat.div2 (S i)) <= INR K).
  { rewrite Nat.pow_succ_r' in below; apply IH; [lia|]; revert other; destruct (Nat.odd (S i)); simpl Nat.b2n; lia. }
  destruct (andb _ _); lra.
Qed.

Theorem held_first K : forall T, (2 ^ K <= 2 * T)%nat -> (T < 2 ^ K)%nat -> held T 1 = INR K.
Proof.
  induction K as [|K IH]; intros T above below; [simpl in above, below; lia|]; rewrite Nat.pow_succ_r' in above, below.
  assert (some : (1 <= T)%nat) by (pose proof (Nat.pow_nonzero 2 K); lia).
  rewrite held_half, S_INR by lia; replace (Nat.leb 1 T) with true by (symmetry; apply Nat.leb_le, some); cbn [andb Nat.odd Nat.even negb].
  change (Nat.div2 2) with 1%nat; pose proof (Nat.div2_odd T) as half; destruct K as [|K].
  - replace T with 1%nat by (simpl in *; lia); unfold held, times; simpl; lra.
  - rewrite Nat.pow_succ_r' in above, below; rewrite IH; [ring| |]; rewrite ?Nat.pow_succ_r'; revert half; destruct (Nat.odd T); simpl Nat.b2n; lia.
Qed.

(* Two streams that differ in item t alone differ in the partial sums that hold it. *)
Lemma node_apart t items items' j : (1 <= t)%nat -> (forall i, i <> t -> items i = items' i) ->
  node items j - node items' j = (if holds j t then 1 else 0) * (items t - items' t).
Proof.
  intros first same; unfold node; rewrite <- sum_sub; destruct (Nat.le_gt_cases t j) as [inside | outside].
  - rewrite <- (sum_unit (S j) t (fun i => (if holds j i then 1 else 0) * (items t - items' t))) by lia; apply sum_ext; intros i _.
    unfold unit; destruct (Nat.eqb_spec i t) as [-> | other]; [destruct (holds j t); ring|].
    rewrite (same i other); destruct (holds j i); ring.
  - replace (holds j t) with false by (unfold holds; replace (Nat.leb t j) with false by (symmetry; apply Nat.leb_gt, outside);
      rewrite Bool.andb_false_r; reflexivity).
    rewrite (sum_ext (S j) _ (fun _ => 0)), sum_const; [ring|]; intros i small; rewrite (same i) by lia; destruct (holds j i); ring.
Qed.

Lemma times_le T f g : (forall j, f j <= g j) -> times T f <= times T g.
Proof. intros below; apply sum_le; intros; apply below. Qed.

(* What the noisy partial sums y tell of the two streams *)
Definition tells (T : nat) (scale : R) (items items' y : nat -> R) : R :=
  times T (fun j => log_ratio scale (node items j) (node items' j) (y j)).

Theorem tells_most T scale t items items' y : 0 < scale -> (1 <= t)%nat -> (forall i, i <> t -> items i = items' i) ->
  tells T scale items items' y <= held T t * Rabs (items t - items' t) / scale.
Proof.
  intros positive first same; unfold tells, held.
  replace (times T (fun j => if holds j t then 1 else 0) * Rabs (items t - items' t) / scale)
    with (times T (fun j => Rabs (items t - items' t) / scale * (if holds j t then 1 else 0))) by (unfold times; rewrite sum_scale; unfold Rdiv; ring).
  apply times_le; intros j; apply Rle_trans with (1 := log_ratio_most _ _ _ _ positive).
  rewrite (node_apart t items items' j first same), Rabs_mult.
  destruct (holds j t); [rewrite Rabs_R1|rewrite Rabs_R0]; unfold Rdiv; lra.
Qed.

(* Attained where every noise is 0 *)
Theorem tells_attained T scale t items items' : 0 < scale -> (1 <= t)%nat -> (forall i, i <> t -> items i = items' i) ->
  tells T scale items items' (node items) = held T t * Rabs (items t - items' t) / scale.
Proof.
  intros positive first same; unfold tells, held.
  replace (times T (fun j => if holds j t then 1 else 0) * Rabs (items t - items' t) / scale)
    with (times T (fun j => Rabs (items t - items' t) / scale * (if holds j t then 1 else 0))) by (unfold times; rewrite sum_scale; unfold Rdiv; ring).
  apply times_ext; intros j _; rewrite log_ratio_at_centre by exact positive.
  rewrite (node_apart t items items' j first same), Rabs_mult.
  destruct (holds j t); [rewrite Rabs_R1|rewrite Rabs_R0]; unfold Rdiv; ring.
Qed.

(* The largest that can be told of streams in [0, 1]^T which differ in one item *)
Definition counter_loss (T : nat) (scale loss : R) : Prop :=
  is_lub (fun told => exists (t : nat) (items items' y : nat -> R), (1 <= t <= T)%nat /\
    (forall i, 0 <= items i <= 1 /\ 0 <= items' i <= 1) /\ (forall i, i <> t -> items i = items' i) /\
    told = tells T scale items items' y) loss.

Theorem counter_loss_exists K T scale : 0 < scale -> (2 ^ K <= 2 * T)%nat -> (T < 2 ^ K)%nat -> counter_loss T scale (INR K / scale).
Proof.
  intros positive above below; split.
  - intros told (t & items & items' & y & (first & _) & range & same & ->).
    apply Rle_trans with (1 := tells_most T scale t items items' y positive first same).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, positive|].
    assert (apart : Rabs (items t - items' t) <= 1) by (apply Rabs_le; destruct (range t); lra).
    pose proof (held_most K T t below first); pose proof (Rabs_pos (items t - items' t)).
    assert (0 <= held T t) by (apply sum_nonneg; intros; destruct (holds _ _); lra).
    apply Rle_trans with (held T t * 1); [apply Rmult_le_compat_l; assumption|lra].
  - intros bound most; rewrite <- (held_first K T above below).
    assert (equal : Rabs (unit 1 1%nat - 0) = 1) by (unfold unit; simpl; rewrite Rminus_0_r, Rabs_R1; reflexivity).
    assert (same : forall i, i <> 1%nat -> unit 1 i = (fun _ => 0) i).
    { intros i other; unfold unit; destruct (Nat.eqb_spec i 1); [contradiction|reflexivity]. }
    replace (held T 1 / scale) with (held T 1 * Rabs (unit 1 1%nat - 0) / scale) by (rewrite equal; unfold Rdiv; ring).
    rewrite <- (tells_attained T scale 1 (unit 1) (fun _ => 0)) by (trivial; lia).
    apply most; exists 1%nat, (unit 1), (fun _ => 0), (node (unit 1)); repeat split; trivial; try lra; try apply unit_nonneg.
    + pose proof (Nat.pow_nonzero 2 K); lia.
    + unfold unit; destruct (Nat.eqb i 1); lra.
Qed.

Theorem counter_loss_is K T scale loss : 0 < scale -> (2 ^ K <= 2 * T)%nat -> (T < 2 ^ K)%nat -> counter_loss T scale loss -> loss = INR K / scale.
Proof.
  intros positive above below [most least]; destruct (counter_loss_exists K T scale positive above below) as [more less].
  apply Rle_antisym; [apply least, more|apply less, most].
Qed.

(* The number of bits, as it stands in formulas *)
Lemma bits K T : IZR (Z.of_nat K) >= 1 -> powerRZ 2 (Z.of_nat K - 1) <= IZR (Z.of_nat T) -> IZR (Z.of_nat T) < powerRZ 2 (Z.of_nat K) ->
  (2 ^ K <= 2 * T)%nat /\ (T < 2 ^ K)%nat.
Proof.
  rewrite <- !INR_IZR_INZ; intros some above below; destruct K as [|K]; [simpl in some; lra|].
  replace (Z.of_nat (S K) - 1)%Z with (Z.of_nat K) in above by lia; rewrite <- pow_powerRZ in above, below.
  change 2 with (INR 2) in above, below; rewrite <- pow_INR in above, below; apply INR_le in above; apply INR_lt in below.
  simpl in below |- *; lia.
Qed.

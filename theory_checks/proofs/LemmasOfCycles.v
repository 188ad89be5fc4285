(* Lemmas about noise on the rewards of an MDP in which one action waits or goes on, and all others stay. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From TheoryChecks Require MeanExists LemmasOfLogRatios Vectors.
From TheoryChecks Require Import Sums Mdp Optimal Maximum NormalMean Reflections RewardNoise.
From TheoryChecks Require Import LemmaWords LemmaFormulas GaussianFamilies LemmasOfRewardNoise LemmasOfValueErrors LemmasOfWalks.
Open Scope R_scope.

(* The state that is i steps behind s. *)
Definition turn (n s i : nat) : nat := ((s + i) mod n)%nat.

Lemma turn_inside n s i : (0 < n)%nat -> (turn n s i < n)%nat.
Proof. intros; apply Nat.mod_upper_bound; lia. Qed.

Lemma after_turn n s i : (0 < n)%nat -> after n (turn n s i) = turn n s (S i).
Proof. intros; unfold after, turn; change (S ((s + i) mod n)) with (1 + (s + i) mod n)%nat; rewrite Nat.add_mod_idemp_r by lia; f_equal; lia. Qed.

Lemma turn_start n s : (s < n)%nat -> turn n s 0 = s.
Proof. intros; unfold turn; rewrite Nat.add_0_r; apply Nat.mod_small; assumption. Qed.

Lemma turn_round n s : (s < n)%nat -> turn n s n = s.
Proof. intros; unfold turn; replace (s + n)%nat with (s + 1 * n)%nat by lia; rewrite Nat.mod_add by lia; apply Nat.mod_small; assumption. Qed.

Lemma turn_reaches n s t : (s < n)%nat -> (t < n)%nat -> exists d, (d < n)%nat /\ turn n s d = t.
Proof.
  intros state other; destruct (le_lt_dec s t).
  - exists (t - s)%nat; split; [lia|]; unfold turn; replace (s + (t - s))%nat with t by lia; apply Nat.mod_small; lia.
  - exists (t + n - s)%nat; split; [lia|]; unfold turn; replace (s + (t + n - s))%nat with (t + 1 * n)%nat by lia.
    rewrite Nat.mod_add by lia; apply Nat.mod_small; lia.
Qed.

Lemma place_turn n s i : (s < n)%nat -> (i < n)%nat ->
  place (INR s + INR i - INR n * floor ((INR s + INR i) / INR n)) = turn n s i.
Proof.
  intros state small; pose proof (lt_0_INR n ltac:(lia)) as many; unfold turn, floor; rewrite <- plus_INR.
  assert (low : 0 <= INR (s + i) / INR n) by (apply Rmult_le_pos; [apply pos_INR|left; apply Rinv_0_lt_compat, many]).
  destruct (le_lt_dec n (s + i)) as [more|less].
  - assert (early : INR (s + i) < INR n + INR n) by (rewrite <- plus_INR; apply lt_INR; lia).
    assert (late : INR n <= INR (s + i)) by (apply le_INR, more).
    assert (1 <= INR (s + i) / INR n) by (apply (Rmult_le_reg_r (INR n)); [exact many|field_simplify; lra]).
    assert (INR (s + i) / INR n < 2) by (apply (Rmult_lt_reg_r (INR n)); [exact many|field_simplify; lra]).
    assert (two : 2%Z = up (INR (s + i) / INR n)) by (apply tech_up; lra); unfold whole_part; rewrite <- two.
    replace (INR (s + i) - INR n * IZR (2 - 1)) with (INR (s + i - n)) by (rewrite minus_INR by exact more; simpl; ring).
    rewrite place_INR; replace (s + i)%nat with (s + i - n + 1 * n)%nat at 2 by lia; rewrite Nat.mod_add by lia.
    symmetry; apply Nat.mod_small; lia.
  - assert (INR (s + i) < INR n) by (apply lt_INR, less).
    assert (INR (s + i) / INR n < 1) by (apply (Rmult_lt_reg_r (INR n)); [exact many|field_simplify; lra]).
    assert (one : 1%Z = up (INR (s + i) / INR n)) by (apply tech_up; lra); unfold whole_part; rewrite <- one.
    replace (INR (s + i) - INR n * IZR (1 - 1)) with (INR (s + i)) by (simpl; ring).
    rewrite Nat.mod_small by lia; apply place_INR.
Qed.

Lemma product_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> product n f = product n g.
Proof.
  induction n as [|n IH]; intros same; [reflexivity|]; cbn [product]; rewrite IH by (intros; apply same; lia).
  rewrite same by lia; reflexivity.
Qed.

(* Sums and products over a round begin anywhere. *)
Lemma sum_first n f : sum (S n) f = f 0%nat + sum n (fun i => f (S i)).
Proof. induction n as [|n IH]; [simpl; ring|]; cbn [sum] in *; rewrite IH; ring. Qed.

Lemma product_first n f : product (S n) f = f 0%nat * product n (fun i => f (S i)).
Proof. induction n as [|n IH]; [simpl; ring|]; cbn [product] in *; rewrite IH; ring. Qed.

Lemma sum_round n f s : (0 < n)%nat -> sum n (fun i => f (turn n s i)) = sum n f.
Proof.
  intros some; induction s as [|s IH].
  - apply sum_ext; intros i small; unfold turn; rewrite Nat.add_0_l, Nat.mod_small by exact small; reflexivity.
  - rewrite <- IH; destruct n as [|k]; [lia|]; rewrite (sum_first k (fun i => f (turn (S k) s i))); cbn [sum].
    rewrite Rplus_comm; f_equal; [|apply sum_ext; intros i _]; f_equal; unfold turn.
    + replace (S s + k)%nat with (s + 0 + 1 * S k)%nat by lia; apply Nat.mod_add; lia.
    + f_equal; lia.
Qed.

Lemma product_round n f s : (0 < n)%nat -> product n (fun i => f (turn n s i)) = product n f.
Proof.
  intros some; induction s as [|s IH].
  - apply product_ext; intros i small; unfold turn; rewrite Nat.add_0_l, Nat.mod_small by exact small; reflexivity.
  - rewrite <- IH; destruct n as [|k]; [lia|]; rewrite (product_first k (fun i => f (turn (S k) s i))); cbn [product].
    rewrite Rmult_comm; f_equal; [|apply product_ext; intros i _]; f_equal; unfold turn.
    + replace (S s + k)%nat with (s + 0 + 1 * S k)%nat by lia; apply Nat.mod_add; lia.
    + f_equal; lia.
Qed.

(* U is the value, times 1 - gamma; of it k remains after a state; G is earned by going on, Y by staying. *)
Section Rounds.
Variables (n : nat) (k U G : nat -> R) (stays : nat -> Prop) (Y : nat -> nat -> R).
Hypotheses (states : (0 < n)%nat) (shares : forall t, (t < n)%nat -> 0 <= k t < 1)
  (go : forall t, (t < n)%nat -> (1 - k t) * G t + k t * U (after n t) <= U t)
  (stay : forall a t, stays a -> (t < n)%nat -> Y a t <= U t)
  (either : forall t, (t < n)%nat -> U t = (1 - k t) * G t + k t * U (after n t) \/ exists a, stays a /\ U t = Y a t).

Definition left (s d : nat) : R := product d (fun j => k (turn n s j)).
Definition part (s i : nat) : R := (1 - k (turn n s i)) * left s i.
Definition lost : R := 1 - product n k.

Lemma left_share s d : 0 <= left s d <= 1.
Proof.
  induction d as [|d IH]; unfold left in *; cbn [product]; [lra|].
  pose proof (shares _ (turn_inside n s d states)); nra.
Qed.

Lemma left_falls s d e : (d <= e)%nat -> left s e <= left s d.
Proof.
  induction 1 as [|e _ IH]; [lra|]; unfold left in *; cbn [product]; fold (left s e) in *.
  pose proof (shares _ (turn_inside n s e states)); pose proof (left_share s e); nra.
Qed.

Lemma left_round s : left s n = 1 - lost.
Proof. unfold left, lost; rewrite product_round by exact states; ring. Qed.

Lemma parts s d : sum d (part s) = 1 - left s d.
Proof. induction d as [|d IH]; unfold left, part in *; cbn [sum product]; [ring|rewrite IH; unfold left; ring]. Qed.

Lemma part_nonneg s i : 0 <= part s i.
Proof. pose proof (shares _ (turn_inside n s i states)); pose proof (left_share s i); unfold part; nra. Qed.

Lemma lost_positive : 0 < lost.
Proof.
  rewrite <- (Rplus_0_l lost); assert (left 0 n <= left 0 1) by (apply left_falls; lia); rewrite left_round in *.
  unfold left in *; cbn [product] in *; pose proof (shares _ (turn_inside n 0 0 states)); lra.
Qed.

Lemma goes s d : (s < n)%nat -> sum d (fun i => part s i * G (turn n s i)) + left s d * U (turn n s d) <= U s.
Proof.
  intros state; induction d as [|d IH]; [unfold left; simpl; rewrite turn_start by exact state; lra|].
  refine (Rle_trans _ _ _ _ IH); cbn [sum]; unfold left at 1; cbn [product]; fold (left s d).
  pose proof (go _ (turn_inside n s d states)) as low; rewrite after_turn in low by exact states.
  pose proof (left_share s d); unfold part at 2; nra.
Qed.

Lemma ends s d : (s < n)%nat ->
  (exists e a, (e < d)%nat /\ stays a /\ U s = sum e (fun i => part s i * G (turn n s i)) + left s e * Y a (turn n s e)) \/
  U s = sum d (fun i => part s i * G (turn n s i)) + left s d * U (turn n s d).
Proof.
  intros state; induction d as [|d IH]; [right; unfold left; simpl; rewrite turn_start by exact state; ring|].
  destruct IH as [(e & a & before & of & equal)|equal]; [left; exists e, a; split; [lia|split; assumption]|].
  destruct (either _ (turn_inside n s d states)) as [on|(a & of & here)].
  - right; rewrite equal; cbn [sum]; unfold left at 2; cbn [product]; fold (left s d); rewrite on, after_turn by exact states.
    unfold part at 3; ring.
  - left; exists d, a; split; [lia|]; split; [exact of|]; rewrite equal, here; reflexivity.
Qed.

Variables (Z K T M : R) (share : nat -> R).
Hypotheses (noise : forall t, (t < n)%nat -> Rabs (G t) <= Z) (noise' : forall a t, stays a -> (t < n)%nat -> Rabs (Y a t) <= Z)
  (twice : 2 * lost <= K) (away : forall s, (s < n)%nat -> sum n (fun i => Rabs (part s i / lost - share (turn n s i))) <= K)
  (all_round : T = sum n (fun t => share t * G t)) (most : T <= M) (most' : forall a t, stays a -> (t < n)%nat -> Y a t <= M)
  (attained : M = T \/ exists a t, stays a /\ (t < n)%nat /\ M = Y a t).

Lemma earned_before s d : Rabs (sum d (fun i => part s i * G (turn n s i))) <= (1 - left s d) * Z.
Proof.
  induction d as [|d IH]; [unfold left; simpl; rewrite Rabs_R0; lra|]; cbn [sum].
  eapply Rle_trans; [apply Rabs_triang|]; rewrite Rabs_mult, (Rabs_pos_eq (part s d)) by apply part_nonneg.
  pose proof (noise _ (turn_inside n s d states)); pose proof (part_nonneg s d).
  replace (1 - left s (S d)) with (1 - left s d + part s d) by (unfold part, left; cbn [product]; ring); nra.
Qed.

Lemma round_close s : (s < n)%nat -> Rabs (sum n (fun i => part s i * G (turn n s i)) / lost - T) <= K * Z.
Proof.
  intros state; pose proof lost_positive; rewrite all_round, <- (sum_round n (fun t => share t * G t) s states).
  unfold Rdiv; rewrite Rmult_comm, <- sum_scale, <- sum_sub.
  assert (nonneg : 0 <= Z) by (pose proof (noise s state); pose proof (Rabs_pos (G s)); lra).
  apply Rle_trans with (sum n (fun i => Rabs (part s i / lost - share (turn n s i))) * Z).
  - assert (all : forall d, Rabs (sum d (fun i => / lost * (part s i * G (turn n s i)) - share (turn n s i) * G (turn n s i)))
      <= sum d (fun i => Z * Rabs (part s i / lost - share (turn n s i)))); [|rewrite Rmult_comm, <- sum_scale; apply all].
    induction d as [|d IH]; [simpl; rewrite Rabs_R0; lra|]; cbn [sum]; eapply Rle_trans; [apply Rabs_triang|].
    apply Rplus_le_compat; [exact IH|].
    replace (/ lost * (part s d * G (turn n s d)) - share (turn n s d) * G (turn n s d))
      with ((part s d / lost - share (turn n s d)) * G (turn n s d)) by (unfold Rdiv; ring).
    rewrite Rabs_mult, (Rmult_comm Z); apply Rmult_le_compat_l; [apply Rabs_pos|apply noise, turn_inside, states].
  - apply Rmult_le_compat_r; [exact nonneg|apply away, state].
Qed.

Lemma close_to_limit s : (s < n)%nat -> Rabs (U s - M) <= K * Z.
Proof.
  intros state; pose proof lost_positive as positive; pose proof (round_close s state) as close; apply within in close.
  assert (nonneg : 0 <= Z) by (pose proof (noise s state); pose proof (Rabs_pos (G s)); lra).
  assert (times : 2 * lost * Z <= K * Z) by (apply Rmult_le_compat_r; assumption); apply Rabs_le; split.
  - assert (M - K * Z <= U s); [|lra]; destruct attained as [->|(a & t & of & inside & ->)].
    + pose proof (goes s n state) as low; rewrite left_round, turn_round in low by exact state.
      assert (sum n (fun i => part s i * G (turn n s i)) / lost <= U s); [|lra].
      apply (Rmult_le_reg_r lost); [exact positive|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
    + destruct (turn_reaches n s t state inside) as (d & before & reached); pose proof (goes s d state) as low; rewrite reached in low.
      pose proof (earned_before s d) as earned; apply within in earned; pose proof (left_share s d) as [low' high'].
      pose proof (left_falls s d n ltac:(lia)) as falls; rewrite left_round in falls.
      pose proof (stay a t of inside); pose proof (noise' a t of inside) as small; apply within in small; nra.
  - assert (U s <= M + K * Z); [|lra]; destruct (ends s n state) as [(e & a & before & of & equal)|equal].
    + pose proof (earned_before s e) as earned; apply within in earned; pose proof (left_share s e) as [low' high'].
      pose proof (left_falls s e n ltac:(lia)) as falls; rewrite left_round in falls; pose proof (turn_inside n s e states) as inside.
      pose proof (most' a _ of inside); pose proof (noise' a _ of inside) as small; apply within in small; nra.
    + rewrite left_round, turn_round in equal by exact state.
      assert (U s = sum n (fun i => part s i * G (turn n s i)) / lost); [|lra].
      apply (Rmult_eq_reg_r lost); [|lra]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.
End Rounds.

Lemma sum_positive n f : (0 < n)%nat -> (forall i, (i < n)%nat -> 0 < f i) -> 0 < sum n f.
Proof.
  intros some above; destruct n as [|k]; [lia|]; rewrite sum_first; pose proof (above 0%nat ltac:(lia)).
  assert (0 <= sum k (fun i => f (S i))); [|lra]; apply sum_nonneg; intros i small; left; apply above; lia.
Qed.

Section Cycle.
Variables (n m b : nat) (gamma : R) (P : nat -> nat -> nat -> R) (sigma : R) (r : nat -> nat -> R).
Hypotheses (states : (0 < n)%nat) (several : (1 < n)%nat) (some : (0 < m)%nat) (action : (b < m)%nat) (discount : 0 <= gamma < 1)
  (rows : stochastic n m P) (others : forall a, (a < m)%nat -> a <> b -> forall s, (s < n)%nat -> P a s s = 1)
  (goes_on : forall s, (s < n)%nat -> P b s s + P b s (after n s) = 1) (moves : forall s, (s < n)%nat -> P b s s < 1)
  (positive : 0 < sigma) (nothing : forall a, (a < m)%nat -> forall s, (s < n)%nat -> r a s = 0).

Definition kept (t : nat) : R := gamma * (1 - P b t t) / (1 - gamma * P b t t).
Definition time (t : nat) : R := 1 / (1 - P b t t).
Definition whole : R := sum n time.
Definition spread : R := sqrt (sum n (fun t => time t * time t)) / whole.

Lemma after_other s : (s < n)%nat -> (after n s < n)%nat /\ after n s <> s.
Proof.
  intros state; split; [apply Nat.mod_upper_bound; lia|]; unfold after; destruct (Nat.eq_dec (S s) n) as [same|].
  - rewrite same, Nat.mod_same by lia; lia.
  - rewrite Nat.mod_small by lia; lia.
Qed.

Lemma two_there s v : (s < n)%nat -> sum n (fun t => P b s t * v t) = P b s s * v s + (1 - P b s s) * v (after n s).
Proof.
  intros state; destruct (after_other s state) as [inside other]; destruct (rows b s action state) as [nonneg one].
  pose proof (goes_on s state) as both; set (u := after n s) in *.
  assert (rest : sum n (fun t => if Nat.eqb t s then 0 else if Nat.eqb t u then 0 else P b s t) = 0).
  { rewrite (sum_ext n _ (fun t => P b s t - P b s t * Vectors.unit s t - P b s t * Vectors.unit u t)).
    - rewrite !sum_sub, one, (Vectors.sum_unit n s (P b s)), (Vectors.sum_unit n u (P b s)) by assumption; lra.
    - intros t _; unfold Vectors.unit; destruct (Nat.eqb_spec t s) as [->|]; [|destruct (Nat.eqb t u); ring].
      destruct (Nat.eqb_spec s u); [congruence|ring]. }
  assert (above : forall t, (t < n)%nat -> 0 <= (if Nat.eqb t s then 0 else if Nat.eqb t u then 0 else P b s t))
    by (intros t small; destruct (Nat.eqb t s); [lra|]; destruct (Nat.eqb t u); [lra|apply nonneg, small]).
  pose proof (none_above n _ above rest) as none.
  rewrite (sum_ext n _ (fun t => (P b s s * v t) * Vectors.unit s t + ((1 - P b s s) * v t) * Vectors.unit u t)).
  - rewrite sum_add, (Vectors.sum_unit n s (fun t => P b s s * v t)), (Vectors.sum_unit n u (fun t => (1 - P b s s) * v t)) by assumption; ring.
  - intros t small; specialize (none t small); cbv beta in none; unfold Vectors.unit.
    destruct (Nat.eqb_spec t s) as [here|].
    + rewrite here; destruct (Nat.eqb_spec s u); [congruence|ring].
    + destruct (Nat.eqb_spec t u) as [there|]; [rewrite there; replace (P b s u) with (1 - P b s s) by lra; ring|rewrite none; ring].
Qed.

Lemma waits_some t : (t < n)%nat -> 0 <= P b t t < 1.
Proof. intros state; split; [apply (rows b t action state), state|apply moves, state]. Qed.

Lemma kept_share t : (t < n)%nat -> 0 <= kept t < 1 /\ 1 - kept t = (1 - gamma) / (1 - gamma * P b t t) /\ 0 < 1 - gamma * P b t t.
Proof.
  intros state; pose proof (waits_some t state); assert (below : 0 < 1 - gamma * P b t t).
  { assert (gamma * P b t t <= gamma * 1) by (apply Rmult_le_compat_l; lra); lra. }
  assert (other : 1 - kept t = (1 - gamma) / (1 - gamma * P b t t)) by (unfold kept; field; lra).
  assert (0 < (1 - gamma) / (1 - gamma * P b t t)) by (apply Rdiv_lt_0_compat; lra).
  split; [|split; assumption]; split; [|lra].
  unfold kept; apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; apply Rinv_0_lt_compat, below].
Qed.

Lemma time_positive t : (t < n)%nat -> 0 < time t.
Proof. intros state; pose proof (waits_some t state); unfold time; apply Rdiv_lt_0_compat; lra. Qed.

Lemma whole_positive : 0 < whole.
Proof.
  apply sum_positive; [exact states|exact time_positive].
Qed.

(* What the value tends to for a slow cycle: the best noise of staying, or the mean noise of going round. *)
Definition others_count : nat := (n * (m - 1))%nat.
Definition place_of (i : nat) : nat := ((if Nat.ltb (i / n) b then i / n else S (i / n)) * n + i mod n)%nat.
Definition round_noise (x : nat -> R) : R := sum n (fun t => time t / whole * x (b * n + t)%nat).
Definition limit (x : nat -> R) : R :=
  best (others_count + 1) (fun i => if Nat.ltb i others_count then x (place_of i) else round_noise x).

Lemma place_of_inside i : (i < others_count)%nat ->
  exists a t, (a < m)%nat /\ a <> b /\ (t < n)%nat /\ place_of i = (a * n + t)%nat.
Proof.
  unfold others_count, place_of; intros small.
  assert (i / n < m - 1)%nat by (apply Nat.div_lt_upper_bound; lia).
  exists (if Nat.ltb (i / n) b then i / n else S (i / n))%nat, (i mod n)%nat; split; [|split; [|split]]; trivial.
  - destruct (Nat.ltb (i / n) b); lia.
  - destruct (Nat.ltb_spec (i / n) b); lia.
  - apply Nat.mod_upper_bound; lia.
Qed.

Lemma place_of_all a t : (a < m)%nat -> a <> b -> (t < n)%nat -> exists i, (i < others_count)%nat /\ place_of i = (a * n + t)%nat.
Proof.
  intros act other inside; set (c := if Nat.ltb a b then a else (a - 1)%nat); exists (c * n + t)%nat; unfold others_count, place_of.
  destruct (LemmasOfLogRatios.pair_number n c t inside) as [-> ->]; unfold c; destruct (Nat.ltb_spec a b).
  - split; [nia|]; destruct (Nat.ltb_spec a b); lia.
  - split; [nia|]; destruct (Nat.ltb_spec (a - 1) b); [lia|]; f_equal; f_equal; lia.
Qed.

Lemma place_of_different i j : (i < others_count)%nat -> (j < others_count)%nat -> place_of i = place_of j -> i = j.
Proof.
  intros _ _ same; unfold place_of in same; pose proof (Nat.mod_upper_bound i n ltac:(lia)); pose proof (Nat.mod_upper_bound j n ltac:(lia)).
  destruct (LemmasOfLogRatios.pair_number n (if Nat.ltb (i / n) b then i / n else S (i / n))%nat (i mod n) ltac:(lia)) as [one rest].
  destruct (LemmasOfLogRatios.pair_number n (if Nat.ltb (j / n) b then j / n else S (j / n))%nat (j mod n) ltac:(lia)) as [two rest'].
  rewrite same in one, rest; rewrite one in two; rewrite rest in rest'.
  rewrite (Nat.div_mod i n), (Nat.div_mod j n) by lia.
  destruct (Nat.ltb_spec (i / n) b), (Nat.ltb_spec (j / n) b); nia.
Qed.

Definition distance_of (s : nat) : R :=
  sum n (fun i => Rabs (part n kept s i / lost n kept - time (turn n s i) / whole)).
Definition kappa : R := Rmax (2 * lost n kept) (best n distance_of).

Lemma value_near x s z : (s < n)%nat -> (forall i, (i < n * m)%nat -> Rabs (x i) <= z) ->
  Rabs ((1 - gamma) * value n m gamma P sigma r x s - sigma * limit x) <= kappa * (sigma * z).
Proof.
  intros state small; pose proof (value_optimal n m gamma P some discount rows sigma r x) as optimal.
  set (V := value n m gamma P sigma r x) in *.
  assert (low : forall a t, (a < m)%nat -> (t < n)%nat -> Rabs (sigma * x (a * n + t)%nat) <= sigma * z).
  { intros a t act inside; rewrite Rabs_mult, (Rabs_pos_eq sigma) by lra; apply Rmult_le_compat_l; [lra|apply small; nia]. }
  assert (plain : forall a t, (a < m)%nat -> (t < n)%nat -> noised n sigma r x a t = sigma * x (a * n + t)%nat)
    by (intros a t act inside; unfold noised; rewrite (nothing a act t inside); ring).
  assert (limits : forall i, (i < others_count + 1)%nat -> (if Nat.ltb i others_count then x (place_of i) else round_noise x) <= limit x)
    by (intros i before; exact (best_above _ (fun i => if Nat.ltb i others_count then x (place_of i) else round_noise x) i before)).
  apply (close_to_limit n kept (fun t => (1 - gamma) * V t) (fun t => sigma * x (b * n + t)%nat) (fun a => (a < m)%nat /\ a <> b)
    (fun a t => sigma * x (a * n + t)%nat) states) with (T := sigma * round_noise x) (share := fun t => time t / whole); try assumption.
  - intros t inside; apply kept_share, inside.
  - intros t inside; destruct (optimal t inside) as [above _]; specialize (above b action); unfold backup in above.
    rewrite two_there, plain in above by assumption; destruct (kept_share t inside) as (_ & -> & below); unfold kept.
    apply (Rmult_le_reg_l (1 - gamma * P b t t)); [exact below|].
    replace ((1 - gamma * P b t t) * ((1 - gamma) / (1 - gamma * P b t t) * (sigma * x (b * n + t)%nat) +
      gamma * (1 - P b t t) / (1 - gamma * P b t t) * ((1 - gamma) * V (after n t))))
      with ((1 - gamma) * (sigma * x (b * n + t)%nat + gamma * ((1 - P b t t) * V (after n t)))) by (field; lra).
    replace ((1 - gamma * P b t t) * ((1 - gamma) * V t)) with ((1 - gamma) * (V t - gamma * (P b t t * V t))) by ring.
    apply Rmult_le_compat_l; lra.
  - intros a t [act other] inside; rewrite <- (plain a t act inside).
    apply (value_of_stay n m gamma P rows _ V a t optimal act inside), others; assumption.
  - intros t inside; destruct (optimal t inside) as [_ (a & act & equal)]; unfold backup in equal; rewrite plain in equal by assumption.
    destruct (Nat.eq_dec a b) as [->|other].
    + left; rewrite two_there in equal by exact inside; destruct (kept_share t inside) as (_ & -> & below); unfold kept.
      apply (Rmult_eq_reg_l (1 - gamma * P b t t)); [|lra].
      replace ((1 - gamma * P b t t) * ((1 - gamma) / (1 - gamma * P b t t) * (sigma * x (b * n + t)%nat) +
        gamma * (1 - P b t t) / (1 - gamma * P b t t) * ((1 - gamma) * V (after n t))))
        with ((1 - gamma) * (sigma * x (b * n + t)%nat + gamma * ((1 - P b t t) * V (after n t)))) by (field; lra).
      replace ((1 - gamma * P b t t) * ((1 - gamma) * V t)) with ((1 - gamma) * (V t - gamma * (P b t t * V t))) by ring.
      f_equal; lra.
    + right; exists a; split; [split; assumption|].
      rewrite (goes_there n m P rows a t t V act inside inside (others a act other t inside)) in equal; lra.
  - intros t inside; apply low; assumption.
  - intros a t [act _] inside; apply low; assumption.
  - apply Rmax_l.
  - intros t inside; eapply Rle_trans; [|apply Rmax_r]; exact (best_above n distance_of t inside).
  - unfold round_noise; rewrite <- sum_scale; apply sum_ext; intros; ring.
  - apply Rmult_le_compat_l; [lra|]; specialize (limits others_count ltac:(lia)); rewrite Nat.ltb_irrefl in limits; exact limits.
  - intros a t [act other] inside; apply Rmult_le_compat_l; [lra|].
    destruct (place_of_all a t act other inside) as (i & before & same); specialize (limits i ltac:(lia)).
    destruct (Nat.ltb_spec i others_count); [|lia]; rewrite same in limits; exact limits.
  - unfold limit; destruct (best_attained (others_count + 1) (fun i => if Nat.ltb i others_count then x (place_of i) else round_noise x)
      ltac:(lia)) as (i & _ & ->).
    destruct (Nat.ltb_spec i others_count) as [before|]; [right|left; reflexivity].
    destruct (place_of_inside i before) as (a & t & act & other & inside & ->); exists a, t; repeat split; assumption.
Qed.
End Cycle.

(* The noise of one action, of which one number becomes a combination of all with coefficients u of length 1: a reflection. *)
Section Onto.
Variables (n m b : nat) (u : nat -> R).
Hypotheses (states : (0 < n)%nat) (action : (b < m)%nat) (unit_length : sum n (fun t => u t * u t) = 1) (less : u 0%nat < 1).

Definition axis (i : nat) : R := if Nat.eqb (i / n) b then u (i mod n)%nat - Vectors.unit 0 (i mod n)%nat else 0.
Definition onto (i j : nat) : R := Vectors.unit i j - axis i * axis j / (1 - u 0%nat).

Lemma axis_at a t : (t < n)%nat -> axis (a * n + t) = if Nat.eqb a b then u t - Vectors.unit 0 t else 0.
Proof. intros inside; unfold axis; destruct (LemmasOfLogRatios.pair_number n a t inside) as [-> ->]; reflexivity. Qed.

Lemma along_axis g : sum (n * m) (fun i => axis i * g i) = sum n (fun t => (u t - Vectors.unit 0 t) * g (b * n + t)%nat).
Proof.
  rewrite Nat.mul_comm, LemmasOfLogRatios.sum_of_pairs.
  rewrite (sum_ext m _ (fun a => sum n (fun t => (u t - Vectors.unit 0 t) * g (a * n + t)%nat) * Vectors.unit b a)).
  - apply (Vectors.sum_unit m b (fun a => sum n (fun t => (u t - Vectors.unit 0 t) * g (a * n + t)%nat))), action.
  - intros a _; unfold Vectors.unit at 2; destruct (Nat.eqb a b) eqn:same.
    + rewrite Rmult_1_r; apply sum_ext; intros t inside; rewrite axis_at, same by exact inside; reflexivity.
    + rewrite Rmult_0_r, (sum_ext n _ (fun _ => 0)), sum_const; [ring|]; intros t inside; rewrite axis_at, same by exact inside; ring.
Qed.

Lemma onto_image x i : (i < n * m)%nat -> sum (n * m) (fun j => onto i j * x j) =
  x i - axis i / (1 - u 0%nat) * sum n (fun t => (u t - Vectors.unit 0 t) * x (b * n + t)%nat).
Proof.
  intros small; rewrite (sum_ext (n * m) _ (fun j => x j * Vectors.unit i j - axis i / (1 - u 0%nat) * (axis j * x j)))
    by (intros; unfold onto, Rdiv; ring).
  rewrite sum_sub, sum_scale, along_axis, (Vectors.sum_unit (n * m) i x) by exact small; reflexivity.
Qed.

Lemma axis_square : sum n (fun t => (u t - Vectors.unit 0 t) * axis (b * n + t)%nat) = 2 * (1 - u 0%nat).
Proof.
  rewrite (sum_ext n _ (fun t => u t * u t - (2 * u t) * Vectors.unit 0 t + 1 * Vectors.unit 0 t)).
  - rewrite sum_add, sum_sub, unit_length, (Vectors.sum_unit n 0 (fun t => 2 * u t)), (Vectors.sum_unit n 0 (fun _ => 1)) by exact states; ring.
  - intros t inside; rewrite axis_at, Nat.eqb_refl by exact inside; unfold Vectors.unit; destruct (Nat.eqb t 0); ring.
Qed.

Lemma onto_keeps i j : (i < n * m)%nat -> (j < n * m)%nat ->
  sum (n * m) (fun a => sum (n * m) (fun c => onto i a * onto j c * apart 1 a c)) = apart 1 i j.
Proof.
  intros one two; rewrite (sum_ext (n * m) _ (fun a => onto i a * onto j a)).
  - rewrite (onto_image (onto j) i one), <- (along_axis (onto j)).
    rewrite (sum_ext (n * m) _ (fun a => onto j a * axis a)) by (intros; ring).
    rewrite (onto_image axis j two), axis_square; unfold onto, apart, Vectors.unit; rewrite Nat.eqb_sym.
    destruct (Nat.eqb j i); field; lra.
  - intros a small; rewrite (sum_ext (n * m) _ (fun c => (onto i a * onto j c) * Vectors.unit a c)).
    + apply (Vectors.sum_unit (n * m) a (fun c => onto i a * onto j c)), small.
    + intros c _; unfold apart, Vectors.unit; rewrite Nat.eqb_sym; destruct (Nat.eqb c a); ring.
Qed.
End Onto.

(* What the checker finds by integration: the mean of the modulus of the largest of k numbers of these deviations. *)
Definition means_of_modulus (mean_abs_max_each : nat -> (nat -> R) -> R) : Prop :=
  forall k scale, mean k (fun x => Rabs (best k (fun i => scale i * x i))) (mean_abs_max_each k scale).

Section Means.
Variables (n m b : nat) (P : nat -> nat -> nat -> R).
Hypotheses (several : (1 < n)%nat) (some : (0 < m)%nat) (action : (b < m)%nat) (late : forall t, (t < n)%nat -> 0 < time b P t).
Context {Omega : Type} (E : (Omega -> R) -> R -> Prop) (z : nat -> Omega -> R) (each : nat -> (nat -> R) -> R).
Hypotheses (noise : standard E (n * m) z) (law : rotated E (n * m) z (apart 1)) (known : means_of_modulus each).

Definition total : R := sum n (fun t => time b P t * time b P t).
Definition shares (t : nat) : R := time b P t / sqrt total.

Lemma total_more : time b P 0 * time b P 0 < total.
Proof.
  unfold total; clear - several late; destruct n as [|[|k]]; [lia|lia|]; rewrite !sum_first.
  pose proof (late 1%nat several); assert (0 < time b P 1 * time b P 1) by (apply Rmult_lt_0_compat; assumption).
  assert (0 <= sum k (fun i => time b P (S (S i)) * time b P (S (S i)))); [|lra].
  apply sum_nonneg; intros; apply Rle_0_sqr.
Qed.

Lemma root_positive : 0 < sqrt total.
Proof. apply sqrt_lt_R0; pose proof total_more; pose proof (Rle_0_sqr (time b P 0)); unfold Rsqr in *; lra. Qed.

Lemma shares_length : sum n (fun t => shares t * shares t) = 1.
Proof.
  pose proof root_positive as root; pose proof total_more; pose proof (Rle_0_sqr (time b P 0)) as nonneg; unfold Rsqr in nonneg.
  rewrite (sum_ext n _ (fun t => / (sqrt total * sqrt total) * (time b P t * time b P t))).
  - rewrite sum_scale, sqrt_sqrt by lra; fold total; field; lra.
  - intros t _; unfold shares; field; lra.
Qed.

Lemma shares_less : shares 0 < 1.
Proof.
  pose proof root_positive as root; unfold shares; apply (Rmult_lt_reg_r (sqrt total)); [exact root|].
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra; pose proof (late 0%nat ltac:(lia)).
  rewrite <- (sqrt_square (time b P 0)) by lra; apply sqrt_lt_1_alt; split; [apply Rle_0_sqr|exact total_more].
Qed.

Lemma spread_positive : 0 < spread n b P /\ 0 < whole n b P.
Proof.
  assert (0 < whole n b P) by (apply sum_positive; [lia|exact late]); split; [|assumption].
  unfold spread; apply Rdiv_lt_0_compat; [exact root_positive|assumption].
Qed.

Lemma mean_of_limit : E (fun w => Rabs (limit n m b P (fun i => z i w)))
  (each (n * (m - 1) + 1)%nat (fun i => if Nat.ltb i (n * (m - 1)) then 1 else spread n b P)).
Proof.
  set (k := (n * (m - 1) + 1)%nat); set (scale := fun i => if Nat.ltb i (n * (m - 1)) then 1 else spread n b P).
  set (which := fun i => if Nat.ltb i (n * (m - 1)) then place_of n b i else (b * n + 0)%nat).
  set (f := fun y : nat -> R => Rabs (best k (fun i => scale i * y i))); destruct spread_positive as [positive round].
  assert (slow : forall x y, Rabs (f x - f y) <= (1 + spread n b P) * sum k (fun i => Rabs (x i - y i))).
  { intros x y; unfold f; eapply Rle_trans; [apply Rabs_triang_inv2|]; apply best_close; [unfold k; rewrite Nat.add_1_r; apply Nat.lt_0_succ|]; intros i low.
    pose proof (one_of_sum k (fun i => Rabs (x i - y i)) i low (fun i => Rabs_pos _)) as part; cbv beta in part.
    replace (scale i * x i - scale i * y i) with (scale i * (x i - y i)) by ring; rewrite Rabs_mult.
    pose proof (Rabs_pos (x i - y i)); apply Rmult_le_compat; [apply Rabs_pos|assumption| |exact part].
    unfold scale; destruct (Nat.ltb i (n * (m - 1))); rewrite Rabs_pos_eq; lra. }
  assert (inside : forall i, (i < k)%nat -> (which i < n * m)%nat).
  { intros i small; unfold which; destruct (Nat.ltb_spec i (n * (m - 1))); [|nia].
    destruct (place_of_inside n m b ltac:(lia) several some action i ltac:(assumption)) as (a & t & act & _ & early & ->); nia. }
  assert (apart_from : forall i, (i < n * (m - 1))%nat -> place_of n b i <> (b * n + 0)%nat).
  { intros i small same; destruct (place_of_inside n m b ltac:(lia) several some action i small) as (a & t & act & other & early & at_).
    rewrite at_ in same; destruct (LemmasOfLogRatios.pair_number n a t early), (LemmasOfLogRatios.pair_number n b 0 ltac:(lia)); congruence. }
  assert (different : forall i j, (i < k)%nat -> (j < k)%nat -> which i = which j -> i = j).
  { intros i j small small'; unfold which, k in *; destruct (Nat.ltb_spec i (n * (m - 1))), (Nat.ltb_spec j (n * (m - 1))); intros same.
    - apply (place_of_different n m b ltac:(lia) several some action); assumption.
    - destruct (apart_from i ltac:(assumption) same).
    - destruct (apart_from j ltac:(assumption) (eq_sym same)).
    - lia. }
  pose proof (noise k which f _ _ _ inside different slow (known k scale)
    (mean_ext k _ _ _ (fun x => eq_sym (Rabs_Rabsolu _)) (known k scale))) as of.
  pose proof (law (onto n b shares) (fun x => f (fun i => x (which i))) (each k scale)
    (onto_keeps n m b shares ltac:(lia) action shares_length shares_less)) as turned'.
  specialize (turned' ltac:(intros x y same; unfold f; f_equal; apply best_ext; intros i small; rewrite same by (apply inside, small); reflexivity) of).
  revert turned'; apply mean_is; [|reflexivity]; intros w; unfold f, limit; f_equal; apply best_ext; intros i small.
  pose proof (inside i small) as there; rewrite (onto_image n m b shares action) by exact there.
  unfold which, scale, others_count in *; destruct (Nat.ltb_spec i (n * (m - 1))) as [before|after'].
  - destruct (place_of_inside n m b ltac:(lia) several some action i before) as (a & t & act & other & early & ->).
    rewrite axis_at by exact early; replace (Nat.eqb a b) with false by (symmetry; apply Nat.eqb_neq, other); unfold Rdiv; ring.
  - rewrite axis_at, Nat.eqb_refl by lia; pose proof shares_less; unfold round_noise.
    rewrite (sum_ext n (fun t => (shares t - Vectors.unit 0 t) * z (b * n + t)%nat w)
      (fun t => shares t * z (b * n + t)%nat w - z (b * n + t)%nat w * Vectors.unit 0 t)) by (intros; ring).
    rewrite sum_sub, (Vectors.sum_unit n 0 (fun t => z (b * n + t)%nat w)) by lia; unfold Vectors.unit; cbn [Nat.eqb].
    transitivity (spread n b P * sum n (fun t => shares t * z (b * n + t)%nat w)); [field; lra|].
    rewrite <- sum_scale; apply sum_ext; intros t _; unfold spread, shares; fold total; pose proof root_positive; field; lra.
Qed.
End Means.

Lemma one_missing m f : (forall a, (a < m)%nat -> f a = 0 \/ f a = 1) -> sum m f = INR m - 1 ->
  exists b, (b < m)%nat /\ f b = 0 /\ forall a, (a < m)%nat -> a <> b -> f a = 1.
Proof.
  induction m as [|m IH]; intros two total; [simpl in total; lra|]; rewrite S_INR in total; cbn [sum] in total.
  destruct (two m ltac:(lia)) as [none|one].
  - exists m; split; [lia|]; split; [exact none|]; intros a small other.
    assert (rest : sum m (fun i => 1 - f i) = 0) by (rewrite sum_sub, sum_const; lra).
    pose proof (none_above m (fun i => 1 - f i) ltac:(intros i low; destruct (two i ltac:(lia)); lra) rest a ltac:(lia)) as gap.
    cbv beta in gap; lra.
  - destruct IH as (b & inside & zero & all); [intros; apply two; lia|lra|]; exists b; split; [lia|]; split; [exact zero|].
    intros a small other; destruct (Nat.eq_dec a m) as [->|]; [exact one|apply all; lia].
Qed.

(* The form that the lemma requires. *)
Lemma form_of_cycle n m gamma P r sigma mean_abs_max each mean_max :
  slow_cycle_value_error_requires n m gamma P r sigma mean_abs_max each mean_max ->
  exists b, (b < m)%nat /\ (forall a, (a < m)%nat -> a <> b -> forall s, (s < n)%nat -> P a s s = 1) /\
    (forall s, (s < n)%nat -> P b s s + P b s (after n s) = 1) /\ (forall s, (s < n)%nat -> P b s s < 1) /\
    (forall s, (s < n)%nat -> sum m (fun a => P a s s) - (INR m - 1) = P b s s).
Proof.
  unfold slow_cycle_value_error_requires; cbv zeta.
  intros ((states & some & discount & rows) & positive & several & count & _ & moves & both & nothing).
  assert (two : (1 < n)%nat) by (apply INR_lt; exact several).
  destruct (one_missing m (fun a => product n (fun j => if Req_EM_T (P a j j) 1 then 1 else 0))) as (b & action & _ & all); [|exact count|].
  { intros a _; destruct (all_or_not n (fun j => P a j j)) as [|[one _]]; [left|right]; assumption. }
  assert (others : forall a, (a < m)%nat -> a <> b -> forall s, (s < n)%nat -> P a s s = 1).
  { intros a act other; specialize (all a act other); destruct (all_or_not n (fun j => P a j j)) as [none|[_ stay]]; [|exact stay].
    cbv zeta beta in none, all; rewrite none in all; lra. }
  assert (waits : forall s, (s < n)%nat -> sum m (fun a => P a s s) - (INR m - 1) = P b s s).
  { intros s state; rewrite (sum_ext m _ (fun a => 1 + (P b s s - 1) * Vectors.unit b a)).
    - rewrite sum_add, sum_const, (Vectors.sum_unit m b (fun _ => P b s s - 1)) by exact action; ring.
    - intros a act; unfold Vectors.unit; destruct (Nat.eqb_spec a b) as [same|other]; [rewrite same; ring|].
      rewrite (others a act other s state); ring. }
  exists b; split; [exact action|]; split; [exact others|]; split; [|split; [|exact waits]].
  - intros s state; specialize (both s state); rewrite (place_after n s state) in both.
    destruct (after_other n m b states two some action s state) as [inside apart_].
    rewrite (sum_ext m _ (fun a => 1 + (P b s s + P b s (after n s) - 1) * Vectors.unit b a)) in both.
    + rewrite sum_add, sum_const, (Vectors.sum_unit m b (fun _ => P b s s + P b s (after n s) - 1)) in both by exact action; lra.
    + intros a act; unfold Vectors.unit; destruct (Nat.eqb_spec a b) as [same|other]; [rewrite same; ring|].
      pose proof (goes_there n m P rows a s s (Vectors.unit (after n s)) act state state (others a act other s state)) as none.
      rewrite (Vectors.sum_unit n (after n s) (P a s)) in none by exact inside.
      rewrite none, (others a act other s state); unfold Vectors.unit; destruct (Nat.eqb_spec s (after n s)); [congruence|ring].
  - intros s state; rewrite <- (waits s state); apply moves, state.
Qed.

(* slow-cycle-value-error *)
Theorem slow_cycle_value_error {Omega} E n m gamma P r sigma mean_abs_max mean_abs_max_each mean_max (z : nat -> Omega -> R) v v' :
  slow_cycle_value_error_requires n m gamma P r sigma mean_abs_max mean_abs_max_each mean_max -> expectation E ->
  standard E (n * m) z -> rotated E (n * m) z (apart 1) -> largest_means mean_max mean_abs_max (n * m) ->
  means_of_modulus mean_abs_max_each -> optimal_value n m gamma P r v ->
  (forall w, optimal_value n m gamma P (noised n sigma r (fun i => z i w)) (v' w)) ->
  exists error, E (fun w => norm1 n (fun s => v' w s - v s) / INR n) error /\
    slow_cycle_value_error_gives n m gamma P r sigma mean_abs_max mean_abs_max_each mean_max error.
Proof.
  intros asked means noise law [largest modulus] known one optimal.
  destruct (form_of_cycle n m gamma P r sigma _ _ _ asked) as (b & action & others & goes_on & moves & waits).
  destruct asked as ((states & some & discount & rows) & positive & several & _ & _ & _ & _ & nothing).
  assert (two : (1 < n)%nat) by (apply INR_lt; exact several).
  set (k := (n * m)%nat) in *; assert (any : (0 < k)%nat) by (unfold k; nia).
  set (errors := fun s => MeanExists.average k (fun x => Rabs (value n m gamma P sigma r x s))).
  assert (each : forall s, (s < n)%nat -> E (fun w => Rabs (value n m gamma P sigma r (fun i => z i w) s)) (errors s)).
  { intros s state; apply (mean_exists n m E z noise (fun x => Rabs (value n m gamma P sigma r x s)) _ (rate_nonneg gamma discount sigma positive)).
    intros x y; eapply Rle_trans; [apply Rabs_triang_inv2|]; apply value_slow; assumption. }
  exists (sum n errors / INR n); split.
  { apply (mean_over_states E n (fun s w => Rabs (v' w s - v s))); [exact means|exact states|]; intros s state.
    specialize (each s state); revert each; apply mean_is; [|reflexivity]; intros w.
    rewrite (value_is n m gamma P discount rows sigma r _ _ s (optimal w) state).
    rewrite (value_of_nothing n m gamma P some discount rows r nothing v s one state), Rminus_0_r; reflexivity. }
  set (limits := mean_abs_max_each (n * (m - 1) + 1)%nat (fun i => if Nat.ltb i (n * (m - 1)) then 1 else spread n b P)).
  assert (low : forall s, (s < n)%nat -> errors s >= sigma * (limits - kappa n b gamma P * (mean_abs_max k + mean_max k)) / (1 - gamma)).
  { intros s state.
    assert (late : forall t, (t < n)%nat -> 0 < time b P t).
    { intros t inside; unfold time; specialize (moves t inside); apply Rdiv_lt_0_compat; lra. }
    pose proof (mean_of_limit n m b P two some action late E z mean_abs_max_each noise law known) as of; fold limits in of.
    set (up := fun x : nat -> R => best k x); set (down := fun x : nat -> R => best k (fun i => - x i)).
    assert (slow_up : forall x y, Rabs (up x - up y) <= 1 * sum k (fun i => Rabs (x i - y i))) by (intros; apply best_slow, any).
    assert (slow_down : forall x y, Rabs (down x - down y) <= 1 * sum k (fun i => Rabs (x i - y i))).
    { intros x y; pose proof (best_slow k (fun i => - x i) (fun i => - y i) any) as near; cbv beta in near.
      rewrite (sum_ext k _ (fun i => Rabs (x i - y i))) in near by (intros; rewrite <- Rabs_Ropp; f_equal; ring); exact near. }
    assert (of_one : forall f l l', (forall x y, Rabs (f x - f y) <= 1 * sum k (fun i => Rabs (x i - y i))) -> mean k f l ->
      mean k (fun x => Rabs (f x)) l' -> E (fun w => Rabs (f (fun i => z i w)) + f (fun i => z i w)) (l' + l)).
    { intros f l l' slow plain absolute; apply (mean_plus E means).
      - exact (noise k (fun i => i) (fun x => Rabs (f x)) 1 l' l' (fun i small => small) (fun i j _ _ same => same) (modulus_slow f k slow)
          absolute (mean_ext k _ _ _ (fun x => eq_sym (Rabs_Rabsolu _)) absolute)).
      - exact (noise k (fun i => i) f 1 l l' (fun i small => small) (fun i j _ _ same => same) slow plain absolute). }
    pose proof (of_one up _ _ slow_up largest modulus) as first.
    pose proof (of_one down _ _ slow_down (reflected k (best k) _ largest) (reflected k (fun x => Rabs (best k x)) _ modulus)) as second.
    pose proof (mean_times E means (kappa n b gamma P * sigma * / 2) _ _ (mean_plus E means _ _ _ _ first second)) as far.
    pose proof (mean_plus E means _ _ _ _ (mean_times E means (1 - gamma) _ _ (each s state)) far) as most.
    assert (bound : sigma * limits <= (1 - gamma) * errors s + kappa n b gamma P * sigma * / 2 *
      (mean_abs_max k + mean_max k + (mean_abs_max k + mean_max k))).
    { refine (mean_below E means _ _ _ _ _ (mean_times E means sigma _ _ of) most); intros w; cbv beta; set (x := fun i => z i w).
      assert (small : forall i, (i < n * m)%nat -> Rabs (x i) <= / 2 * (Rabs (up x) + up x + (Rabs (down x) + down x))).
      { intros i inside; pose proof (best_above k x i inside) as above; pose proof (best_above k (fun i => - x i) i inside) as below'.
        fold (up x) in above; fold (down x) in below'; cbv beta in below'.
        unfold Rabs; destruct (Rcase_abs (x i)), (Rcase_abs (up x)), (Rcase_abs (down x)); lra. }
      pose proof (value_near n m b gamma P sigma r states two some action discount rows others goes_on moves positive nothing x s _ state small) as near.
      pose proof (Rabs_triang_inv (sigma * limit n m b P x) ((1 - gamma) * value n m gamma P sigma r x s)) as turned'.
      rewrite Rabs_minus_sym in near; rewrite !Rabs_mult, (Rabs_pos_eq sigma), (Rabs_pos_eq (1 - gamma)) in turned' by lra; fold x; lra. }
    apply Rle_ge, (Rmult_le_reg_r (1 - gamma)); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; lra. }
  assert (above : sum n errors / INR n >= sigma * (limits - kappa n b gamma P * (mean_abs_max k + mean_max k)) / (1 - gamma))
    by (apply over_states_above; assumption).
  unfold slow_cycle_value_error_gives; cbv zeta; fold k.
  rewrite (product_ext n _ (kept b gamma P)) by (intros i small; rewrite (waits i small); reflexivity).
  rewrite (sum_ext n (fun i => 1 / (1 - (sum m (fun j => P j i i) - (INR m - 1)))) (time b P)) by (intros i small; rewrite (waits i small); reflexivity).
  rewrite (sum_ext n (fun i => 1 / (1 - (sum m (fun j => P j i i) - (INR m - 1))) * (1 / (1 - (sum m (fun j => P j i i) - (INR m - 1)))))
    (fun t => time b P t * time b P t)) by (intros i small; rewrite (waits i small); reflexivity).
  rewrite (best_ext n _ (distance_of n b gamma P)); [exact above|].
  intros i start; unfold distance_of; apply sum_ext; intros j inner; rewrite !place_turn, !waits by (try apply turn_inside; assumption).
  rewrite (product_ext j _ (fun l => kept b gamma P (turn n i l))); [reflexivity|].
  intros l before; rewrite !place_turn, !waits by (try apply turn_inside; lia); reflexivity.
Qed.

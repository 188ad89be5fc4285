(* Lemmas about functions on an interval: networks, updates of one parameter, and what a Bellman equation contracts. *)
From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Maximum LemmaWords LemmaFormulas GaussianFamilies.
Open Scope R_scope.

Definition on_unit (f : R -> R) (y : R) : Prop := exists x, 0 <= x <= 1 /\ y = Rabs (f x).

Lemma largest_of_constant f c : (forall x, f x = c) -> is_lub (on_unit f) (Rabs c).
Proof.
  intros same; split.
  - intros y (x & _ & ->); rewrite same; apply Rle_refl.
  - intros b above; apply above; exists 0; rewrite same; split; [lra|reflexivity].
Qed.

(* equal-steps-change *)
Theorem equal_steps_change L alpha B difference theta (D : nat -> R) : equal_steps_change_requires L alpha B difference ->
  (forall i, (i < B)%nat -> D i = difference) ->
  let Q theta s := theta + L * s in
  let updated := theta + - alpha * (sum B D / INR B) in
  is_lub (on_unit (fun s => Q updated s - Q theta s)) (equal_steps_change_value L alpha B difference).
Proof.
  intros (positive & some) equal Q updated; unfold equal_steps_change_value.
  rewrite <- (Rabs_pos_eq alpha), <- Rabs_mult, <- Rabs_Ropp by lra; apply largest_of_constant; intros x; unfold Q, updated.
  rewrite (sum_ext B D (fun _ => difference)), sum_const by exact equal; field; lra.
Qed.

(* equal-steps-distance: y is what the temporal difference takes off, which rises with the reward. *)
Theorem equal_steps_distance L alpha B shift theta (s g y : nat -> R) : equal_steps_distance_requires L alpha B shift ->
  let Q theta s := theta + L * s in
  let D move i := Q theta (s i) + g i - (y i + move) in
  let updated move := theta + - alpha * (sum B (D move) / INR B) in
  is_lub (on_unit (fun s => Q (updated 0) s - Q (updated shift) s)) (equal_steps_distance_value L alpha B shift).
Proof.
  intros (positive & _ & some) Q D updated; unfold equal_steps_distance_value.
  rewrite <- (Rabs_pos_eq alpha), <- Rabs_mult, <- Rabs_Ropp by lra; apply largest_of_constant; intros x; unfold Q, updated.
  assert (fallen : sum B (D 0) - sum B (D shift) = INR B * shift).
  { rewrite <- sum_sub, <- sum_const; apply sum_ext; intros i _; unfold D; ring. }
  replace (sum B (D 0)) with (sum B (D shift) + INR B * shift) by lra; field; lra.
Qed.

(* A chain of layers with one unit each; the last one may have no ReLU. *)
Fixpoint chain (layers : nat) (weight : nat -> R) (x : R) : R :=
  match layers with O => x | S j => Rmax 0 (weight j * chain j weight x) end.
Definition network (ends_in_relu : bool) (layers : nat) (weight : nat -> R) (x : R) : R :=
  if ends_in_relu then chain layers weight x else weight (layers - 1)%nat * chain (layers - 1) weight x.

Lemma product_positive n w : (forall j, (j < n)%nat -> 0 < w j) -> 0 < product n w.
Proof.
  induction n as [|n IH]; intros all; simpl; [lra|]; apply Rmult_lt_0_compat; [apply IH; intros|]; apply all; lia.
Qed.

Lemma chain_line n w x : (forall j, (j < n)%nat -> 0 < w j) -> 0 <= x -> chain n w x = product n w * x.
Proof.
  induction n as [|n IH]; intros all above; simpl; [ring|]; rewrite IH by (try assumption; intros; apply all; lia).
  pose proof (product_positive n w ltac:(intros; apply all; lia)); pose proof (all n ltac:(lia)).
  rewrite Rmax_right; [ring|]; apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra].
Qed.

Lemma network_line last n w x : (0 < n)%nat -> (forall j, (j < n)%nat -> 0 < w j) -> 0 <= x ->
  network last n w x = product n w * x.
Proof.
  intros some all above; unfold network; destruct last; [apply chain_line; assumption|].
  destruct n as [|n]; [lia|]; replace (S n - 1)%nat with n by lia.
  rewrite chain_line by (try assumption; intros; apply all; lia); simpl; ring.
Qed.

(* chain-slope *)
Theorem chain_slope layers total last w : chain_slope_requires layers total ->
  (forall j, (j < layers)%nat -> 0 < w j) -> product layers w = total ->
  let f := network last layers w in
  let slope := chain_slope_value layers total in
  (forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> Rabs (f x - f y) <= slope * Rabs (x - y)) /\
  (forall L, (forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> Rabs (f x - f y) <= L * Rabs (x - y)) -> slope <= L).
Proof.
  intros (positive & some) all <- f slope; unfold slope, chain_slope_value, f.
  assert (layered : (0 < layers)%nat) by (apply INR_lt; simpl; lra); split.
  - intros x y first second; rewrite !network_line by (try assumption; lra).
    replace (product layers w * x - product layers w * y) with (product layers w * (x - y)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq (product layers w)); lra.
  - intros L bound; specialize (bound 1 0 ltac:(lra) ltac:(lra)); rewrite !network_line in bound by (try assumption; lra).
    replace (product layers w * 1 - product layers w * 0) with (product layers w) in bound by ring.
    replace (1 - 0) with 1 in bound by ring; rewrite Rabs_R1, Rabs_pos_eq in bound; lra.
Qed.

(* chain-energy *)
Theorem chain_energy layers total last w df : chain_energy_requires layers total ->
  (forall j, (j < layers)%nat -> 0 < w j) -> product layers w = total ->
  (forall x, 0 < x < 1 -> is_derive (network last layers w) x (df x)) ->
  is_RInt (fun x => df x ^ 2) 0 1 (chain_energy_value layers total).
Proof.
  intros (positive & some) all <- derivative; unfold chain_energy_value.
  assert (layered : (0 < layers)%nat) by (apply INR_lt; simpl; lra).
  replace (product layers w ^ 2) with (scal (1 - 0) (product layers w ^ 2)) by (unfold scal; simpl; unfold mult; simpl; ring).
  apply (is_RInt_ext (fun _ => product layers w ^ 2)); [|apply (is_RInt_const (V := R_NormedModule))].
  intros x; rewrite Rmin_left, Rmax_right by lra; intros inside; f_equal.
  rewrite <- (is_derive_unique _ _ _ (derivative x inside)); symmetry; apply is_derive_unique.
  apply (is_derive_ext_loc (fun y => product layers w * y)).
  - exists (mkposreal x (proj1 inside)); intros y near; symmetry; apply network_line; try assumption.
    apply Rabs_def2 in near; unfold minus, plus, opp in near; simpl in near; lra.
  - auto_derive; [trivial|ring].
Qed.

(* step-energy *)
Lemma sum_one n k f c : (k < n)%nat -> f k = c -> (forall i, (i < n)%nat -> i <> k -> f i = 0) -> sum n f = c.
Proof.
  induction n as [|n IH]; intros small is none; [lia|]; simpl; destruct (Nat.eq_dec k n) as [<-|other].
  - rewrite is, (sum_ext k f (fun _ => 0)), sum_const by (intros; apply none; lia); ring.
  - rewrite (none n), IH by (try assumption; try lia; intros; apply none; lia); ring.
Qed.

Theorem step_energy level gradient point f df : step_energy_requires level gradient -> 0 < point < 1 ->
  (forall x, f x = if Rlt_dec x point then 0 else 1) -> (forall x, x <> point -> is_derive f x (df x)) ->
  let cells := (3 ^ level)%nat in
  sum cells (fun i => (f (INR (S i) / INR cells) - f (INR i / INR cells)) ^ 2 / (1 / INR cells)) = step_energy_value level gradient
  /\ forall x, x <> point -> Rabs (df x) <= gradient.
Proof.
  intros (steep & _) inside jump derivative cells; split.
  - assert (many : 0 < INR cells) by (unfold cells; rewrite pow_INR; apply pow_lt; simpl; lra).
    unfold step_energy_value; replace (3 ^ level) with (INR cells) by (unfold cells; rewrite pow_INR; f_equal; simpl; ring).
    assert (cell : exists k, (k < cells)%nat /\ INR k / INR cells < point <= INR (S k) / INR cells).
    { assert (all : forall n, (n <= cells)%nat -> point <= INR n / INR cells ->
        exists k, (k < n)%nat /\ INR k / INR cells < point <= INR (S k) / INR cells).
      { induction n as [|n IH]; intros small below; [unfold Rdiv in below; rewrite Rmult_0_l in below; lra|].
        destruct (Rlt_dec (INR n / INR cells) point) as [up|down]; [exists n; split; [lia|split; assumption]|].
        destruct (IH ltac:(lia) ltac:(lra)) as (k & before & is); exists k; split; [lia|exact is]. }
      apply all; [lia|]; replace (INR cells / INR cells) with 1 by (field; lra); lra. }
    destruct cell as (k & small & low & high); apply (sum_one cells k); [exact small| |].
    + rewrite !jump; destruct (Rlt_dec (INR (S k) / INR cells) point), (Rlt_dec (INR k / INR cells) point); try lra; field; lra.
    + intros i _ other; rewrite !jump.
      assert (order : forall a b, (a <= b)%nat -> INR a / INR cells <= INR b / INR cells).
      { intros a b up; apply le_INR in up; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat|]; lra. }
      destruct (Nat.lt_ge_cases i k) as [before|after].
      * pose proof (order (S i) k ltac:(lia)); pose proof (order i k ltac:(lia)).
        destruct (Rlt_dec (INR (S i) / INR cells) point), (Rlt_dec (INR i / INR cells) point); try lra; field; lra.
      * pose proof (order (S k) i ltac:(lia)); pose proof (order (S k) (S i) ltac:(lia)).
        destruct (Rlt_dec (INR (S i) / INR cells) point), (Rlt_dec (INR i / INR cells) point); try lra; field; lra.
  - intros x other; assert (flat : is_derive f x 0).
    { assert (room : 0 < Rabs (x - point)) by (apply Rabs_pos_lt; lra).
      set (level_of_x := if Rlt_dec x point then 0 else 1).
      apply (is_derive_ext_loc (fun _ => level_of_x)); [|auto_derive; trivial].
      exists (mkposreal _ room); intros y near; rewrite jump; simpl in near; unfold level_of_x.
      unfold ball in near; simpl in near; unfold AbsRing_ball, abs, minus, plus, opp in near; simpl in near.
      destruct (Rlt_dec x point), (Rlt_dec y point); trivial; exfalso; revert near; unfold Rabs;
        destruct (Rcase_abs (y + - x)), (Rcase_abs (x - point)); lra. }
    rewrite <- (is_derive_unique _ _ _ (derivative x other)), (is_derive_unique _ _ _ flat), Rabs_R0; lra.
Qed.

(* bellman-contraction: any states, m actions; the next state has a law for each state and action. *)
Theorem bellman_contraction {State} m gamma distance d (E : State -> nat -> (State -> R) -> R -> Prop)
  (reward : State -> nat -> State -> R) (Q T Q' T' : State -> nat -> R) : bellman_contraction_requires distance gamma ->
  (0 < m)%nat -> (forall s a, expectation (E s a)) ->
  let gaps (X Y : State -> nat -> R) y := exists s a, (a < m)%nat /\ y = Rabs (X s a - Y s a) in
  let right X s a := E s a (fun t => reward s a t + gamma * best m (X t)) in
  (forall s a, (a < m)%nat -> right Q s a (Q' s a)) -> (forall s a, (a < m)%nat -> right T s a (T' s a)) ->
  is_lub (gaps Q T) distance -> is_lub (gaps Q' T') d -> bellman_contraction_gives distance gamma (distance - d).
Proof.
  intros (positive & nonneg) some means gaps right one two [above _] [_ least]; unfold bellman_contraction_gives.
  assert (d <= gamma * distance); [|lra]; apply least; intros y (s & a & action & ->).
  assert (near : forall t, Rabs (best m (Q t) - best m (T t)) <= distance).
  { intros t; apply best_close; [exact some|]; intros b small; apply above; exists t, b; split; [exact small|reflexivity]. }
  pose proof (mean_constant (E s a) (means s a) (gamma * distance)) as bound.
  pose proof (mean_minus (E s a) (means s a) _ _ _ _ (one s a action) (two s a action)) as gap.
  pose proof (mean_minus (E s a) (means s a) _ _ _ _ (two s a action) (one s a action)) as other.
  apply Rabs_le; split.
  - assert (T' s a - Q' s a <= gamma * distance); [|lra].
    refine (mean_below (E s a) (means s a) _ _ _ _ _ other bound); intros t; specialize (near t); apply within in near; cbv beta; nra.
  - refine (mean_below (E s a) (means s a) _ _ _ _ _ gap bound); intros t; specialize (near t); apply within in near; cbv beta; nra.
Qed.

(* multiple-covariance: noise that is independent of X has the covariance 0 with it. *)
Definition covariance_of {Omega} (E : (Omega -> R) -> R -> Prop) (X Y : Omega -> R) (c : R) : Prop :=
  exists a b s, E X a /\ E Y b /\ E (fun w => X w * Y w) s /\ c = s - a * b.

Theorem multiple_covariance {Omega} (E : (Omega -> R) -> R -> Prop) distance X noise : multiple_covariance_requires distance ->
  expectation E -> covariance_of E X X 1 -> covariance_of E X noise 0 ->
  covariance_of E X (fun w => exp (- distance) * X w + noise w) (multiple_covariance_value distance).
Proof.
  intros _ means (a & a' & s & first & again & square & one) (c & b & t & same & second & mixed & none).
  rewrite <- (mean_same E means _ _ _ first again) in one; rewrite <- (mean_same E means _ _ _ first same) in none.
  exists a, (exp (- distance) * a + b), (exp (- distance) * s + t); repeat split; [exact first| | |].
  - apply (mean_plus E means (fun w => exp (- distance) * X w)); [apply mean_times|]; assumption.
  - pose proof (mean_plus E means _ _ _ _ (mean_times E means (exp (- distance)) _ _ square) mixed) as all.
    revert all; apply mean_is; [intros; ring|reflexivity].
  - unfold multiple_covariance_value; replace s with (1 + a * a) by lra; replace t with (a * b) by lra; ring.
Qed.

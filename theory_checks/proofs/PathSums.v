(* Weighted sums of values of independent Gaussian paths on [0, 1] with the covariance exp(-beta |x - y|): their
   variances, and the weights on a grid that see a constant best. *)
From Coq Require Import Reals Lra Lia Arith List.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Vectors Bridge GridNorm GaussianFamilies.
Import ListNotations.
Open Scope R_scope.

(* A weight, the number of a path, and a point. *)
Definition weighted := list (R * (nat * R)).

Fixpoint value {Omega} (g : nat -> R -> Omega -> R) (l : weighted) (w : Omega) : R :=
  match l with nil => 0 | (c, (n, x)) :: rest => c * g n x w + value g rest w end.

Definition link (beta : R) (a b : nat * R) : R := if Nat.eqb (fst a) (fst b) then kernel beta (snd a) (snd b) else 0.
Fixpoint against (beta : R) (a : nat * R) (l : weighted) : R :=
  match l with nil => 0 | (c, b) :: rest => c * link beta a b + against beta a rest end.
Fixpoint covariance (beta : R) (l k : weighted) : R :=
  match l with nil => 0 | (c, a) :: rest => c * against beta a k + covariance beta rest k end.
Definition inside (l : weighted) : Prop := forall c n x, In (c, (n, x)) l -> 0 <= x <= 1.

(* Paths of which each weighted sum of values is normal with the variance that the covariance says. *)
Definition paths {Omega} (E : (Omega -> R) -> R -> Prop) (variance beta : R) (g : nat -> R -> Omega -> R) : Prop :=
  (forall l, inside l -> 0 <= covariance beta l l) /\
  (forall l, inside l -> normal E (value g l) (sqrt (variance * covariance beta l l))).

Definition scaled (s : R) (l : weighted) : weighted := map (fun t => (s * fst t, snd t)) l.
Fixpoint listed (n : nat) (f : nat -> R * (nat * R)) : weighted := match n with O => nil | S k => f k :: listed k f end.
(* The sum of the weights of a path *)
Fixpoint mass (n : nat) (l : weighted) : R :=
  match l with nil => 0 | (c, (k, _)) :: rest => (if Nat.eqb k n then c else 0) + mass n rest end.

Lemma value_app {Omega} (g : nat -> R -> Omega -> R) l k w : value g (l ++ k) w = value g l w + value g k w.
Proof. induction l as [|[c [n x]] l IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma value_scaled {Omega} (g : nat -> R -> Omega -> R) s l w : value g (scaled s l) w = s * value g l w.
Proof. induction l as [|[c [n x]] l IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma value_listed {Omega} (g : nat -> R -> Omega -> R) n f w :
  value g (listed n f) w = sum n (fun i => fst (f i) * g (fst (snd (f i))) (snd (snd (f i))) w).
Proof. induction n as [|n IH]; simpl; [ring|]; destruct (f n) as [c [k x]]; simpl; rewrite IH; ring. Qed.

Lemma link_symmetric beta a b : link beta a b = link beta b a.
Proof. unfold link; rewrite Nat.eqb_sym, kernel_symmetric; reflexivity. Qed.

Lemma against_app beta a l k : against beta a (l ++ k) = against beta a l + against beta a k.
Proof. induction l as [|[c b] l IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma against_scaled beta a s l : against beta a (scaled s l) = s * against beta a l.
Proof. induction l as [|[c b] l IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma against_listed beta a n f : against beta a (listed n f) = sum n (fun i => fst (f i) * link beta a (snd (f i))).
Proof. induction n as [|n IH]; simpl; [ring|]; destruct (f n) as [c b]; simpl; rewrite IH; ring. Qed.

Lemma covariance_app beta l l' k : covariance beta (l ++ l') k = covariance beta l k + covariance beta l' k.
Proof. induction l as [|[c a] l IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma covariance_scaled beta s l k : covariance beta (scaled s l) k = s * covariance beta l k.
Proof. induction l as [|[c a] l IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma covariance_listed beta n f k : covariance beta (listed n f) k = sum n (fun i => fst (f i) * against beta (snd (f i)) k).
Proof. induction n as [|n IH]; simpl; [ring|]; destruct (f n) as [c a]; simpl; rewrite IH; ring. Qed.

Lemma covariance_one beta c a l k : covariance beta l ((c, a) :: k) = c * against beta a l + covariance beta l k.
Proof. induction l as [|[d b] l IH]; simpl; [ring|]; rewrite IH, (link_symmetric beta b a); ring. Qed.

Lemma covariance_symmetric beta l k : covariance beta l k = covariance beta k l.
Proof.
  revert l; induction k as [|[c a] k IH]; intros l; [|rewrite covariance_one, IH; reflexivity].
  induction l as [|[d b] l IH]; simpl; [reflexivity|rewrite IH; simpl; ring].
Qed.

(* Both at once *)
Lemma covariance_sum beta s l k : let both := scaled s l ++ k in
  covariance beta both both = s ^ 2 * covariance beta l l + 2 * s * covariance beta l k + covariance beta k k.
Proof.
  cbv zeta; rewrite covariance_app, covariance_scaled, !(covariance_symmetric beta _ (scaled s l ++ k)), !covariance_app, !covariance_scaled.
  rewrite (covariance_symmetric beta k l); ring.
Qed.

(* What uses other paths is independent. *)
Lemma against_apart beta n x l : (forall c k y, In (c, (k, y)) l -> k <> n) -> against beta (n, x) l = 0.
Proof.
  induction l as [|[c [k y]] l IH]; intros other; simpl; [reflexivity|].
  rewrite IH by (intros; apply (other c0 k0 y0); right; assumption); unfold link; simpl.
  destruct (Nat.eqb_spec n k) as [->|]; [destruct (other c k y); [left|]; reflexivity|ring].
Qed.

Lemma mass_app n l k : mass n (l ++ k) = mass n l + mass n k.
Proof. induction l as [|[c [m x]] l IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma mass_scaled n s l : mass n (scaled s l) = s * mass n l.
Proof. induction l as [|[c [m x]] l IH]; simpl; [ring|rewrite IH; destruct (Nat.eqb m n); ring]. Qed.

Lemma mass_apart n l : (forall c k x, In (c, (k, x)) l -> k <> n) -> mass n l = 0.
Proof.
  induction l as [|[c [k y]] l IH]; intros other; simpl; [reflexivity|].
  rewrite IH by (intros; apply (other c0 k0 x); right; assumption).
  destruct (Nat.eqb_spec k n) as [->|]; [destruct (other c n y); [left|]; reflexivity|ring].
Qed.

Lemma mass_listed n m f : mass n (listed m f) = sum m (fun i => if Nat.eqb (fst (snd (f i))) n then fst (f i) else 0).
Proof. induction m as [|m IH]; simpl; [reflexivity|]; destruct (f m) as [c [k x]]; simpl; rewrite IH; ring. Qed.

Lemma in_scaled s l c a : In (c, a) (scaled s l) -> exists d, In (d, a) l.
Proof. intros held; apply in_map_iff in held; destruct held as [[d b] [equal held]]; inversion equal; subst; exists d; exact held. Qed.

Lemma in_listed n f c a : In (c, a) (listed n f) -> exists i, (i < n)%nat /\ f i = (c, a).
Proof.
  induction n as [|n IH]; simpl; [tauto|]; intros [last|held]; [exists n; split; [lia|exact last]|].
  destruct (IH held) as (i & small & equal); exists i; split; [lia|exact equal].
Qed.

Lemma inside_app l k : inside l -> inside k -> inside (l ++ k).
Proof. intros one two c n x held; apply in_app_or in held; destruct held; [apply (one c n)|apply (two c n)]; assumption. Qed.

Lemma inside_scaled s l : inside l -> inside (scaled s l).
Proof. intros one c n x held; apply in_scaled in held; destruct held as [d held]; apply (one d n x held). Qed.

(* The grid of N steps: weights that see a constant as well as any do, up to a factor. *)
Section Grid.
Variables (beta : R) (N : nat).
Hypotheses (positive : 0 < beta) (some : (0 < N)%nat).
Let q : R := exp (- (beta / INR N)).
Definition at_point (i : nat) : R := INR i / INR N.
Definition best_weight (i : nat) : R := (if orb (Nat.eqb i 0) (Nat.eqb i N) then 1 else 1 - q) / (1 + q).
Definition catch (x : R) : R := sum (S N) (fun i => best_weight i * kernel beta x (at_point i)).
Definition caught : R := sum (S N) best_weight.

Lemma q_between : 0 < q < 1.
Proof. apply decay_between; assumption. Qed.

Lemma kernel_step x i : at_point (S i) <= x -> kernel beta x (at_point i) = q * kernel beta x (at_point (S i)).
Proof.
  intros right; pose proof (lt_0_INR N some).
  assert (step : at_point (S i) = at_point i + / INR N) by (unfold at_point; rewrite S_INR; field; lra).
  assert (0 < / INR N) by (apply Rinv_0_lt_compat; lra).
  unfold kernel, q; rewrite <- exp_plus; f_equal; rewrite !Rabs_pos_eq by lra; rewrite step; unfold Rdiv; ring.
Qed.

Lemma kernel_step_back x i : x <= at_point i -> kernel beta x (at_point (S i)) = q * kernel beta x (at_point i).
Proof.
  intros left; pose proof (lt_0_INR N some).
  assert (step : at_point (S i) = at_point i + / INR N) by (unfold at_point; rewrite S_INR; field; lra).
  assert (0 < / INR N) by (apply Rinv_0_lt_compat; lra).
  unfold kernel, q; rewrite <- exp_plus; f_equal; rewrite !Rabs_left1 by lra; rewrite step; unfold Rdiv; ring.
Qed.

Lemma caught_left x n : (n < N)%nat -> at_point n <= x ->
  sum (S n) (fun i => best_weight i * kernel beta x (at_point i)) = kernel beta x (at_point n) / (1 + q).
Proof.
  pose proof q_between; induction n as [|n IH]; intros small right.
  - simpl; unfold best_weight; simpl; field; lra.
  - change (sum (S n) (fun i => best_weight i * kernel beta x (at_point i)) + best_weight (S n) * kernel beta x (at_point (S n))
      = kernel beta x (at_point (S n)) / (1 + q)).
    pose proof (lt_0_INR N some).
    rewrite IH, kernel_step by (lia || exact right || (unfold at_point in *; rewrite S_INR in right;
      apply Rle_trans with ((INR n + 1) / INR N); [|exact right]; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat|]; lra)).
    unfold best_weight; replace (Nat.eqb (S n) N) with false by (symmetry; apply Nat.eqb_neq; lia).
    replace (Nat.eqb (S n) 0) with false by reflexivity; simpl orb; cbv iota; field; lra.
Qed.

Lemma caught_right x m : (m < N)%nat -> x <= at_point (N - m) ->
  sum (S m) (fun i => best_weight (N - m + i) * kernel beta x (at_point (N - m + i))) = kernel beta x (at_point (N - m)) / (1 + q).
Proof.
  pose proof q_between; induction m as [|m IH]; intros small left.
  - simpl; rewrite Nat.sub_0_r, Nat.add_0_r; unfold best_weight; rewrite Nat.eqb_refl, Bool.orb_true_r; field; lra.
  - pose proof (lt_0_INR N some); rewrite sum_first, Nat.add_0_r.
    rewrite (sum_ext (S m) _ (fun i => best_weight (N - m + i) * kernel beta x (at_point (N - m + i))))
      by (intros i _; replace (N - S m + S i)%nat with (N - m + i)%nat by lia; reflexivity).
    replace (N - m)%nat with (S (N - S m)) by lia; replace (N - m)%nat with (S (N - S m)) in IH by lia.
    rewrite IH, (kernel_step_back x (N - S m)).
    + unfold best_weight; replace (Nat.eqb (N - S m) N) with false by (symmetry; apply Nat.eqb_neq; lia).
      replace (Nat.eqb (N - S m) 0) with false by (symmetry; apply Nat.eqb_neq; lia); simpl orb; cbv iota; field; lra.
    + exact left.
    + lia.
    + unfold at_point in *; rewrite S_INR; apply Rle_trans with (INR (N - S m) / INR N); [exact left|].
      apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat|]; lra.
Qed.

Lemma catch_between x n : (n < N)%nat -> at_point n <= x <= at_point (S n) ->
  catch x = (kernel beta x (at_point n) + kernel beta x (at_point (S n))) / (1 + q).
Proof.
  intros small [left right]; pose proof q_between; unfold catch; replace (S N) with (S n + S (N - S n))%nat by lia.
  rewrite sum_split, caught_left by assumption.
  pose proof (caught_right x (N - S n) ltac:(lia)) as other; replace (N - (N - S n))%nat with (S n) in other by lia.
  rewrite other by exact right; field; lra.
Qed.

Lemma catch_at i : (i <= N)%nat -> catch (at_point i) = 1.
Proof.
  intros small; pose proof q_between; pose proof (lt_0_INR N some).
  assert (up : forall k, at_point k <= at_point (S k)).
  { intros k; unfold at_point; rewrite S_INR; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat|]; lra. }
  destruct (Nat.eq_dec i N) as [last|other].
  - destruct i as [|n]; [lia|]; rewrite (catch_between _ n) by (lia || (split; [apply up|lra])).
    rewrite kernel_step, kernel_same by lra; field; lra.
  - rewrite (catch_between _ i) by (lia || (split; [lra|apply up])); rewrite kernel_step_back, kernel_same by lra; field; lra.
Qed.

Lemma cell x M h : 0 <= x -> x <= INR M * h -> (0 < M)%nat -> exists k, (k < M)%nat /\ INR k * h <= x <= INR (S k) * h.
Proof.
  intros low; induction M as [|M IH]; intros high more; [lia|].
  destruct (Rle_dec (INR M * h) x); [exists M; split; [lia|lra]|].
  destruct (Nat.eq_dec M 0) as [->|]; [simpl in *; lra|]; destruct (IH ltac:(lra) ltac:(lia)) as (k & small & between).
  exists k; split; [lia|exact between].
Qed.

Lemma catch_near x : 0 <= x <= 1 -> 1 - (1 - q) ^ 2 <= catch x <= 1.
Proof.
  intros [low high]; pose proof q_between; pose proof (lt_0_INR N some).
  destruct (cell x N (/ INR N) low) as (n & small & left & right); [rewrite Rinv_r by lra; exact high|exact some|].
  assert (between : at_point n <= x <= at_point (S n)) by (unfold at_point, Rdiv; split; assumption).
  rewrite (catch_between x n small between).
  assert (step : at_point (S n) = at_point n + / INR N) by (unfold at_point; rewrite S_INR; field; lra).
  set (p := kernel beta x (at_point n)); set (r := kernel beta x (at_point (S n))).
  assert (product : p * r = q).
  { unfold p, r, q, kernel; rewrite <- exp_plus; f_equal; rewrite Rabs_pos_eq, Rabs_left1 by lra; rewrite step; field; lra. }
  assert (most : forall y, kernel beta x y <= 1).
  { intros y; unfold kernel; rewrite <- exp_0; apply Rnot_lt_le; intros more; apply exp_lt_inv in more.
    pose proof (Rabs_pos (x - y)); nra. }
  assert (0 < p) by apply exp_pos; assert (0 < r) by apply exp_pos; pose proof (most (at_point n)); pose proof (most (at_point (S n))).
  fold p r in H3, H4; assert (q <= p) by nra; assert (q <= r) by nra.
  replace (p + r) with ((1 + q) - (1 - p) * (1 - r)) by (rewrite <- product; ring).
  assert (0 <= (1 - p) * (1 - r)) by nra; assert ((1 - p) * (1 - r) <= (1 - q) ^ 2) by nra.
  split; apply (Rmult_le_reg_r (1 + q)); try lra; unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; nra.
Qed.

Lemma caught_value : caught = 1 + INR N * ((1 - q) / (1 + q)).
Proof.
  pose proof q_between; assert (size : N = S (N - 1)) by lia; unfold caught.
  change (sum N best_weight + best_weight N = 1 + INR N * ((1 - q) / (1 + q))).
  assert (last : best_weight N = / (1 + q)) by (unfold best_weight; rewrite Nat.eqb_refl, Bool.orb_true_r; unfold Rdiv; ring).
  assert (first : best_weight 0 = / (1 + q)) by (unfold best_weight; simpl; unfold Rdiv; ring).
  replace (sum N best_weight) with (sum (S (N - 1)) best_weight) by (rewrite <- size; reflexivity).
  replace (INR N) with (INR (N - 1) + 1) by (rewrite <- S_INR, <- size; reflexivity).
  rewrite sum_first, (sum_ext (N - 1) _ (fun _ => (1 - q) / (1 + q))), sum_const, first, last; [field; lra|].
  intros i small; unfold best_weight; replace (Nat.eqb (S i) N) with false by (symmetry; apply Nat.eqb_neq; lia); reflexivity.
Qed.

(* The weights add up to 1. *)
Definition mean_of_path (n : nat) : weighted := listed (S N) (fun i => (best_weight i / caught, (n, at_point i))).

Lemma caught_pos : 1 <= caught.
Proof.
  pose proof q_between; rewrite caught_value; assert (0 <= (1 - q) / (1 + q)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  pose proof (pos_INR N); nra.
Qed.

Lemma at_point_inside i : (i <= N)%nat -> 0 <= at_point i <= 1.
Proof.
  intros small; pose proof (lt_0_INR N some); pose proof (pos_INR i); apply le_INR in small; unfold at_point; split.
  - apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
  - apply (Rmult_le_reg_r (INR N)); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma inside_mean n : inside (mean_of_path n).
Proof.
  intros c k x held; apply in_listed in held; destruct held as (i & small & equal); inversion equal; subst.
  apply at_point_inside; lia.
Qed.

Lemma against_mean n k x : against beta (k, x) (mean_of_path n) = if Nat.eqb k n then catch x / caught else 0.
Proof.
  unfold mean_of_path; rewrite against_listed; unfold link; simpl fst; simpl snd; destruct (Nat.eqb k n).
  - unfold catch, Rdiv; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros; ring.
  - rewrite (sum_ext _ _ (fun _ => 0)) by (intros; ring); rewrite sum_const; ring.
Qed.

Lemma variance_of_mean n : covariance beta (mean_of_path n) (mean_of_path n) = / caught.
Proof.
  pose proof caught_pos; unfold mean_of_path at 1; rewrite covariance_listed; simpl fst; simpl snd.
  rewrite (sum_ext (S N) _ (fun i => / caught ^ 2 * best_weight i)).
  - rewrite sum_scale; fold caught; field; lra.
  - intros i small; rewrite against_mean, Nat.eqb_refl, catch_at by lia; field; lra.
Qed.
End Grid.

(* Finer and finer grids *)
Section Limit.
Variable beta : R.
Hypothesis positive : 0 < beta.

Lemma decay_limit : is_lim_seq (fun N => exp (- (beta / INR (S N)))) 1.
Proof.
  rewrite <- exp_0; apply (is_lim_seq_continuous exp (fun N => - (beta / INR (S N))) 0); [apply derivable_continuous_pt, derivable_pt_exp|].
  assert (small : is_lim_seq (fun N => / INR (S N)) 0).
  { apply (is_lim_seq_incr_1 (fun N => / INR N)), (is_lim_seq_inv INR p_infty); [apply is_lim_seq_INR|discriminate]. }
  apply (is_lim_seq_scal_l _ (- beta) 0) in small; simpl in small; rewrite Rmult_0_r in small.
  revert small; apply is_lim_seq_ext; intros N; simpl; unfold Rdiv; ring.
Qed.

Lemma caught_limit : is_lim_seq (fun N => caught beta (S N)) (1 + beta / 2).
Proof.
  apply (is_lim_seq_ext (fun N => 1 + INR (S N) * (1 - exp (- (beta / INR (S N)))) / (1 + exp (- (beta / INR (S N)))))).
  { intros N; rewrite caught_value by (lia || assumption); unfold Rdiv; ring. }
  apply is_lim_seq_plus'; [apply is_lim_seq_const|]; apply is_lim_seq_div'; [| |lra].
  - apply (is_lim_seq_le_le (fun N => beta * exp (- (beta / INR (S N)))) _ (fun _ => beta)); [| |apply is_lim_seq_const].
    + intros N; pose proof (lt_0_INR (S N) ltac:(lia)) as size; set (x := beta / INR (S N)).
      assert (equal : beta = INR (S N) * x) by (unfold x; field; lra); rewrite equal at 1.
      pose proof (exp_ineq1_le (- x)); pose proof (exp_ineq1_le x); pose proof (exp_pos (- x)).
      assert (inverse : exp (- x) * exp x = 1) by (rewrite <- exp_plus, <- exp_0; f_equal; ring).
      split; [rewrite Rmult_assoc; apply Rmult_le_compat_l; [lra|nra]|].
      rewrite equal at 1; apply Rmult_le_compat_l; lra.
    + replace (Finite beta) with (Finite (beta * 1)) by (f_equal; ring); exact (is_lim_seq_scal_l _ beta 1 decay_limit).
  - replace 2 with (1 + 1) by ring; apply is_lim_seq_plus'; [apply is_lim_seq_const|apply decay_limit].
Qed.

Lemma catch_limit x : 0 <= x <= 1 -> is_lim_seq (fun N => catch beta (S N) x) 1.
Proof.
  intros within; apply (is_lim_seq_le_le (fun N => 1 - (1 - exp (- (beta / INR (S N)))) ^ 2) _ (fun _ => 1)); [| |apply is_lim_seq_const].
  - intros N; apply catch_near; [assumption|lia|assumption].
  - replace 1 with (1 - (1 - 1) * ((1 - 1) * 1)) at 1 by ring; simpl pow.
    pose proof (is_lim_seq_minus' _ _ _ _ (is_lim_seq_const 1) decay_limit) as gap.
    apply is_lim_seq_minus'; [apply is_lim_seq_const|]; apply is_lim_seq_mult'; [exact gap|].
    apply is_lim_seq_mult'; [exact gap|apply is_lim_seq_const].
Qed.

Lemma covariance_limit n l : inside l -> is_lim_seq (fun N => covariance beta l (mean_of_path beta (S N) n)) (mass n l / (1 + beta / 2)).
Proof.
  induction l as [|[c [k x]] l IH]; intros within; cbn [covariance mass].
  - unfold Rdiv; rewrite Rmult_0_l; apply is_lim_seq_const.
  - replace ((_ + _) / _) with (c * (if Nat.eqb k n then 1 / (1 + beta / 2) else 0) + mass n l / (1 + beta / 2))
      by (destruct (Nat.eqb k n); field; lra).
    apply is_lim_seq_plus'; [|apply IH; intros d m y held; apply (within d m y); right; exact held].
    assert (one : is_lim_seq (fun N => against beta (k, x) (mean_of_path beta (S N) n))
      (Finite (if Nat.eqb k n then 1 / (1 + beta / 2) else 0))).
    { apply (is_lim_seq_ext (fun N => if Nat.eqb k n then catch beta (S N) x / caught beta (S N) else 0)).
      - intros N; rewrite against_mean; reflexivity.
      - destruct (Nat.eqb k n); [|apply is_lim_seq_const].
        apply is_lim_seq_div'; [apply catch_limit, (within c k x); left; reflexivity|apply caught_limit|lra]. }
    apply is_lim_seq_mult'; [apply is_lim_seq_const|exact one].
Qed.

Lemma variance_limit n : is_lim_seq (fun N => covariance beta (mean_of_path beta (S N) n) (mean_of_path beta (S N) n)) (1 / (1 + beta / 2)).
Proof.
  apply (is_lim_seq_ext (fun N => 1 / caught beta (S N))).
  { intros N; rewrite variance_of_mean by (lia || assumption); unfold Rdiv; ring. }
  apply is_lim_seq_div'; [apply is_lim_seq_const|apply caught_limit|lra].
Qed.
End Limit.

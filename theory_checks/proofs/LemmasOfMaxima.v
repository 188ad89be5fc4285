(* Lemmas about maxima of normal numbers and of Gaussian paths on grids. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From TheoryChecks Require Import Sums Vectors Maximum Normal NormalMean NormalEvents LemmaWords LemmaFormulas GaussianFamilies.
Open Scope R_scope.

(* The path at the points i/2^n: stationary, of deviation sigma and correlation exp(-beta |x - y|). *)
Definition along (beta sigma : R) (point : nat -> R) (i j : nat) : R :=
  sigma * sigma * exp (- (beta * Rabs (point i - point j))).
Definition grid (n i : nat) : R := INR i / 2 ^ n.
Definition midpoint (n i : nat) : R := (2 * INR i + 1) / 2 ^ (n + 1).
Definition highest {Omega} (k : nat) (g : nat -> Omega -> R) (w : Omega) : R := best k (fun i => g i w).

Lemma sum_two k i j f : (i < k)%nat -> (j < k)%nat -> sum k (fun a => (unit i a - unit j a) * f a) = f i - f j.
Proof.
  intros one two; rewrite (sum_ext k _ (fun a => f a * unit i a - f a * unit j a)) by (intros; ring).
  rewrite sum_sub, !sum_unit by assumption; reflexivity.
Qed.

Lemma spread_of_difference k cov i j : (i < k)%nat -> (j < k)%nat ->
  spread k cov (fun a => unit i a - unit j a) = cov i i - cov i j - cov j i + cov j j.
Proof.
  intros one two; unfold spread.
  rewrite (sum_ext k _ (fun a => (unit i a - unit j a) * (cov a i - cov a j))).
  - rewrite sum_two by assumption; ring.
  - intros a _; rewrite <- (sum_two k i j (cov a) one two), <- sum_scale; apply sum_ext; intros; ring.
Qed.

Section Pairs.
Context {Omega : Type} (E : (Omega -> R) -> R -> Prop) (means : expectation E).
Variables (k : nat) (g : nat -> Omega -> R) (cov : nat -> nat -> R).
Hypothesis (law : gaussian E k g cov).

Lemma one_of i s : (i < k)%nat -> 0 <= s -> cov i i = s * s -> normal E (g i) s.
Proof.
  intros small nonneg equal; apply (combination E k g cov (unit i)); [exact law| |exact nonneg|].
  - intros w; rewrite (sum_ext k _ (fun a => g a w * unit i a)) by (intros; ring); rewrite sum_unit; trivial.
  - rewrite <- equal; unfold spread; rewrite (sum_ext k _ (fun a => cov a i * unit i a)).
    + rewrite (sum_unit k i (fun a => cov a i)) by exact small; reflexivity.
    + intros a _; rewrite (sum_ext k _ (fun b => (unit i a * cov a b) * unit i b)) by (intros; ring).
      rewrite (sum_unit k i (fun b => unit i a * cov a b)) by exact small; ring.
Qed.

Lemma difference_of i j s : (i < k)%nat -> (j < k)%nat -> 0 <= s -> cov i i - cov i j - cov j i + cov j j = s * s ->
  normal E (fun w => g i w - g j w) s.
Proof.
  intros one two nonneg equal; apply (combination E k g cov (fun a => unit i a - unit j a)); [exact law| |exact nonneg|].
  - intros w; rewrite (sum_two k i j (fun a => g a w)); trivial.
  - rewrite spread_of_difference by assumption; symmetry; exact equal.
Qed.

(* E max(X, Y) = sigma sqrt((1 - r)/pi) *)
Lemma mean_of_larger i j sigma c : (i < k)%nat -> (j < k)%nat -> 0 < sigma -> c <= 1 ->
  cov i i = sigma * sigma -> cov j j = sigma * sigma -> cov i j = sigma * sigma * c -> cov j i = sigma * sigma * c ->
  E (fun w => Rmax (g i w) (g j w)) (sigma * sqrt ((1 - c) / PI)).
Proof.
  intros one two positive most ii jj ij ji; pose proof PI_RGT_0.
  set (s := sigma * sqrt (2 * (1 - c))).
  assert (nonneg : 0 <= s) by (apply Rmult_le_pos; [lra|apply sqrt_pos]).
  assert (square : cov i i - cov i j - cov j i + cov j j = s * s).
  { unfold s; rewrite ii, jj, ij, ji; pose proof (sqrt_sqrt (2 * (1 - c)) ltac:(lra)); nra. }
  pose proof (mean_of_modulus E _ _ (difference_of i j s one two nonneg square)) as modulus.
  assert (first : E (g i) 0) by (apply (mean_of_normal E _ sigma), one_of; [exact one|lra|exact ii]).
  assert (second : E (g j) 0) by (apply (mean_of_normal E _ sigma), one_of; [exact two|lra|exact jj]).
  pose proof (mean_plus E means _ _ _ _ (mean_times E means (/ 2) _ _ (mean_plus E means _ _ _ _ first second))
    (mean_times E means (/ 2) _ _ modulus)) as all.
  revert all; apply mean_is; [intros w; rewrite max_by_modulus; field|].
  rewrite (Rabs_pos_eq s) by exact nonneg; unfold s, mean_modulus.
  replace (/ 2 * (0 + 0) + / 2 * (sigma * sqrt (2 * (1 - c)) * sqrt (2 / PI)))
    with (sigma * (/ 2 * (sqrt (2 * (1 - c)) * sqrt (2 / PI)))) by ring.
  f_equal; rewrite <- sqrt_mult by (try (left; apply Rdiv_lt_0_compat); lra).
  replace (2 * (1 - c) * (2 / PI)) with (2 * 2 * ((1 - c) / PI)) by (field; lra).
  assert (0 <= (1 - c) / PI) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  rewrite sqrt_mult, sqrt_square by lra; field.
Qed.
End Pairs.

Lemma along_same beta sigma point i : along beta sigma point i i = sigma * sigma.
Proof. unfold along; rewrite Rminus_diag_eq, Rabs_R0, Rmult_0_r, Ropp_0, exp_0 by reflexivity; ring. Qed.

Lemma along_apart beta sigma point i j d : Rabs (point i - point j) = d ->
  along beta sigma point i j = sigma * sigma * exp (- (beta * d)) /\
  along beta sigma point j i = sigma * sigma * exp (- (beta * d)).
Proof. intros <-; unfold along; rewrite (Rabs_minus_sym (point j)); split; reflexivity. Qed.

Lemma decayed beta d : 0 < beta -> 0 <= d -> exp (- (beta * d)) <= 1.
Proof.
  intros positive nonneg; rewrite <- exp_0; pose proof (Rmult_le_pos beta d ltac:(lra) nonneg).
  destruct (Req_dec (beta * d) 0) as [->|other]; [rewrite Ropp_0; lra|left; apply exp_increasing; lra].
Qed.

Section Paths.
Context {Omega : Type} (E : (Omega -> R) -> R -> Prop) (means : expectation E).
Variables (k : nat) (g : nat -> Omega -> R) (beta sigma : R) (point : nat -> R).
Hypotheses (law : gaussian E k g (along beta sigma point)) (decays : 0 < beta) (positive : 0 < sigma).

Lemma mean_of_two i j d : (i < k)%nat -> (j < k)%nat -> Rabs (point i - point j) = d ->
  E (fun w => Rmax (g i w) (g j w)) (sigma * sqrt ((1 - exp (- (beta * d))) / PI)).
Proof.
  intros one two far; destruct (along_apart beta sigma point i j d far) as [ij ji].
  assert (0 <= d) by (rewrite <- far; apply Rabs_pos).
  apply (mean_of_larger E means k g (along beta sigma point) law i j sigma (exp (- (beta * d))));
    try assumption; try apply along_same; apply decayed; assumption.
Qed.

Lemma mean_of_point i : (i < k)%nat -> E (g i) 0.
Proof.
  intros small; apply (mean_of_normal E _ sigma), (one_of E k g _ law); [exact small|lra|apply along_same].
Qed.

(* The maxima of the pairs of three numbers add up to their sum and their largest less their smallest. *)
Lemma range_of_three (x : nat -> R) a b c : (a < k)%nat -> (b < k)%nat -> (c < k)%nat ->
  Rmax (x a) (x b) + Rmax (x b) (x c) + Rmax (x a) (x c) - (x a + x b + x c) <= best k x + best k (fun i => -1 * x i).
Proof.
  intros one two last.
  pose proof (best_above k x a one); pose proof (best_above k x b two); pose proof (best_above k x c last).
  pose proof (best_above k (fun i => -1 * x i) a one); pose proof (best_above k (fun i => -1 * x i) b two).
  pose proof (best_above k (fun i => -1 * x i) c last); cbv beta in *.
  unfold Rmax; destruct (Rle_dec (x a) (x b)), (Rle_dec (x b) (x c)), (Rle_dec (x a) (x c)); lra.
Qed.

Lemma mean_of_highest l : E (highest k g) l -> E (fun w => best k (fun i => g i w) + best k (fun i => -1 * g i w)) (l + l).
Proof.
  intros of; apply (mean_plus E means); [exact of|].
  destruct law as (_ & _ & reflected); apply (reflected (fun _ => -1) (best k)); [intros; right; reflexivity| | |exact of].
  - intros; ring.
  - intros x y same; apply best_ext, same.
Qed.

Lemma mean_of_pairs a b c d e f : (a < k)%nat -> (b < k)%nat -> (c < k)%nat ->
  Rabs (point a - point b) = d -> Rabs (point b - point c) = e -> Rabs (point a - point c) = f ->
  E (fun w => Rmax (g a w) (g b w) + Rmax (g b w) (g c w) + Rmax (g a w) (g c w) - (g a w + g b w + g c w))
    (sigma * sqrt ((1 - exp (- (beta * d))) / PI) + sigma * sqrt ((1 - exp (- (beta * e))) / PI)
      + sigma * sqrt ((1 - exp (- (beta * f))) / PI)).
Proof.
  intros one two last ab bc ac.
  pose proof (mean_minus E means _ _ _ _
    (mean_plus E means _ _ _ _ (mean_plus E means _ _ _ _ (mean_of_two a b d one two ab) (mean_of_two b c e two last bc))
      (mean_of_two a c f one last ac))
    (mean_plus E means _ _ _ _ (mean_plus E means _ _ _ _ (mean_of_point a one) (mean_of_point b two)) (mean_of_point c last))) as all.
  revert all; apply mean_is; [reflexivity|ring].
Qed.
End Paths.

(* Decide the innermost maximum. *)
Ltac larger :=
  match goal with |- context [Rmax ?x ?y] =>
    lazymatch x with context [Rmax _ _] => fail | _ => lazymatch y with context [Rmax _ _] => fail | _ =>
      destruct (Rle_dec x y); [rewrite (Rmax_right x y) by assumption|rewrite (Rmax_left x y) by lra] end end
  end.

Lemma half_way beta : (- beta) / 2 = - (beta * (1 / 2)).
Proof. field. Qed.

Lemma grid_place n i j : (i <= j)%nat -> Rabs (grid n i - grid n j) = INR (j - i) / 2 ^ n.
Proof.
  intros up; unfold grid; rewrite minus_INR by exact up; pose proof (pow_lt 2 n ltac:(lra)); pose proof (le_INR _ _ up).
  rewrite Rabs_left1; [field; lra|].
  replace (INR i / 2 ^ n - INR j / 2 ^ n) with (- ((INR j - INR i) * / 2 ^ n)) by (field; lra).
  assert (0 <= (INR j - INR i) * / 2 ^ n) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]); lra.
Qed.

(* finer-grid-mean *)
Theorem finer_grid_mean {Omega} E level sigma beta (g : nat -> Omega -> R) l :
  finer_grid_mean_requires level sigma beta -> expectation E ->
  gaussian E (2 ^ level + 1) g (along beta sigma (grid level)) ->
  E (highest (2 ^ level + 1) g) l -> finer_grid_mean_gives level sigma beta l.
Proof.
  intros (decays & positive & some & _) means law of; unfold finer_grid_mean_gives; cbv zeta.
  assert (finer : exists n, level = S n) by (exists (level - 1)%nat; change 1 with (INR 1) in some; apply Rge_le, INR_le in some; lia).
  destruct finer as (n & ->); pose proof (Nat.pow_nonzero 2 n ltac:(lia)) as many.
  assert (powers : (2 ^ S n = 2 * 2 ^ n)%nat) by reflexivity.
  assert (lengths : INR (2 ^ n) / 2 ^ S n = 1 / 2 /\ INR (2 ^ S n) / 2 ^ S n = 1).
  { rewrite !pow_INR; change (INR 2) with 2; pose proof (pow_lt 2 n ltac:(lra)); simpl pow; split; field; lra. }
  destruct lengths as [half one].
  pose proof (mean_of_pairs E means _ g beta sigma (grid (S n)) law decays positive 0 (2 ^ n) (2 ^ S n) (1 / 2) (1 / 2) 1
    ltac:(lia) ltac:(lia) ltac:(lia)) as pairs.
  rewrite !grid_place in pairs by lia.
  replace (2 ^ n - 0)%nat with (2 ^ n)%nat in pairs by lia; replace (2 ^ S n - 2 ^ n)%nat with (2 ^ n)%nat in pairs by lia.
  replace (2 ^ S n - 0)%nat with (2 ^ S n)%nat in pairs by lia.
  specialize (pairs half half one).
  assert (below := mean_below E means _ _ _ _ (fun w => range_of_three (2 ^ S n + 1) (fun i => g i w) 0 (2 ^ n) (2 ^ S n)
    ltac:(lia) ltac:(lia) ltac:(lia)) pairs (mean_of_highest E means _ g beta sigma _ law l of)).
  rewrite half_way; rewrite Rmult_1_r in below; lra.
Qed.

(* grid-mean *)
Theorem grid_mean {Omega} E level sigma beta n (g : nat -> Omega -> R) l :
  grid_mean_requires level sigma beta -> level = INR n -> expectation E ->
  gaussian E (2 ^ n + 1) g (along beta sigma (grid n)) ->
  E (highest (2 ^ n + 1) g) l -> l = grid_mean_value level sigma beta.
Proof.
  intros (decays & positive & cases) -> means law of; unfold grid_mean_value; cbv zeta.
  destruct (Req_EM_T (INR n) 0) as [zero|more].
  - change 0 with (INR 0) in zero; apply INR_eq in zero; subst n; simpl in of, law.
    apply (mean_same E means (highest 2 g)); [exact of|].
    pose proof (mean_of_two E means 2 g beta sigma (grid 0) law decays positive 0 1 1 ltac:(lia) ltac:(lia)) as two.
    rewrite Rmult_1_r in two; apply two; rewrite grid_place by lia; simpl; field.
  - destruct (Req_EM_T (INR n) 1) as [one|other]; [|].
    + change 1 with (INR 1) in one; apply INR_eq in one; subst n; change (2 ^ 1 + 1)%nat with 3%nat in *.
      pose proof (mean_of_pairs E means _ g beta sigma (grid 1) law decays positive 0 1 2 (1 / 2) (1 / 2) 1
        ltac:(lia) ltac:(lia) ltac:(lia)) as pairs.
      rewrite !grid_place in pairs by lia.
      specialize (pairs ltac:(simpl; field) ltac:(simpl; field) ltac:(simpl; field)).
      pose proof (mean_of_highest E means _ g beta sigma _ law l of) as twice.
      assert (equal : l + l = sigma * sqrt ((1 - exp (- (beta * (1 / 2)))) / PI) + sigma * sqrt ((1 - exp (- (beta * (1 / 2)))) / PI)
        + sigma * sqrt ((1 - exp (- (beta * 1))) / PI)).
      { apply (mean_same E means _ _ _ twice); revert pairs; apply mean_is; [|reflexivity].
        intros w; simpl best; repeat larger; lra. }
      rewrite half_way; rewrite Rmult_1_r in equal; lra.
    + destruct cases; contradiction.
Qed.

(* midpoint-mean *)
Theorem midpoint_mean {Omega} E level sigma beta n (g : nat -> Omega -> R) :
  midpoint_mean_requires level sigma beta -> level = INR n -> expectation E ->
  gaussian E (2 ^ n) g (along beta sigma (midpoint n)) -> E (highest (2 ^ n) g) (midpoint_mean_value level sigma beta).
Proof.
  intros (decays & positive & cases) -> means law; unfold midpoint_mean_value; cbv zeta.
  destruct (Req_EM_T (INR n) 0) as [zero|more].
  - change 0 with (INR 0) in zero; apply INR_eq in zero; subst n; rewrite Rmult_0_l.
    exact (mean_of_point E 1 g beta sigma (midpoint 0) law positive 0 ltac:(lia)).
  - destruct (Req_EM_T (INR n) 1) as [one|other]; [|destruct cases; contradiction].
    change 1 with (INR 1) in one; apply INR_eq in one; subst n; rewrite half_way.
    apply (mean_of_two E means 2 g beta sigma (midpoint 1) law decays positive 0 1 (1 / 2)); [lia..|].
    unfold midpoint; simpl; rewrite Rabs_left1; lra.
Qed.

(* The squares of the larger and of the smaller of two numbers add up to theirs. *)
Lemma square_of_larger {Omega} E k (g : nat -> Omega -> R) cov i j sigma s : expectation E -> gaussian E k g cov ->
  (i < k)%nat -> (j < k)%nat -> 0 < sigma -> cov i i = sigma * sigma -> cov j j = sigma * sigma ->
  E (fun w => Rmax (g i w) (g j w) ^ 2) s -> s = sigma * sigma.
Proof.
  intros means law one two positive ii jj of.
  assert (other : E (fun w => Rmax (-1 * g i w) (-1 * g j w) ^ 2) s).
  { destruct law as (_ & _ & reflected).
    apply (reflected (fun _ => -1) (fun x => Rmax (x i) (x j) ^ 2)); [intros; right; reflexivity| | |exact of].
    - intros; ring.
    - intros x y same; rewrite !same by assumption; reflexivity. }
  assert (first : E (fun w => g i w ^ 2) (sigma * sigma))
    by (apply mean_of_square, (one_of E k g cov law); [exact one|lra|exact ii]).
  assert (second : E (fun w => g j w ^ 2) (sigma * sigma))
    by (apply mean_of_square, (one_of E k g cov law); [exact two|lra|exact jj]).
  assert (s + s = sigma * sigma + sigma * sigma); [|lra].
  apply (mean_same E means _ _ _ (mean_plus E means _ _ _ _ of other)).
  pose proof (mean_plus E means _ _ _ _ first second) as both; revert both; apply mean_is; [|reflexivity].
  intros w; unfold Rmax; destruct (Rle_dec (g i w) (g j w)), (Rle_dec (-1 * g i w) (-1 * g j w)); try ring;
    replace (g i w) with (g j w) by lra; ring.
Qed.

Lemma variance_of_larger {Omega} E k (g : nat -> Omega -> R) cov i j sigma c v : expectation E -> gaussian E k g cov ->
  (i < k)%nat -> (j < k)%nat -> 0 < sigma -> c <= 1 -> cov i i = sigma * sigma -> cov j j = sigma * sigma ->
  cov i j = sigma * sigma * c -> cov j i = sigma * sigma * c ->
  variance_of E (fun w => Rmax (g i w) (g j w)) v -> v = sigma * sigma * (1 - (1 - c) / PI).
Proof.
  intros means law one two positive most ii jj ij ji (m & s & mean & square & ->).
  rewrite (square_of_larger E k g cov i j sigma s) by assumption.
  rewrite (mean_same E means _ _ _ mean (mean_of_larger E means k g cov law i j sigma c one two positive most ii jj ij ji)).
  pose proof PI_RGT_0; assert (0 <= (1 - c) / PI) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  pose proof (sqrt_sqrt _ H0); replace ((sigma * sqrt ((1 - c) / PI)) ^ 2)
    with (sigma * sigma * (sqrt ((1 - c) / PI) * sqrt ((1 - c) / PI))) by ring; rewrite H1; ring.
Qed.

Lemma variance_nonneg {Omega} E (X : Omega -> R) v : expectation E -> variance_of E X v -> 0 <= v.
Proof.
  intros means (m & s & mean & square & ->).
  pose proof (mean_plus E means _ _ _ _ (mean_minus E means _ _ _ _ square (mean_times E means (2 * m) _ _ mean))
    (mean_constant E means (m ^ 2))) as all.
  replace (s - m ^ 2) with (s - 2 * m * m + m ^ 2) by ring.
  apply (mean_below E means _ _ _ _ (fun w => pow2_ge_0 (X w - m)) (mean_constant E means 0)).
  revert all; apply mean_is; [intros; ring|reflexivity].
Qed.

(* level-variances *)
Theorem level_variances {Omega} E level sigma beta n (g h : nat -> Omega -> R) v w :
  level_variances_requires level sigma beta -> level = INR n -> expectation E ->
  gaussian E (2 ^ n + 1) g (along beta sigma (grid n)) -> gaussian E (2 ^ n) h (along beta sigma (midpoint n)) ->
  variance_of E (highest (2 ^ n + 1) g) v -> variance_of E (highest (2 ^ n) h) w ->
  level_variances_gives level sigma beta (v + w).
Proof.
  intros (decays & positive & cases) -> means points middles first second; unfold level_variances_gives.
  destruct (Req_EM_T (INR n) 0) as [zero|more].
  - change 0 with (INR 0) in zero; apply INR_eq in zero; subst n.
    destruct (along_apart beta sigma (grid 0) 0 1 1) as [ij ji]; [rewrite grid_place by lia; simpl; field|].
    rewrite Rmult_1_r in ij, ji.
    rewrite (variance_of_larger E 2 g _ 0 1 sigma (exp (- beta)) v means points) by
      (try apply along_same; try exact first; try lia; try assumption; rewrite <- (Rmult_1_r beta); apply decayed; lra).
    destruct second as (m & s & mean & square & ->).
    pose proof (one_of E 1 h _ middles 0 sigma ltac:(lia) ltac:(lra) (along_same beta sigma (midpoint 0) 0)) as one.
    rewrite (mean_same E means _ _ _ mean (mean_of_normal E _ sigma one)).
    rewrite (mean_same E means _ _ _ square (mean_of_square E _ sigma one)); lra.
  - destruct (Req_EM_T (INR n) 1) as [one|other]; [|destruct cases; contradiction].
    change 1 with (INR 1) in one; apply INR_eq in one; subst n; rewrite half_way.
    destruct (along_apart beta sigma (midpoint 1) 0 1 (1 / 2)) as [ij ji]; [unfold midpoint; simpl; rewrite Rabs_left1; lra|].
    pose proof (variance_nonneg E _ v means first).
    rewrite (variance_of_larger E 2 h _ 0 1 sigma (exp (- (beta * (1 / 2)))) w means middles) by
      (try apply along_same; try exact second; try lia; try assumption; apply decayed; lra); lra.
Qed.

(* independent-max-variance *)
Theorem independent_max_variance {Omega} E count sigma k (g : nat -> Omega -> R) v :
  independent_max_variance_requires count sigma -> count = INR k -> expectation E -> gaussian E k g (apart sigma) ->
  variance_of E (highest k g) v -> v = independent_max_variance_value count sigma.
Proof.
  intros (positive & cases) -> means law of; unfold independent_max_variance_value.
  destruct (Req_EM_T (INR k) 1) as [one|more].
  - change 1 with (INR 1) in one; apply INR_eq in one; subst k; destruct of as (m & s & mean & square & ->).
    pose proof (one_of E 1 g _ law 0 sigma ltac:(lia) ltac:(lra) eq_refl) as normal.
    rewrite (mean_same E means _ _ _ mean (mean_of_normal E _ sigma normal)).
    rewrite (mean_same E means _ _ _ square (mean_of_square E _ sigma normal)); ring.
  - destruct (Req_EM_T (INR k) 2) as [two|other]; [|destruct cases; contradiction].
    change 2 with (INR 2) in two; apply INR_eq in two; subst k.
    rewrite (variance_of_larger E 2 g (apart sigma) 0 1 sigma 0 v means law)
      by (try exact of; try lia; try lra; unfold apart; simpl; ring).
    field; apply PI_neq0.
Qed.

(* path-level: points, one or more, of a path of deviation sigma. *)
Theorem path_level {Omega} E level sigma k (g : nat -> Omega -> R) cov p : path_level_requires level sigma ->
  expectation E -> gaussian E k g cov -> (0 < k)%nat -> (forall i, (i < k)%nat -> cov i i = sigma * sigma) ->
  probability E (fun w => at_least level (highest k g w)) p -> path_level_gives level sigma p.
Proof.
  intros positive means law some same of; unfold path_level_requires, path_level_gives in *.
  pose proof (chance_of_level E _ sigma (one_of E k g cov law 0 sigma some ltac:(lra) (same 0%nat some)) level ltac:(lra)) as one.
  apply Rle_ge, (mean_below E means _ _ _ _) with (2 := one) (3 := of).
  intros w; pose proof (best_above k (fun i => g i w) 0 some); unfold highest, at_least, indicator in *.
  destruct (Rle_dec level (g 0%nat w)), (Rle_dec level (best k (fun i => g i w))); lra.
Qed.

(* paths-level: each maximum is no less than the value at 0, and those values are independent. *)
Fixpoint all_of (n : nat) (S : nat -> bool) : bool := match n with O => true | Datatypes.S m => andb (all_of m S) (S m) end.
Definition independent {Omega} (E : (Omega -> R) -> R -> Prop) (n : nat) (X : nat -> Omega -> R) : Prop :=
  forall (S : nat -> R -> bool) p, (forall i, (i < n)%nat -> probability E (fun w => S i (X i w)) (p i)) ->
    probability E (fun w => all_of n (fun i => S i (X i w))) (product n p).

Theorem paths_level {Omega} E level paths sigma (g M : nat -> Omega -> R) q : paths_level_requires level paths sigma ->
  expectation E -> (forall i, (i < paths)%nat -> normal E (g i) sigma) -> independent E paths g ->
  (forall i w, (i < paths)%nat -> g i w <= M i w) ->
  probability E (fun w => negb (all_of paths (fun i => negb (at_least level (M i w))))) q ->
  paths_level_gives level paths sigma q.
Proof.
  intros (positive & _) means laws apart above of; unfold paths_level_gives.
  assert (one : forall i, (i < paths)%nat -> probability E (fun w => negb (at_least level (g i w))) (1 - Phi (- (level / sigma)))).
  { intros i small; pose proof (chance_of_level E _ sigma (laws i small) level ltac:(lra)) as high; unfold probability in *.
    pose proof (mean_minus E means _ _ _ _ (mean_constant E means 1) high) as low; revert low; apply mean_is; [|reflexivity].
    intros w; unfold indicator; destruct (at_least level (g i w)); simpl; lra. }
  pose proof (apart (fun _ x => negb (at_least level x)) (fun _ => 1 - Phi (- (level / sigma))) one) as none.
  assert (same : forall n, product n (fun _ => 1 - Phi (- (level / sigma))) = (1 - Phi (- (level / sigma))) ^ n)
    by (induction n as [|n IH]; simpl; [reflexivity|rewrite IH; ring]).
  unfold probability in *; rewrite same in none; replace ((- level) / sigma) with (- (level / sigma)) by (field; lra).
  pose proof (mean_minus E means _ _ _ _ (mean_constant E means 1) none) as some.
  apply Rle_ge, (mean_below E means _ _ _ _) with (2 := some) (3 := of); clear - above.
  intros w; assert (less : all_of paths (fun i => negb (at_least level (M i w))) = true ->
    all_of paths (fun i => negb (at_least level (g i w))) = true).
  { induction paths as [|n IH]; intros low; simpl in *; [reflexivity|].
    apply andb_prop in low; destruct low as [rest last]; rewrite IH by (try assumption; intros; apply above; lia).
    specialize (above n w ltac:(lia)); revert last; unfold at_least; simpl.
    destruct (Rle_dec level (M n w)), (Rle_dec level (g n w)); simpl; trivial; lra. }
  unfold indicator; destruct (all_of paths (fun i => negb (at_least level (M i w)))); simpl;
    [rewrite less by reflexivity; lra|destruct (all_of paths (fun i => negb (at_least level (g i w)))); lra].
Qed.

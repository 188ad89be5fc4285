(* Lemmas about the log ratio of Gaussian laws that differ in their means, which is a normal number. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From TheoryChecks Require Import Sums Vectors Normal NormalEvents LemmaWords LemmaFormulas GaussianFamilies.
Open Scope R_scope.

(* Pairs of laws of k numbers each: number a k + b is number b of pair a. Pairs are independent, and the covariance of
   each is sigma^2 K. *)
Definition blocks (k : nat) (sigma : R) (K : matrix) (i j : nat) : R :=
  if Nat.eqb (i / k) (j / k) then sigma * sigma * K (i mod k)%nat (j mod k)%nat else 0.
Definition form (k : nat) (N : matrix) (y : vector) : R := dot k y (image k N y).

(* The log of the density of the second laws over that of the first ones, at the means of the laws of this number, 0 or 1,
   plus the noise h: N is the inverse of K, and the means differ by g. *)
Definition log_ratio {Omega} (pairs k : nat) (sigma : R) (N : matrix) (g : nat -> vector) (h : nat -> Omega -> R) (law : R)
  (w : Omega) : R :=
  sum pairs (fun a => (form k N (fun b => h (a * k + b)%nat w + law * g a b)
    - form k N (fun b => h (a * k + b)%nat w + (law - 1) * g a b)) / (2 * (sigma * sigma))).

Lemma sum_app n m f : sum (n + m) f = sum n f + sum m (fun i => f (n + i)%nat).
Proof.
  induction m as [|m IH]; [rewrite Nat.add_0_r; simpl; ring|]; rewrite Nat.add_succ_r; simpl; rewrite IH; ring.
Qed.

Lemma sum_of_pairs J k f : sum (J * k) f = sum J (fun a => sum k (fun b => f (a * k + b)%nat)).
Proof.
  induction J as [|J IH]; [reflexivity|]; replace (S J * k)%nat with (J * k + k)%nat by ring.
  rewrite sum_app, IH; reflexivity.
Qed.

Lemma pair_number k a b : (b < k)%nat -> ((a * k + b) / k = a /\ (a * k + b) mod k = b)%nat.
Proof.
  intros small; split; [rewrite Nat.div_add_l, Nat.div_small by lia; lia|].
  rewrite Nat.add_comm, Nat.mod_add by lia; apply Nat.mod_small, small.
Qed.

Lemma form_line k N y g s : symmetric k N ->
  form k N (fun b => y b + s * g b) = form k N y + 2 * s * dot k y (image k N g) + s ^ 2 * form k N g.
Proof.
  intros both; unfold form.
  assert (line : same k (image k N (fun b => y b + s * g b)) (fun i => image k N y i + s * image k N g i))
    by (intros i _; apply image_line).
  rewrite (dot_ext k _ _ _ _ (fun i _ => eq_refl) line), dot_line, !(dot_comm k (fun b => y b + s * g b)), !dot_line.
  rewrite (dot_comm k _ y), (dot_comm k _ g), (dot_comm k (image k N g) y), (dot_comm k (image k N g) g).
  rewrite (dot_symmetric k N g y both); ring.
Qed.

Section Ratio.
Context {Omega : Type} (E : (Omega -> R) -> R -> Prop) (means : expectation E).
Variables (J k : nat) (sigma square : R) (K N : matrix) (g : nat -> vector) (h : nat -> Omega -> R).
Hypotheses (positive : 0 < sigma) (inverted : inverse k K N) (both : symmetric k N)
  (noise : gaussian E (J * k) h (blocks k sigma K)) (norms : forall a, (a < J)%nat -> form k N (g a) = square).

Definition total : R := sum J (fun _ => square) / (sigma * sigma).
Definition weight (i : nat) : R := image k N (g (i / k)%nat) (i mod k)%nat / (sigma * sigma).

Lemma weight_of a b : (b < k)%nat -> weight (a * k + b) = image k N (g a) b / (sigma * sigma).
Proof. intros small; unfold weight; destruct (pair_number k a b small) as [-> ->]; reflexivity. Qed.

Lemma spread_of_weights : spread (J * k) (blocks k sigma K) weight = total.
Proof.
  unfold spread, total; rewrite sum_of_pairs.
  replace (sum J (fun _ => square) / (sigma * sigma)) with (sum J (fun _ => / (sigma * sigma) * square))
    by (rewrite sum_scale; field; lra).
  apply sum_ext; intros a small.
  cbv beta; rewrite <- (norms a small); unfold form, dot; rewrite <- sum_scale; apply sum_ext; intros b inside.
  rewrite sum_of_pairs, (sum_ext J _ (fun a' => (image k N (g a) b * / (sigma * sigma) * g a b) * unit a a')).
  - rewrite (sum_unit J a (fun _ => image k N (g a) b * / (sigma * sigma) * g a b)) by exact small; ring.
  - intros a' _; unfold unit; destruct (Nat.eqb_spec a' a) as [->|other].
    + transitivity (image k N (g a) b * / (sigma * sigma) * image k K (image k N (g a)) b).
      * unfold image at 2; rewrite <- sum_scale; apply sum_ext; intros b' inside'; unfold blocks.
        rewrite !weight_of by assumption; destruct (pair_number k a b inside) as [-> ->], (pair_number k a b' inside') as [-> ->].
        rewrite Nat.eqb_refl; field; lra.
      * destruct (inverted (g a)) as [back _]; rewrite (back b inside); ring.
    + rewrite (sum_ext k _ (fun _ => 0)); [rewrite sum_const; ring|]; intros b' inside'; unfold blocks.
      destruct (pair_number k a b inside) as [-> _], (pair_number k a' b' inside') as [-> _].
      destruct (Nat.eqb_spec a a'); [congruence|ring].
Qed.

Lemma ratio_by_weights law w :
  log_ratio J k sigma N g h law w = sum (J * k) (fun i => weight i * h i w) + (2 * law - 1) * total / 2.
Proof.
  rewrite sum_of_pairs; unfold log_ratio, total.
  replace ((2 * law - 1) * (sum J (fun _ => square) / (sigma * sigma)) / 2)
    with (sum J (fun _ => (2 * law - 1) / (2 * (sigma * sigma)) * square)) by (rewrite sum_scale; field; lra).
  rewrite <- sum_add; apply sum_ext; intros a small; rewrite !form_line by exact both; rewrite (norms a small).
  rewrite (sum_ext k _ (fun b => / (sigma * sigma) * (h (a * k + b)%nat w * image k N (g a) b))).
  - rewrite sum_scale; unfold dot; field; lra.
  - intros b inside; rewrite weight_of by exact inside; unfold Rdiv; ring.
Qed.

Lemma ratio_is_normal law d : 0 <= d -> d * d = total ->
  normal E (fun w => log_ratio J k sigma N g h law w - (2 * law - 1) * total / 2) d.
Proof.
  intros nonneg equal; apply (combination E (J * k) h (blocks k sigma K) weight); [exact noise| |exact nonneg|].
  - intros w; rewrite ratio_by_weights; ring.
  - rewrite spread_of_weights; exact equal.
Qed.
End Ratio.

Lemma root_of_total J sigma square : 0 < sigma -> 0 < square ->
  0 <= sqrt (sum J (fun _ => square)) / sigma /\
  sqrt (sum J (fun _ => square)) / sigma * (sqrt (sum J (fun _ => square)) / sigma) = total J sigma square.
Proof.
  intros positive some; assert (0 <= sum J (fun _ => square)) by (apply sum_nonneg; intros; lra); split.
  - apply Rmult_le_pos; [apply sqrt_pos|left; apply Rinv_0_lt_compat; exact positive].
  - unfold total; rewrite <- (sqrt_sqrt (sum J (fun _ => square))) at 3 by assumption; field; lra.
Qed.

(* composed-mu: the log ratio of N(mu, 1) to N(0, 1) at z is mu z - mu^2/2, so that it is - mu^2/2 and a normal number of
   deviation mu under N(0, 1), and mu^2/2 and such a number under N(mu, 1). *)
Theorem composed_mu {Omega} E updates sigma norm_squared k K N g (h : nat -> Omega -> R) :
  composed_mu_requires updates sigma norm_squared -> inverse k K N -> symmetric k N ->
  gaussian E (updates * k) h (blocks k sigma K) -> (forall a, (a < updates)%nat -> form k N (g a) = norm_squared) ->
  let mu := composed_mu_value updates sigma norm_squared in
  normal E (fun w => log_ratio updates k sigma N g h 0 w - - mu ^ 2 / 2) mu /\
  normal E (fun w => log_ratio updates k sigma N g h 1 w - mu ^ 2 / 2) mu.
Proof.
  intros (_ & some & positive) inverted both noise norms mu; unfold composed_mu_value in mu.
  destruct (root_of_total updates sigma norm_squared positive some) as [nonneg equal]; fold mu in nonneg, equal.
  pose proof (ratio_is_normal E updates k sigma norm_squared K N g h positive inverted both noise norms) as law.
  replace (- mu ^ 2 / 2) with ((2 * 0 - 1) * total updates sigma norm_squared / 2) by (rewrite <- equal; field).
  replace (mu ^ 2 / 2) with ((2 * 1 - 1) * total updates sigma norm_squared / 2) by (rewrite <- equal; field).
  split; apply law; assumption.
Qed.

(* log-ratio-log-moment *)
Theorem log_ratio_log_moment {Omega} E law power epsilon updates sigma norm_squared k K N g (h : nat -> Omega -> R) :
  log_ratio_log_moment_requires law power epsilon updates sigma norm_squared -> inverse k K N -> symmetric k N ->
  gaussian E (updates * k) h (blocks k sigma K) -> (forall a, (a < updates)%nat -> form k N (g a) = norm_squared) ->
  exists moment, E (fun w => exp (power * (log_ratio updates k sigma N g h law w - epsilon))) moment /\
    ln moment = log_ratio_log_moment_value law power epsilon updates sigma norm_squared.
Proof.
  intros (_ & some & positive & one) inverted both noise norms; unfold log_ratio_log_moment_value; cbv zeta.
  destruct (root_of_total updates sigma norm_squared positive some) as [nonneg equal].
  set (d := sqrt _ / sigma) in *; fold (total updates sigma norm_squared); set (D := total updates sigma norm_squared) in *.
  pose proof (ratio_is_normal E updates k sigma norm_squared K N g h positive inverted both noise norms law d nonneg equal) as normal.
  pose proof (mean_of_exponential E _ d normal (power * ((2 * law - 1) * D / 2 - epsilon)) power) as moment; fold D in moment.
  exists (exp (power * ((2 * law - 1) * D / 2 - epsilon) + (power * d) ^ 2 / 2)); split.
  - revert moment; apply mean_is; [intros w; f_equal; ring|reflexivity].
  - rewrite ln_exp; replace ((power * d) ^ 2) with (power * power * D) by (rewrite <- equal; ring); field.
Qed.

(* half-space-moment: the half-space lies at this threshold of the log ratio, in deviations from its mean under the first laws. *)
Theorem half_space_moment {Omega} E power updates sigma norm_squared threshold k K N g (h : nat -> Omega -> R) :
  half_space_moment_requires power updates sigma norm_squared threshold -> expectation E -> inverse k K N -> symmetric k N ->
  gaussian E (updates * k) h (blocks k sigma K) -> (forall a, (a < updates)%nat -> form k N (g a) = norm_squared) ->
  let mu := composed_mu_value updates sigma norm_squared in
  let S law w := at_least threshold ((log_ratio updates k sigma N g h law w + mu ^ 2 / 2) / mu) in
  exists p, probability E (S 0) (Phi (- threshold)) /\ probability E (S 1) p /\
    E (fun _ => Rpower (p / Phi (- threshold)) power) (half_space_moment_value power updates sigma norm_squared threshold).
Proof.
  intros (many & some & positive) means inverted both noise norms mu; unfold half_space_moment_value; cbv zeta.
  fold (composed_mu_value updates sigma norm_squared); fold mu.
  assert (0 < mu).
  { apply Rdiv_lt_0_compat; [apply sqrt_lt_R0|exact positive]; rewrite sum_const; apply Rmult_lt_0_compat; lra. }
  assert (requires : composed_mu_requires updates sigma norm_squared) by (repeat split; assumption).
  destruct (composed_mu E updates sigma norm_squared k K N g h requires inverted both noise norms) as [zeroth first].
  fold mu in zeroth, first; exists (Phi (mu - threshold)); split; [|split].
  - pose proof (chance_of_level E _ mu zeroth (threshold * mu) ltac:(assumption)) as known; unfold probability in *.
    revert known; apply mean_is; [|f_equal; field; lra].
    intros w; f_equal; unfold at_least; set (X := log_ratio updates k sigma N g h 0 w).
    assert (same : (X + mu ^ 2 / 2) / mu * mu = X - - mu ^ 2 / 2) by (field; lra).
    destruct (Rle_dec (threshold * mu) (X - - mu ^ 2 / 2)), (Rle_dec threshold ((X + mu ^ 2 / 2) / mu)); trivial; exfalso; nra.
  - pose proof (chance_of_level E _ mu first ((threshold - mu) * mu) ltac:(assumption)) as known; unfold probability in *.
    revert known; apply mean_is; [|f_equal; field; lra].
    intros w; f_equal; unfold at_least; set (X := log_ratio updates k sigma N g h 1 w).
    assert (same : (X + mu ^ 2 / 2) / mu * mu = X - mu ^ 2 / 2 + mu * mu) by (field; lra).
    destruct (Rle_dec ((threshold - mu) * mu) (X - mu ^ 2 / 2)), (Rle_dec threshold ((X + mu ^ 2 / 2) / mu)); trivial; exfalso; nra.
  - unfold Rpower; apply mean_constant, means.
Qed.

(* gaussian-renyi-divergence: the laws have these means, each number the same variance, and the log of their density ratio
   is a difference of squares; the noise is h. For order 1 it is the mean of that log under the first law. *)
Definition ratio_of_squares {Omega} (k : nat) (variance : R) (d : vector) (h : nat -> Omega -> R) (law : R) (w : Omega) : R :=
  sum k (fun i => ((h i w + law * d i) ^ 2 - (h i w + (law - 1) * d i) ^ 2) / (2 * variance)).

Lemma squares_are_normal {Omega} E k s (d : vector) (h : nat -> Omega -> R) law : 0 < s -> gaussian E k h (apart s) ->
  normal E (fun w => ratio_of_squares k (s * s) d h law w - (2 * law - 1) * (dot k d d / (s * s)) / 2) (sqrt (dot k d d) / s).
Proof.
  intros positive noise; apply (combination E k h (apart s) (fun i => d i / (s * s))); [exact noise| | |].
  - intros w; unfold ratio_of_squares, dot.
    replace ((2 * law - 1) * (sum k (fun i => d i * d i) / (s * s)) / 2)
      with (sum k (fun i => (2 * law - 1) / (2 * (s * s)) * (d i * d i))) by (rewrite sum_scale; field; lra).
    rewrite <- sum_sub; apply sum_ext; intros i _; field; lra.
  - apply Rmult_le_pos; [apply sqrt_pos|left; apply Rinv_0_lt_compat; exact positive].
  - pose proof (sqrt_sqrt _ (dot_nonneg k d)) as square.
    replace (sqrt (dot k d d) / s * (sqrt (dot k d d) / s)) with (sqrt (dot k d d) * sqrt (dot k d d) / (s * s)) by (field; lra).
    rewrite square; unfold spread, dot.
    replace (sum k (fun i => d i * d i) / (s * s)) with (sum k (fun i => / (s * s) * (d i * d i)))
      by (rewrite sum_scale; field; lra).
    apply sum_ext; intros i inside.
    rewrite (sum_ext k _ (fun j => (d i * / (s * s) * d j) * unit i j)).
    + rewrite (sum_unit k i (fun j => d i * / (s * s) * d j)) by exact inside; ring.
    + intros j _; unfold apart, unit; rewrite Nat.eqb_sym; destruct (Nat.eqb j i); field; lra.
Qed.

Theorem gaussian_renyi_divergence {Omega} E order square variance k d (h : nat -> Omega -> R) :
  gaussian_renyi_divergence_requires order square variance -> expectation E -> gaussian E k h (apart (sqrt variance)) ->
  dot k d d = square ->
  (order = 1 -> E (ratio_of_squares k variance d h 1) (gaussian_renyi_divergence_value order square variance)) /\
  (order <> 1 -> exists moment, E (fun w => exp (order * ratio_of_squares k variance d h 0 w)) moment /\
    ln moment / (order - 1) = gaussian_renyi_divergence_value order square variance).
Proof.
  intros (positive & _) means noise <-; unfold gaussian_renyi_divergence_value; set (s := sqrt variance) in *.
  assert (some : 0 < s) by (apply sqrt_lt_R0; lra); assert (square : s * s = variance) by (apply sqrt_sqrt; lra).
  pose proof (fun law => squares_are_normal E k s d h law some noise) as normal; rewrite square in normal; split.
  - intros ->; pose proof (mean_plus E means _ _ _ _ (mean_of_normal E _ _ (normal 1))
      (mean_constant E means ((2 * 1 - 1) * (dot k d d / variance) / 2))) as mean.
    revert mean; apply mean_is; [intros; ring|field; lra].
  - intros other; pose proof (mean_of_exponential E _ _ (normal 0) (order * ((2 * 0 - 1) * (dot k d d / variance) / 2)) order) as moment.
    eexists; split; [refine (mean_is E _ _ _ _ _ eq_refl moment); intros w; f_equal; ring|].
    rewrite ln_exp; replace ((order * (sqrt (dot k d d) / s)) ^ 2) with (order * order * (sqrt (dot k d d) * sqrt (dot k d d)) / (s * s))
      by (field; lra).
    rewrite square, sqrt_sqrt by apply dot_nonneg; field; lra.
Qed.

(* midpoint-log-moment: a midpoint less its prediction is not correlated with its neighbours, and this is its variance. *)
Definition neighbours (sigma q : R) (i j : nat) : R :=
  sigma * sigma * (match i, j with 0%nat, 2%nat | 2%nat, 0%nat => q * q | 1%nat, 1%nat | 0%nat, 0%nat | 2%nat, 2%nat => 1 | _, _ => q end).
Definition less_prediction (q : R) (i : nat) : R := match i with 1%nat => 1 | _ => - (q / (1 + q * q)) end.

Theorem midpoint_log_moment {Omega} E power sigma decay squares n shift (residual : nat -> Omega -> R) :
  midpoint_log_moment_requires power sigma decay squares ->
  let variance := spread 3 (neighbours sigma decay) (less_prediction decay) in
  gaussian E n residual (apart (sqrt variance)) -> dot n shift shift = squares ->
  (forall j, j = 0%nat \/ j = 2%nat -> sum 3 (fun i => less_prediction decay i * neighbours sigma decay i j) = 0) /\
  exists moment, E (fun w => exp (power * ratio_of_squares n variance shift residual 0 w)) moment /\
    ln moment = midpoint_log_moment_value power sigma decay squares.
Proof.
  intros (positive & low & high & _) variance noise equal; unfold midpoint_log_moment_value.
  assert (is : variance = sigma * sigma * ((1 - decay * decay) / (1 + decay * decay)))
    by (unfold variance, spread, neighbours, less_prediction; simpl; field; nra).
  assert (some : 0 < variance).
  { rewrite is; apply Rmult_lt_0_compat; [nra|apply Rdiv_lt_0_compat; nra]. }
  split; [intros j [->| ->]; unfold neighbours, less_prediction; simpl; field; nra|].
  set (s := sqrt variance) in *; assert (0 < s) by (apply sqrt_lt_R0, some).
  assert (square : s * s = variance) by (apply sqrt_sqrt; lra).
  pose proof (squares_are_normal E n s shift residual 0 ltac:(assumption) noise) as normal; rewrite square, equal in normal.
  pose proof (mean_of_exponential E _ _ normal (power * ((2 * 0 - 1) * (squares / variance) / 2)) power) as moment.
  eexists; split; [refine (mean_is E _ _ _ _ _ eq_refl moment); intros w; f_equal; ring|].
  rewrite ln_exp; replace ((power * (sqrt squares / s)) ^ 2) with (power * power * (sqrt squares * sqrt squares) / (s * s)) by (field; lra).
  rewrite square, sqrt_sqrt by (rewrite <- equal; apply dot_nonneg); rewrite is; field; split; [nra|split; nra].
Qed.

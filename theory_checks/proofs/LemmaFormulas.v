(* Values and hypotheses of lemmas, made from the table of the checker. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Maximum Normal Mdp LemmaWords.
Open Scope R_scope.

(* identity-value-error *)
Definition identity_value_error_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (mean_abs_max : nat -> R) : Prop :=
  mdp n m gamma P /\
  sigma > 0 /\
  (forall a, (a < m)%nat -> forall s, (s < n)%nat -> (P a s s) = 1) /\
  (forall a, (a < m)%nat -> forall s, (s < n)%nat -> (r a s) = (r 0%nat s)).
Definition identity_value_error_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (mean_abs_max : nat -> R) : R :=
  (sigma * (mean_abs_max m)) / (1 - gamma).

(* identity-value-bias *)
Definition identity_value_bias_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (mean_max : nat -> R) : Prop :=
  mdp n m gamma P /\
  sigma > 0 /\
  (forall a, (a < m)%nat -> forall s, (s < n)%nat -> (P a s s) = 1) /\
  (forall a, (a < m)%nat -> forall s, (s < n)%nat -> (r a s) = (r 0%nat s)).
Definition identity_value_bias_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (mean_max : nat -> R) : R :=
  (sigma * (mean_max m)) / (1 - gamma).

(* value-error-lower-bound *)
Definition value_error_lower_bound_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) : Prop :=
  mdp n m gamma P /\
  sigma > 0.
Definition value_error_lower_bound_gives (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (x : R) : Prop :=
  x >= (sigma * (sqrt (2 / (PI * (INR m))))).

(* walk-and-stay-value-error *)
Definition walk_and_stay_value_error_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (mean_max : nat -> R) (mean_max_of : nat -> (nat -> R) -> nat -> R) : Prop :=
  let stays_ := sum m (fun i => product n (fun j => (if Req_EM_T (P i j j) 1 then 1 else 0))) in
  let steps_ := sum m (fun i => product n (fun j => (if Req_EM_T (P i j (place (((INR j) + 1) - ((INR n) * (floor (((INR j) + 1) / (INR n))))))) 1 then 1 else 0))) in
  mdp n m gamma P /\
  sigma > 0 /\
  (INR n) > 1 /\
  stays_ > 0 /\
  steps_ > 0 /\
  (stays_ + steps_) = (INR m) /\
  (forall a, (a < m)%nat -> forall s, (s < n)%nat -> (r a s) = 0).
Definition walk_and_stay_value_error_gives (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (mean_max : nat -> R) (mean_max_of : nat -> (nat -> R) -> nat -> R) (x : R) : Prop :=
  let stays_ := sum m (fun i => product n (fun j => (if Req_EM_T (P i j j) 1 then 1 else 0))) in
  x >= (if Rgt_dec gamma 0 then (sigma * (mean_max_of n (fun i => gamma ^ i) (place stays_))) / (1 - gamma) else (sigma * (mean_max (place stays_))) / (1 - gamma)).

(* walk-and-stay-value-bias *)
Definition walk_and_stay_value_bias_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (mean_max : nat -> R) (mean_max_of : nat -> (nat -> R) -> nat -> R) : Prop :=
  let stays_ := sum m (fun i => product n (fun j => (if Req_EM_T (P i j j) 1 then 1 else 0))) in
  let steps_ := sum m (fun i => product n (fun j => (if Req_EM_T (P i j (place (((INR j) + 1) - ((INR n) * (floor (((INR j) + 1) / (INR n))))))) 1 then 1 else 0))) in
  mdp n m gamma P /\
  sigma > 0 /\
  (INR n) > 1 /\
  stays_ > 0 /\
  steps_ > 0 /\
  (stays_ + steps_) = (INR m) /\
  (forall a, (a < m)%nat -> forall s, (s < n)%nat -> (r a s) = 0).
Definition walk_and_stay_value_bias_gives (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (mean_max : nat -> R) (mean_max_of : nat -> (nat -> R) -> nat -> R) (x : R) : Prop :=
  let stays_ := sum m (fun i => product n (fun j => (if Req_EM_T (P i j j) 1 then 1 else 0))) in
  x >= (if Rgt_dec gamma 0 then (sigma * (mean_max_of n (fun i => gamma ^ i) (place stays_))) / (1 - gamma) else (sigma * (mean_max (place stays_))) / (1 - gamma)).

(* slow-cycle-value-error *)
Definition slow_cycle_value_error_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (mean_abs_max : nat -> R) (mean_abs_max_each : nat -> (nat -> R) -> R) (mean_max : nat -> R) : Prop :=
  let stays_ := sum m (fun i => product n (fun j => (if Req_EM_T (P i j j) 1 then 1 else 0))) in
  mdp n m gamma P /\
  sigma > 0 /\
  (INR n) > 1 /\
  stays_ = ((INR m) - 1) /\
  stays_ > 0 /\
  (forall s, (s < n)%nat -> ((sum m (fun i => P i s s)) - ((INR m) - 1)) < 1) /\
  (forall s, (s < n)%nat -> (sum m (fun i => (P i s s) + (P i s (place (((INR s) + 1) - ((INR n) * (floor (((INR s) + 1) / (INR n))))))))) = (INR m)) /\
  (forall a, (a < m)%nat -> forall s, (s < n)%nat -> (r a s) = 0).
Definition slow_cycle_value_error_gives (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (mean_abs_max : nat -> R) (mean_abs_max_each : nat -> (nat -> R) -> R) (mean_max : nat -> R) (x : R) : Prop :=
  let lost_ := 1 - (product n (fun i => (gamma * (1 - ((sum m (fun j => P j i i)) - ((INR m) - 1)))) / (1 - (gamma * ((sum m (fun j => P j i i)) - ((INR m) - 1)))))) in
  let whole_ := sum n (fun i => 1 / (1 - ((sum m (fun j => P j i i)) - ((INR m) - 1)))) in
  let spread_ := (sqrt (sum n (fun i => (1 / (1 - ((sum m (fun j => P j i i)) - ((INR m) - 1)))) * (1 / (1 - ((sum m (fun j => P j i i)) - ((INR m) - 1))))))) / whole_ in
  let kappa_ := (Rmax (2 * lost_) (best n (fun i => sum n (fun j => Rabs ((((1 - ((gamma * (1 - ((sum m (fun k => P k (place (((INR i) + (INR j)) - ((INR n) * (floor (((INR i) + (INR j)) / (INR n)))))) (place (((INR i) + (INR j)) - ((INR n) * (floor (((INR i) + (INR j)) / (INR n)))))))) - ((INR m) - 1)))) / (1 - (gamma * ((sum m (fun k => P k (place (((INR i) + (INR j)) - ((INR n) * (floor (((INR i) + (INR j)) / (INR n)))))) (place (((INR i) + (INR j)) - ((INR n) * (floor (((INR i) + (INR j)) / (INR n)))))))) - ((INR m) - 1)))))) * (product j (fun k => (gamma * (1 - ((sum m (fun l => P l (place (((INR i) + (INR k)) - ((INR n) * (floor (((INR i) + (INR k)) / (INR n)))))) (place (((INR i) + (INR k)) - ((INR n) * (floor (((INR i) + (INR k)) / (INR n)))))))) - ((INR m) - 1)))) / (1 - (gamma * ((sum m (fun l => P l (place (((INR i) + (INR k)) - ((INR n) * (floor (((INR i) + (INR k)) / (INR n)))))) (place (((INR i) + (INR k)) - ((INR n) * (floor (((INR i) + (INR k)) / (INR n)))))))) - ((INR m) - 1))))))) / lost_) - ((1 / (1 - ((sum m (fun k => P k (place (((INR i) + (INR j)) - ((INR n) * (floor (((INR i) + (INR j)) / (INR n)))))) (place (((INR i) + (INR j)) - ((INR n) * (floor (((INR i) + (INR j)) / (INR n)))))))) - ((INR m) - 1)))) / whole_)))))) in
  let largest_ := (mean_abs_max (n * m)%nat) + (mean_max (n * m)%nat) in
  x >= ((sigma * ((mean_abs_max_each ((n * (m - 1)) + 1)%nat (fun i => if Nat.ltb i ((n * (m - 1)))%nat then 1 else spread_)) - (kappa_ * largest_))) / (1 - gamma)).

(* bandit-policy-loss *)
Definition bandit_policy_loss_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) : Prop :=
  let gap_ := (best m (fun i => r i 0%nat)) - (- best m (fun i => - (r i 0%nat))) in
  mdp n m gamma P /\
  sigma > 0 /\
  (INR m) > 1 /\
  (forall a, (a < m)%nat -> forall s, (s < n)%nat -> (P a s s) = 1) /\
  (forall s, (s < n)%nat -> ((best m (fun i => r i s)) - (- best m (fun i => - (r i s)))) = gap_) /\
  (forall s, (s < n)%nat -> ((sum m (fun i => r i s)) - ((INR m) * (- best m (fun i => - (r i s))))) = gap_).
Definition bandit_policy_loss_gives (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (x : R) : Prop :=
  let gap_ := (best m (fun i => r i 0%nat)) - (- best m (fun i => - (r i 0%nat))) in
  x >= ((gap_ * (((2 * (Phi (257 / 64))) - 1) - (sum ((128 + 1)%nat + 128) (fun i => (((exp (- ((((INR i - 128) / 32) ^ 2) / 2))) / (sqrt (2 * PI))) * (power (Phi (((INR i - 128) / 32) + (gap_ / sigma))) ((INR m) - 1)) * (exp (((((((INR m) - 1) * ((exp (- (((((INR i - 128) / 32) + (gap_ / sigma)) ^ 2) / 2))) / (sqrt (2 * PI)))) / (Phi (((INR i - 128) / 32) + (gap_ / sigma)))) - ((INR i - 128) / 32)) ^ 2) / 24576))) / 32)))) / (1 - gamma)).

(* paying-cycle-policy-loss *)
Definition paying_cycle_policy_loss_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) : Prop :=
  let stays_ := sum m (fun i => product n (fun j => (if Req_EM_T (P i j j) 1 then 1 else 0))) in
  let steps_ := sum m (fun i => product n (fun j => (if Req_EM_T (P i j (place (((INR j) + 1) - ((INR n) * (floor (((INR j) + 1) / (INR n))))))) 1 then 1 else 0))) in
  let pay_ := best m (fun i => best n (fun j => r i j)) in
  mdp n m gamma P /\
  sigma > 0 /\
  (INR n) > 1 /\
  stays_ = ((INR m) - 1) /\
  stays_ > 0 /\
  steps_ = 1 /\
  (forall a, (a < m)%nat -> forall s, (s < n)%nat -> (r a s) = (pay_ * (if Rlt_dec (P a 0%nat 0%nat) 1 then 1 else 0))).
Definition paying_cycle_policy_loss_gives (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (x : R) : Prop :=
  let pay_ := best m (fun i => best n (fun j => r i j)) in
  let delay_ := (1 - (gamma ^ n)) / ((INR n) * ((1 - gamma) ^ 2)) in
  x >= (pay_ * delay_ * (sum ((128 + 1)%nat + 127) (fun i => ((Phi ((INR i - 127) / 32)) - (Phi (((INR i - 127) - 1) / 32))) * (1 - (power (Phi ((pay_ / sigma) + ((INR i - 127) / (32 * (sqrt (INR n)))))) ((INR n) * ((INR m) - 1))))))).

(* gaussian-delta *)
Definition gaussian_delta_requires (epsilon : R) (mu : R) : Prop :=
  mu > 0.
Definition gaussian_delta_value (epsilon : R) (mu : R) : R :=
  let a_ := (mu / 2) - (epsilon / mu) in
  let b_ := (mu / 2) + (epsilon / mu) in
  (Phi a_) - ((exp epsilon) * (Phi (- b_))).

(* conditional-variance *)
Definition conditional_variance_requires (point : R) (left : R) (right : R) (beta : R) : Prop :=
  beta > 0 /\
  left < right /\
  left <= point /\
  point <= right.
Definition conditional_variance_value (point : R) (left : R) (right : R) (beta : R) : R :=
  let before_ := beta * (left - point) in
  let behind_ := beta * (point - right) in
  let across_ := beta * (left - right) in
  ((1 - (exp (2 * before_))) * (1 - (exp (2 * behind_)))) / (1 - (exp (2 * across_))).

(* conditional-weight *)
Definition conditional_weight_requires (point : R) (one : R) (other : R) (beta : R) : Prop :=
  beta > 0 /\
  ((point - one) * (other - point)) > 0.
Definition conditional_weight_value (point : R) (one : R) (other : R) (beta : R) : R :=
  let near_ := - (beta * (Rabs (point - one))) in
  let far_ := - (beta * (Rabs (other - point))) in
  ((exp near_) * (1 - (exp (2 * far_)))) / (1 - (exp (2 * (near_ + far_)))).

(* path-level *)
Definition path_level_requires (level : R) (sigma : R) : Prop :=
  sigma > 0.
Definition path_level_gives (level : R) (sigma : R) (x : R) : Prop :=
  x >= (Phi (- (level / sigma))).

(* subsampled-log-moment *)
Definition subsampled_log_moment_requires (order : R) (steps : nat) (batch : nat) (m : nat) (sigma : R) (distance : R) : Prop :=
  sigma > 0 /\
  INR batch > 0 /\
  (INR steps) >= 1 /\
  (choices m batch) >= 1 /\
  (distance ^ 2) <= 4 /\
  distance >= 0 /\
  order >= 0.
Definition subsampled_log_moment_value (order : R) (steps : nat) (batch : nat) (m : nat) (sigma : R) (distance : R) : R :=
  let a_ := order + 1 in
  let q_ := (INR batch) / (INR m) in
  let y_ := (distance / sigma) ^ 2 in
  (INR steps) * (ln (sum (place (a_ + 1)) (fun i => (choices (place a_) i) * (q_ ^ i) * (power (1 - q_) (a_ - (INR i))) * (exp (((INR i) * ((INR i) - 1) * y_) / 2))))).

(* gaussian-renyi-divergence *)
Definition gaussian_renyi_divergence_requires (order : R) (square : R) (variance : R) : Prop :=
  variance > 0 /\
  order >= 1 /\
  square >= 0.
Definition gaussian_renyi_divergence_value (order : R) (square : R) (variance : R) : R :=
  (order * square) / (2 * variance).

(* least-of-parabola *)
Definition least_of_parabola_requires (square : R) (linear : R) : Prop :=
  square > 0 /\
  linear > 0.
Definition least_of_parabola_value (square : R) (linear : R) : R :=
  - ((linear ^ 2) / (4 * square)).

(* summed-releases-delta *)
Definition summed_releases_delta_requires (epsilon : R) (steps : nat) (m : nat) (sigma : R) : Prop :=
  let mu_ := (2 * (sqrt (INR steps))) / ((INR m) * sigma) in
  let x_ := (mu_ / 2) - (epsilon / mu_) in
  let density_ := (exp (- ((x_ * x_) / 2))) / (sqrt (2 * PI)) in
  let reach_ := ((INR m) - 1) * mu_ in
  sigma > 0 /\
  (INR m) >= 1 /\
  (INR steps) >= 1 /\
  epsilon >= 0 /\
  (((INR m) - 1) * x_) <= 0 /\
  (((INR m) - 1) * ((Phi x_) + (density_ * reach_))) <= (((INR m) - 1) * (Phi (x_ + reach_))).
Definition summed_releases_delta_gives (epsilon : R) (steps : nat) (m : nat) (sigma : R) (x : R) : Prop :=
  let mu_ := (2 * (sqrt (INR steps))) / ((INR m) * sigma) in
  let x_ := (mu_ / 2) - (epsilon / mu_) in
  let density_ := (exp (- ((x_ * x_) / 2))) / (sqrt (2 * PI)) in
  let beyond_ := mu_ - x_ in
  x >= ((Phi x_) - ((4 * density_) / ((3 * beyond_) + (sqrt ((beyond_ ^ 2) + 8))))).

(* mean-absolute-sum *)
Definition mean_absolute_sum_requires (count : nat) (sigma : R) : Prop :=
  sigma > 0 /\
  (INR count) >= 1.
Definition mean_absolute_sum_value (count : nat) (sigma : R) : R :=
  (INR count) * sigma * (sqrt (2 / PI)).

(* variance-of-draw *)
Definition variance_of_draw_requires (size_k : nat) (values : nat -> R) (sigma : R) (total : R) : Prop :=
  (0 < size_k)%nat /\
  sigma > 0 /\
  (sum size_k (fun i => values i)) = total.
Definition variance_of_draw_value (size_k : nat) (values : nat -> R) (sigma : R) (total : R) : R :=
  ((sigma ^ 2) + ((sum size_k (fun i => values i * values i)) / (INR size_k))) - ((total / (INR size_k)) ^ 2).

(* fixed-point-of-taken-actions *)
Definition fixed_point_of_taken_actions_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (state : nat) (policy : nat -> nat -> R) (value : nat -> R) : Prop :=
  mdp n m gamma P /\
  (forall a, (a < m)%nat -> forall s, (s < n)%nat -> ((policy a s) * (policy a s)) = (policy a s)) /\
  (forall s, (s < n)%nat -> (sum m (fun i => policy i s)) = 1) /\
  (forall s, (s < n)%nat -> (value s) = (sum m (fun i => (policy i s) * ((r i s) + (gamma * (sum n (fun j => P i s j * value j))))))).
Definition fixed_point_of_taken_actions_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (state : nat) (policy : nat -> nat -> R) (value : nat -> R) : R :=
  value state.

(* uniform-policy-value *)
Definition uniform_policy_value_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (state : nat) (value : nat -> R) : Prop :=
  mdp n m gamma P /\
  (forall s, (s < n)%nat -> (value s) = ((sum m (fun i => (r i s) + (gamma * (sum n (fun j => P i s j * value j))))) / (INR m))).
Definition uniform_policy_value_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (state : nat) (value : nat -> R) : R :=
  value state.

(* returned-value-error *)
Definition returned_value_error_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (mean_abs_max : nat -> R) : Prop :=
  mdp n m gamma P /\
  sigma > 0 /\
  (forall a, (a < m)%nat -> forall s, (s < n)%nat -> (P a s s) = 1) /\
  (forall a, (a < m)%nat -> forall s, (s < n)%nat -> (r a s) = (r 0%nat s)).
Definition returned_value_error_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (sigma : R) (mean_abs_max : nat -> R) : R :=
  sigma * (mean_abs_max m).

(* paths-level *)
Definition paths_level_requires (level : R) (paths : nat) (sigma : R) : Prop :=
  sigma > 0 /\
  INR paths > 0.
Definition paths_level_gives (level : R) (paths : nat) (sigma : R) (x : R) : Prop :=
  x >= (1 - ((1 - (Phi ((- level) / sigma))) ^ paths)).

(* independent-max-variance *)
Definition independent_max_variance_requires (count : R) (sigma : R) : Prop :=
  sigma > 0 /\
  (count = 1 \/ count = 2).
Definition independent_max_variance_value (count : R) (sigma : R) : R :=
  if Req_EM_T count 1 then sigma * sigma else if Req_EM_T count 2 then sigma * sigma * (1 - (1 / PI)) else 0.

(* grid-mean *)
Definition grid_mean_requires (level : R) (sigma : R) (beta : R) : Prop :=
  beta > 0 /\
  sigma > 0 /\
  (level = 0 \/ level = 1).
Definition grid_mean_value (level : R) (sigma : R) (beta : R) : R :=
  let ends_ := sigma * (sqrt ((1 - (exp (- beta))) / PI)) in
  if Req_EM_T level 0 then ends_ else if Req_EM_T level 1 then (ends_ / 2) + (sigma * (sqrt ((1 - (exp ((- beta) / 2))) / PI))) else 0.

(* finer-grid-mean *)
Definition finer_grid_mean_requires (level : nat) (sigma : R) (beta : R) : Prop :=
  beta > 0 /\
  sigma > 0 /\
  (INR level) >= 1 /\
  (floor (INR level)) = (INR level).
Definition finer_grid_mean_gives (level : nat) (sigma : R) (beta : R) (x : R) : Prop :=
  x >= (((sigma * (sqrt ((1 - (exp (- beta))) / PI))) / 2) + (sigma * (sqrt ((1 - (exp ((- beta) / 2))) / PI)))).

(* midpoint-mean *)
Definition midpoint_mean_requires (level : R) (sigma : R) (beta : R) : Prop :=
  beta > 0 /\
  sigma > 0 /\
  (level = 0 \/ level = 1).
Definition midpoint_mean_value (level : R) (sigma : R) (beta : R) : R :=
  if Req_EM_T level 0 then 0 * sigma else if Req_EM_T level 1 then sigma * (sqrt ((1 - (exp ((- beta) / 2))) / PI)) else 0.

(* level-variances *)
Definition level_variances_requires (level : R) (sigma : R) (beta : R) : Prop :=
  beta > 0 /\
  sigma > 0 /\
  (level = 0 \/ level = 1).
Definition level_variances_gives (level : R) (sigma : R) (beta : R) (x : R) : Prop :=
  x >= (if Req_EM_T level 0 then sigma * sigma * (2 - ((1 - (exp (- beta))) / PI)) else if Req_EM_T level 1 then sigma * sigma * (1 - ((1 - (exp ((- beta) / 2))) / PI)) else 0).

(* normal-exponential *)
Definition normal_exponential_requires (mean : R) (variance : R) : Prop :=
  variance > 0.
Definition normal_exponential_value (mean : R) (variance : R) : R :=
  exp (mean + (variance / 2)).

(* same-noise-bracketed *)
Definition same_noise_bracketed_requires (states : R) (step : R) (gamma : R) (sigma : R) : Prop :=
  sigma > 0 /\
  states = 1.
Definition same_noise_bracketed_value (states : R) (step : R) (gamma : R) (sigma : R) : R :=
  let rho_ := 1 - (step * (1 - gamma)) in
  let k_ := (step * gamma * (rho_ + (Rabs (1 - step)))) + (Rabs (step * (2 - step))) in
  let shared_ := 1 - (rho_ * rho_) in
  sigma * (sqrt (((k_ * k_) + (shared_ * shared_)) / PI)).

(* fresh-noise-bracketed *)
Definition fresh_noise_bracketed_requires (states : R) (step : R) (gamma : R) (sigma : R) : Prop :=
  sigma > 0 /\
  states = 1.
Definition fresh_noise_bracketed_gives (states : R) (step : R) (gamma : R) (sigma : R) (x : R) : Prop :=
  let rho_ := 1 - (step * (1 - gamma)) in
  x >= ((sigma / (sqrt PI)) * (Rabs ((step * gamma * (rho_ + (sqrt (1 + (step * step))))) + ((Rabs step) * (sqrt (1 + ((1 - step) * (1 - step)))))))).

(* same-noise-literal *)
Definition same_noise_literal_requires (step : R) (gamma : R) (sigma : R) : Prop :=
  sigma > 0 /\
  step <= 2.
Definition same_noise_literal_value (step : R) (gamma : R) (sigma : R) : R :=
  (sigma / (sqrt PI)) * (Rabs (step * ((1 - step) + (step * gamma)))).

(* fresh-noise-literal *)
Definition fresh_noise_literal_requires (step : R) (gamma : R) (sigma : R) : Prop :=
  sigma > 0 /\
  (step * (1 - gamma)) <= 1.
Definition fresh_noise_literal_value (step : R) (gamma : R) (sigma : R) : R :=
  (sigma / (sqrt PI)) * (Rabs step) * ((sqrt (1 + ((1 - step) * (1 - step)))) + (step * gamma)).

(* same-noise-two-states *)
Definition same_noise_two_states_requires (states : R) (step : R) (gamma : R) (sigma : R) : Prop :=
  sigma > 0 /\
  states = 2.
Definition same_noise_two_states_value (states : R) (step : R) (gamma : R) (sigma : R) : R :=
  let own_ := (step * step * gamma * gamma) - ((2 - step) * step) in
  let other_ := 2 * step * gamma * (1 - step) in
  sigma * (sqrt ((2 * ((own_ * own_) + (other_ * other_))) / PI)).

(* fresh-noise-two-states *)
Definition fresh_noise_two_states_requires (states : R) (step : R) (gamma : R) (sigma : R) : Prop :=
  sigma > 0 /\
  states = 2.
Definition fresh_noise_two_states_value (states : R) (step : R) (gamma : R) (sigma : R) : R :=
  let own_ := (step * step * gamma * gamma) - ((1 - step) * step) in
  let other_ := step * gamma * (1 - (2 * step)) in
  sigma * (sqrt ((2 * ((own_ * own_) + (other_ * other_) + (step * step * (1 + (gamma * gamma))))) / PI)).

(* bracketed-implied-bias *)
Definition bracketed_implied_bias_requires (gamma : R) (carried : R) (sigma : R) : Prop :=
  sigma > 0 /\
  (carried = 0 \/ carried = 1).
Definition bracketed_implied_bias_value (gamma : R) (carried : R) (sigma : R) : R :=
  if Req_EM_T carried 0 then ((- gamma) * sigma) / (sqrt PI) else if Req_EM_T carried 1 then 0 * sigma else 0.

(* literal-implied-bias *)
Definition literal_implied_bias_requires (gamma : R) (carried : R) (sigma : R) : Prop :=
  sigma > 0 /\
  (carried = 0 \/ carried = 1).
Definition literal_implied_bias_value (gamma : R) (carried : R) (sigma : R) : R :=
  if Req_EM_T carried 0 then (- sigma) / (sqrt PI) else if Req_EM_T carried 1 then ((- (1 - gamma)) * sigma) / (sqrt PI) else 0.

(* bellman-contraction *)
Definition bellman_contraction_requires (distance : R) (gamma : R) : Prop :=
  distance > 0 /\
  gamma >= 0.
Definition bellman_contraction_gives (distance : R) (gamma : R) (x : R) : Prop :=
  x >= ((1 - gamma) * distance).

(* step-energy *)
Definition step_energy_requires (level : nat) (gradient : R) : Prop :=
  gradient >= 0 /\
  (INR level) >= 0.
Definition step_energy_value (level : nat) (gradient : R) : R :=
  3 ^ level.

(* chain-slope *)
Definition chain_slope_requires (layers : nat) (product : R) : Prop :=
  product > 0 /\
  (INR layers) >= 1.
Definition chain_slope_value (layers : nat) (product : R) : R :=
  product.

(* chain-energy *)
Definition chain_energy_requires (layers : nat) (product : R) : Prop :=
  product > 0 /\
  (INR layers) >= 1.
Definition chain_energy_value (layers : nat) (product : R) : R :=
  product ^ 2.

(* ascending-list-steps *)
Definition ascending_list_steps_requires (queries : nat) : Prop :=
  True.
Definition ascending_list_steps_value (queries : nat) : R :=
  choices queries 2%nat.

(* last-list-steps *)
Definition last_list_steps_requires (queries : nat) : Prop :=
  True.
Definition last_list_steps_value (queries : nat) : R :=
  (INR queries) - 1.

(* answer-steps *)
Definition answer_steps_requires (queries : nat) : Prop :=
  True.
Definition answer_steps_gives (queries : nat) (x : R) : Prop :=
  x >= (INR queries).

(* triangular-draw-steps *)
Definition triangular_draw_steps_requires (queries : nat) : Prop :=
  (INR queries) >= 1.
Definition triangular_draw_steps_value (queries : nat) : R :=
  sum queries (fun i => (((INR (S i)) - 1) * ((INR (S i)) + 4)) / 2).

(* multiple-covariance *)
Definition multiple_covariance_requires (distance : R) : Prop :=
  True.
Definition multiple_covariance_value (distance : R) : R :=
  exp (- distance).

(* bounded-chord-norm *)
Definition bounded_chord_norm_requires (beta : R) (size_k : nat) (values : nat -> R) (points : nat -> R) (height : R) (slope : R) : Prop :=
  (0 < size_k)%nat /\
  beta > 0 /\
  (forall k, (k < (size_k - 1)%nat)%nat -> (points k) < (points (S k))) /\
  (points 0%nat) = 0 /\
  (points (size_k - 1)%nat) = 1 /\
  (sum size_k (fun i => (Rmax ((Rabs (values i)) - height) 0))) = 0 /\
  (sum (size_k - 1) (fun i => (Rmax ((Rabs ((values (S i)) - (values i))) - (slope * ((points (S i)) - (points i)))) 0))) = 0.
Definition bounded_chord_norm_value (beta : R) (size_k : nat) (values : nat -> R) (points : nat -> R) (height : R) (slope : R) : R :=
  let ends_ := ((values 0%nat) ^ 2) + ((values (size_k - 1)%nat) ^ 2) in
  let slopes_ := sum (size_k - 1)%nat (fun i => (((values (S i)) - (values i)) ^ 2) / ((points (S i)) - (points i))) in
  let squares_ := sum (size_k - 1)%nat (fun i => (((points (S i)) - (points i)) * (((values i) * (values i)) + ((values i) * (values (S i))) + ((values (S i)) * (values (S i))))) / 3) in
  (ends_ + (slopes_ / beta) + (beta * squares_)) / 2.

(* chord-product *)
Definition chord_product_requires (beta : R) (size_k : nat) (values : nat -> R) (others : nat -> R) (points : nat -> R) : Prop :=
  (0 < size_k)%nat /\
  beta > 0 /\
  (points 0%nat) = 0 /\
  (points (size_k - 1)%nat) = 1 /\
  (forall i, (i < (size_k - 1))%nat -> (points i) < (points (S i))).
Definition chord_product_value (beta : R) (size_k : nat) (values : nat -> R) (others : nat -> R) (points : nat -> R) : R :=
  ((((values 0%nat) * (others 0%nat)) + ((values (size_k - 1)%nat) * (others (size_k - 1)%nat))) / 2) + ((sum (size_k - 1) (fun i => (((values (S i)) - (values i)) * ((others (S i)) - (others i))) / ((points (S i)) - (points i)))) / (2 * beta)) + ((beta / 2) * (sum (size_k - 1) (fun i => (((points (S i)) - (points i)) * ((2 * (values (S i)) * (others (S i))) + ((values (S i)) * (others i)) + ((values i) * (others (S i))) + (2 * (values i) * (others i)))) / 6))).

(* chord-value *)
Definition chord_value_requires (place : R) (size_k : nat) (values : nat -> R) (points : nat -> R) : Prop :=
  (0 < size_k)%nat /\
  (points 0%nat) = 0 /\
  (points (size_k - 1)%nat) = 1 /\
  (forall i, (i < (size_k - 1))%nat -> (points i) < (points (S i))) /\
  place >= 0 /\
  place <= 1.
Definition chord_value_value (place : R) (size_k : nat) (values : nat -> R) (points : nat -> R) : R :=
  (values 0%nat) + (sum (size_k - 1) (fun i => (((values (S i)) - (values i)) / ((points (S i)) - (points i))) * ((Rmin place (points (S i))) - (Rmin place (points i))))).

(* chord-rise *)
Definition chord_rise_requires (place : R) (size_k : nat) (values : nat -> R) (points : nat -> R) : Prop :=
  (0 < size_k)%nat /\
  (points 0%nat) = 0 /\
  (points (size_k - 1)%nat) = 1 /\
  (forall i, (i < (size_k - 1))%nat -> (points i) < (points (S i))) /\
  place >= 0 /\
  place <= 1.
Definition chord_rise_value (place : R) (size_k : nat) (values : nat -> R) (points : nat -> R) : R :=
  sum (size_k - 1) (fun i => (((values (S i)) - (values i)) / ((points (S i)) - (points i))) * ((Rmin place (points (S i))) - (Rmin place (points i)))).

(* chord-energy *)
Definition chord_energy_requires (place : R) (size_k : nat) (values : nat -> R) (points : nat -> R) : Prop :=
  (0 < size_k)%nat /\
  (points 0%nat) = 0 /\
  (points (size_k - 1)%nat) = 1 /\
  (forall i, (i < (size_k - 1))%nat -> (points i) < (points (S i))) /\
  place >= 0 /\
  place <= 1.
Definition chord_energy_value (place : R) (size_k : nat) (values : nat -> R) (points : nat -> R) : R :=
  sum (size_k - 1) (fun i => ((((values (S i)) - (values i)) / ((points (S i)) - (points i))) ^ 2) * ((Rmin place (points (S i))) - (Rmin place (points i)))).

(* chord-integral *)
Definition chord_integral_requires (size_k : nat) (values : nat -> R) (points : nat -> R) : Prop :=
  (0 < size_k)%nat /\
  (points 0%nat) = 0 /\
  (points (size_k - 1)%nat) = 1 /\
  (forall i, (i < (size_k - 1))%nat -> (points i) < (points (S i))).
Definition chord_integral_value (size_k : nat) (values : nat -> R) (points : nat -> R) : R :=
  sum (size_k - 1) (fun i => (((points (S i)) - (points i)) * ((values (S i)) + (values i))) / 2).

(* composed-mu *)
Definition composed_mu_requires (updates : nat) (sigma : R) (norm_squared : R) : Prop :=
  INR updates > 0 /\
  norm_squared > 0 /\
  sigma > 0.
Definition composed_mu_value (updates : nat) (sigma : R) (norm_squared : R) : R :=
  (sqrt (sum updates (fun i => norm_squared))) / sigma.

(* log-ratio-log-moment *)
Definition log_ratio_log_moment_requires (law : R) (power : R) (epsilon : R) (updates : nat) (sigma : R) (norm_squared : R) : Prop :=
  INR updates > 0 /\
  norm_squared > 0 /\
  sigma > 0 /\
  (law * (1 - law)) = 0.
Definition log_ratio_log_moment_value (law : R) (power : R) (epsilon : R) (updates : nat) (sigma : R) (norm_squared : R) : R :=
  let D_ := (sum updates (fun i => norm_squared)) / (sigma * sigma) in
  ((((power * power) + (((2 * law) - 1) * power)) * D_) / 2) - (power * epsilon).

(* half-space-moment *)
Definition half_space_moment_requires (power : R) (updates : nat) (sigma : R) (norm_squared : R) (threshold : R) : Prop :=
  INR updates > 0 /\
  norm_squared > 0 /\
  sigma > 0.
Definition half_space_moment_value (power : R) (updates : nat) (sigma : R) (norm_squared : R) (threshold : R) : R :=
  let mu_ := (sqrt (sum updates (fun i => norm_squared))) / sigma in
  exp (power * (ln ((Phi (mu_ - threshold)) / (Phi (- threshold))))).

(* gaussian-log-ratio *)
Definition gaussian_log_ratio_requires (sigma : R) (form : R) (other : R) : Prop :=
  sigma > 0 /\
  form >= 0 /\
  other >= 0.
Definition gaussian_log_ratio_value (sigma : R) (form : R) (other : R) : R :=
  (other - form) / (2 * sigma * sigma).

(* midpoint-log-moment *)
Definition midpoint_log_moment_requires (power : R) (sigma : R) (decay : R) (squares : R) : Prop :=
  sigma > 0 /\
  decay > 0 /\
  decay < 1 /\
  squares >= 0.
Definition midpoint_log_moment_value (power : R) (sigma : R) (decay : R) (squares : R) : R :=
  (((power * power) - power) * squares * (1 + (decay * decay))) / (2 * sigma * sigma * (1 - (decay * decay))).

(* tracked-reward-mu *)
Definition tracked_reward_mu_requires (updates : nat) (step : R) (paths : nat) (sigma : R) (beta : R) : Prop :=
  sigma > 0 /\
  INR updates > 0 /\
  beta > 0 /\
  (INR paths) >= 0 /\
  (floor (INR paths)) = (INR paths).
Definition tracked_reward_mu_value (updates : nat) (step : R) (paths : nat) (sigma : R) (beta : R) : R :=
  let a_ := 1 + step in
  let spread_ := ((step * step * ((a_ ^ (2 * updates)) - 1)) / ((a_ * a_) - 1)) + ((INR paths) / (1 + (beta / 2))) in
  (Rabs ((a_ ^ updates) - 1)) / (sigma * (sqrt spread_)).

(* noiseless-difference *)
Definition noiseless_difference_requires (epsilon : R) (k11 : R) (k22 : R) (k12 : R) (xi1 : R) (xi2 : R) : Prop :=
  ((k11 - (2 * k12)) + k22) = 0 /\
  xi1 <> xi2 /\
  k11 >= 0 /\
  (k12 ^ 2) <= (k11 * k22).
Definition noiseless_difference_value (epsilon : R) (k11 : R) (k22 : R) (k12 : R) (xi1 : R) (xi2 : R) : R :=
  1 - ((exp epsilon) * 0).

(* squares-sum *)
Definition squares_sum_requires (size_k : nat) (values : nat -> R) (level : R) : Prop :=
  (0 < size_k)%nat /\
  (INR size_k) = ((power 2 level) + 1).
Definition squares_sum_value (size_k : nat) (values : nat -> R) (level : R) : R :=
  sum size_k (fun i => (values i) * (values i)).

(* squared-steps *)
Definition squared_steps_requires (size_k : nat) (values : nat -> R) : Prop :=
  (0 < size_k)%nat.
Definition squared_steps_value (size_k : nat) (values : nat -> R) : R :=
  sum (size_k - 1) (fun i => ((values (S i)) - (values i)) * ((values (S i)) - (values i))).

(* squares-of-ends *)
Definition squares_of_ends_requires (size_k : nat) (values : nat -> R) : Prop :=
  (0 < size_k)%nat /\
  (INR size_k) > 1.
Definition squares_of_ends_value (size_k : nat) (values : nat -> R) : R :=
  ((values 0%nat) * (values 0%nat)) + ((values (size_k - 1)%nat) * (values (size_k - 1)%nat)).

(* even-grid-norm *)
Definition even_grid_norm_requires (beta : R) (level : nat) (squares : R) (ends : R) (differences : R) : Prop :=
  beta > 0 /\
  (INR level) >= 0 /\
  ends >= 0 /\
  squares >= ends /\
  differences >= 0 /\
  differences <= ((4 * squares) - (2 * ends)).
Definition even_grid_norm_value (beta : R) (level : nat) (squares : R) (ends : R) (differences : R) : R :=
  let decay_ := exp ((- beta) / (2 ^ level)) in
  let tanh_ := (1 - decay_) / (1 + decay_) in
  (((1 + tanh_) / 2) * ends) + (tanh_ * (squares - ends)) + ((decay_ / (1 - (decay_ * decay_))) * differences).

(* trained-bias-release *)
Definition trained_bias_release_requires (epsilon : R) (path : R) (gradient : R) (L : R) (J : R) (B : nat) (T : R) (variance : R) (beta : R) (direction : R) (alpha : R) (gamma : R) (inner : R) (c : R) (move : R) (difference : R) (r0 : R) (kept : R) : Prop :=
  alpha > 0 /\
  beta > 0 /\
  gradient > 0 /\
  0 <= gamma /\
  gamma < 1 /\
  ((c - gamma) * (c - 1)) = 0 /\
  (((direction ^ 2) - 1) * ((direction ^ 2) - ((1 - gamma) ^ 2))) = 0 /\
  (inner * (inner - 1)) = 0 /\
  (path * (path - 1)) = 0 /\
  (kept * (kept - 1)) = 0 /\
  (inner + path) >= 1 /\
  variance >= 0 /\
  (move * ((move * (Rmax (INR B) 2)) - 1)) = 0 /\
  (c * move * ((INR B) - 1)) = 0 /\
  L >= 0 /\
  (difference * (1 - difference)) >= 0 /\
  r0 = (Rmax (difference + (gamma * L * move)) (((1 - difference) + L) - (gamma * L * (1 - move)))) /\
  J <= (T / (INR B)) /\
  (T / (INR B)) < (J + 1) /\
  (INR B) >= 1.
Definition trained_bias_release_gives (epsilon : R) (path : R) (gradient : R) (L : R) (J : R) (B : nat) (T : R) (variance : R) (beta : R) (direction : R) (alpha : R) (gamma : R) (inner : R) (c : R) (move : R) (difference : R) (r0 : R) (kept : R) (x : R) : Prop :=
  let step_ := alpha * direction * (gradient ^ 2) in
  let rest_ := 1 + (step_ * (1 - gamma)) in
  let moved_ := Rabs (step_ * (sum (place J) (fun i => rest_ ^ i))) in
  let near_ := sum (place (move * (INR B) * ((INR B) - 1))) (fun i => ((INR B) - (INR (S i))) * (1 - (exp (- (beta * move * (INR (S i))))))) in
  let spread_ := (((1 - c) ^ 2) * (1 - ((2 * near_) / ((INR B) ^ 2)))) + (2 * c * (1 - (exp (- (beta * move))))) in
  let added_ := (path * (1 + (2 * kept * step_ * inner * (1 - c)))) / (1 + (beta / 2)) in
  let noise_ := (inner * (step_ ^ 2) * spread_ * (sum (place J) (fun i => rest_ ^ (2 * i)))) + added_ in
  let mu_ := moved_ / (sqrt (variance * noise_)) in
  x >= (if Req_EM_T moved_ 0 then 0 else if Req_EM_T (variance * noise_) 0 then 1 else (Phi ((mu_ / 2) - (epsilon / mu_))) - ((exp epsilon) * (Phi ((- (mu_ / 2)) - (epsilon / mu_))))).

(* equal-steps-change *)
Definition equal_steps_change_requires (L : R) (alpha : R) (B : nat) (difference : R) : Prop :=
  alpha > 0 /\
  (INR B) >= 1.
Definition equal_steps_change_value (L : R) (alpha : R) (B : nat) (difference : R) : R :=
  alpha * (Rabs difference).

(* equal-steps-distance *)
Definition equal_steps_distance_requires (L : R) (alpha : R) (B : nat) (shift : R) : Prop :=
  alpha > 0 /\
  (Rabs shift) <= 1 /\
  (INR B) >= 1.
Definition equal_steps_distance_value (L : R) (alpha : R) (B : nat) (shift : R) : R :=
  alpha * (Rabs shift).

(* tabular-bellman-error *)
Definition tabular_bellman_error_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (value : nat -> R) (size_w : nat) (weights : nat -> R) : Prop :=
  mdp n m gamma P /\
  (0 < size_w)%nat /\
  (INR m) = 1 /\
  (INR size_w) = (INR n) /\
  (sum n (fun i => weights i)) = 1 /\
  (sum n (fun i => Rabs (weights i))) = 1.
Definition tabular_bellman_error_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (value : nat -> R) (size_w : nat) (weights : nat -> R) : R :=
  sum n (fun i => (weights i) * ((((r 0%nat i) + (gamma * (sum n (fun j => (P 0%nat i j) * (value j))))) - (value i)) ^ 2)).

(* squared-value-error *)
Definition squared_value_error_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (value : nat -> R) (size_k : nat) (vector : nat -> R) (size_w : nat) (weights : nat -> R) : Prop :=
  mdp n m gamma P /\
  (0 < size_k)%nat /\
  (0 < size_w)%nat /\
  (INR m) = 1 /\
  (INR size_w) = (INR n) /\
  (sum n (fun i => weights i)) = 1 /\
  (sum n (fun i => Rabs (weights i))) = 1 /\
  (INR size_k) = (INR n) /\
  (sum n (fun i => (((r 0%nat i) + (gamma * (sum n (fun j => (P 0%nat i j) * (vector j))))) - (vector i)) ^ 2)) = 0.
Definition squared_value_error_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (value : nat -> R) (size_k : nat) (vector : nat -> R) (size_w : nat) (weights : nat -> R) : R :=
  sum n (fun i => (weights i) * (((value i) - (vector i)) ^ 2)).

(* laplace-loss *)
Definition laplace_loss_requires (change : R) (scale : R) : Prop :=
  scale > 0 /\
  change >= 0.
Definition laplace_loss_value (change : R) (scale : R) : R :=
  change / scale.

(* episodic-counters-loss *)
Definition episodic_counters_loss_requires (horizon : nat) (states : nat) (moves : nat) (sums : nat) (scale : R) : Prop :=
  scale > 0 /\
  INR sums > 0 /\
  (INR states) >= 2 /\
  0 <= (INR moves) /\
  (INR moves) <= (INR horizon) /\
  (INR horizon) >= 1 /\
  (INR sums) >= 1 /\
  (floor (INR states)) = (INR states) /\
  (floor (INR moves)) = (INR moves).
Definition episodic_counters_loss_value (horizon : nat) (states : nat) (moves : nat) (sums : nat) (scale : R) : R :=
  ((INR sums) * ((4 * (INR horizon)) + (2 * (INR moves)))) / scale.

(* unfed-counter *)
Definition unfed_counter_requires (items : nat) : Prop :=
  (INR items) >= 0 /\
  (floor (INR items)) = (INR items).
Definition unfed_counter_value (items : nat) : R :=
  1 - (Rmin (INR items) 1).

(* negative-value-ahead *)
Definition negative_value_ahead_requires (states : R) (horizon : R) (visits : R) (count : R) (error : R) (level : R) : Prop :=
  states = 1 /\
  horizon = 2 /\
  count = (visits + error) /\
  0 <= error /\
  error < level /\
  0 < (visits - error) /\
  (visits - error) < (2 * level).
Definition negative_value_ahead_value (states : R) (horizon : R) (visits : R) (count : R) (error : R) (level : R) : R :=
  (error - ((Rmin horizon (horizon - (error / (visits - error)))) * count)) / count.

(* transitions-out *)
Definition transitions_out_requires (state : nat) (size_k : nat) (walk : nat -> R) (states : R) : Prop :=
  (0 < size_k)%nat /\
  0 <= (INR state) /\
  (INR state) < states /\
  (sum size_k (fun i => (Rmax 0 ((walk i) - states)) + (Rmax 0 (- (walk i))))) = 0 /\
  (floor (INR state)) = (INR state) /\
  (floor states) = states /\
  (forall t, (t < size_k)%nat -> (floor (walk t)) = (walk t)).
Definition transitions_out_value (state : nat) (size_k : nat) (walk : nat -> R) (states : R) : R :=
  sum (size_k - 1)%nat (fun i => (Rmax 0 (1 - (Rabs ((walk i) - (INR state)))))).

(* mean-reward-estimate *)
Definition mean_reward_estimate_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (length : R) (behaviour : nat -> nat -> R) (initial : nat -> R) (policy : nat -> nat -> R) (feature : nat -> R) : Prop :=
  mdp n m gamma P /\
  ((length - 1) * (length - 2)) = 0 /\
  ((Rabs (1 - (sum n (fun i => initial i)))) + (sum n (fun i => (Rmax 0 (- (initial i)))))) = 0 /\
  (sum n (fun i => (Rabs (1 - (sum m (fun j => behaviour j i)))) + (sum m (fun j => (Rmax 0 (- (behaviour j i))))))) = 0 /\
  (sum n (fun i => (Rabs (1 - (sum m (fun j => policy j i)))) + (sum m (fun j => (Rmax 0 (- (policy j i))))))) = 0 /\
  (sum n (fun i => sum m (fun j => (Rmin 1 (1000000 * (behaviour j i))) * (1 - (Rmin 1 (1000000 * (behaviour j i))))))) = 0.
Definition mean_reward_estimate_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (length : R) (behaviour : nat -> nat -> R) (initial : nat -> R) (policy : nat -> nat -> R) (feature : nat -> R) : R :=
  sum n (fun i => ((initial i) + ((length - 1) * (sum n (fun j => sum m (fun k => (initial j) * (behaviour k j) * (P k j i)))))) * (feature i) * (sum m (fun j => (Rmin 1 (1000000 * (behaviour j i))) * (policy j i) * (r j i)))).

(* mean-matrix-estimate *)
Definition mean_matrix_estimate_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (length : R) (behaviour : nat -> nat -> R) (initial : nat -> R) (policy : nat -> nat -> R) (feature : nat -> R) : Prop :=
  mdp n m gamma P /\
  ((length - 1) * (length - 2)) = 0 /\
  ((Rabs (1 - (sum n (fun i => initial i)))) + (sum n (fun i => (Rmax 0 (- (initial i)))))) = 0 /\
  (sum n (fun i => (Rabs (1 - (sum m (fun j => behaviour j i)))) + (sum m (fun j => (Rmax 0 (- (behaviour j i))))))) = 0 /\
  (sum n (fun i => (Rabs (1 - (sum m (fun j => policy j i)))) + (sum m (fun j => (Rmax 0 (- (policy j i))))))) = 0 /\
  (sum n (fun i => sum m (fun j => (Rmin 1 (1000000 * (behaviour j i))) * (1 - (Rmin 1 (1000000 * (behaviour j i))))))) = 0.
Definition mean_matrix_estimate_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (length : R) (behaviour : nat -> nat -> R) (initial : nat -> R) (policy : nat -> nat -> R) (feature : nat -> R) : R :=
  sum n (fun i => ((initial i) + ((length - 1) * (sum n (fun j => sum m (fun k => (initial j) * (behaviour k j) * (P k j i)))))) * (feature i) * (sum m (fun j => (Rmin 1 (1000000 * (behaviour j i))) * (policy j i) * ((feature i) - (gamma * (sum n (fun k => (P j i k) * (feature k)))))))).

(* mean-reward-of-visits *)
Definition mean_reward_of_visits_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (policy : nat -> nat -> R) (feature : nat -> R) (length : R) (behaviour : nat -> nat -> R) (initial : nat -> R) : Prop :=
  mdp n m gamma P /\
  ((length - 1) * (length - 2)) = 0 /\
  ((Rabs (1 - (sum n (fun i => initial i)))) + (sum n (fun i => (Rmax 0 (- (initial i)))))) = 0 /\
  (sum n (fun i => (Rabs (1 - (sum m (fun j => behaviour j i)))) + (sum m (fun j => (Rmax 0 (- (behaviour j i))))))) = 0 /\
  (sum n (fun i => (Rabs (1 - (sum m (fun j => policy j i)))) + (sum m (fun j => (Rmax 0 (- (policy j i))))))) = 0.
Definition mean_reward_of_visits_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (policy : nat -> nat -> R) (feature : nat -> R) (length : R) (behaviour : nat -> nat -> R) (initial : nat -> R) : R :=
  sum n (fun i => ((initial i) + ((length - 1) * (sum n (fun j => sum m (fun k => (initial j) * (behaviour k j) * (P k j i)))))) * (feature i) * (sum m (fun j => (policy j i) * (r j i)))).

(* one-transition-solution *)
Definition one_transition_solution_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (behaviour : nat -> nat -> R) : Prop :=
  mdp n m gamma P /\
  (INR n) = 1 /\
  (sum n (fun i => (Rabs (1 - (sum m (fun j => behaviour j i)))) + (sum m (fun j => (Rmax 0 (- (behaviour j i))))))) = 0.
Definition one_transition_solution_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (behaviour : nat -> nat -> R) : R :=
  (sum m (fun i => (behaviour i 0%nat) * (r i 0%nat))) / (1 - gamma).

(* policy-value-entry *)
Definition policy_value_entry_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (state : nat) (value : nat -> R) (policy : nat -> nat -> R) : Prop :=
  mdp n m gamma P /\
  (sum n (fun i => (Rabs (1 - (sum m (fun j => policy j i)))) + (sum m (fun j => (Rmax 0 (- (policy j i))))))) = 0 /\
  (sum n (fun i => Rabs ((value i) - (sum m (fun j => (policy j i) * ((r j i) + (gamma * (sum n (fun k => (P j i k) * (value k)))))))))) = 0.
Definition policy_value_entry_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (state : nat) (value : nat -> R) (policy : nat -> nat -> R) : R :=
  value state.

(* noise-mean-square *)
Definition noise_mean_square_requires (entries_ : nat) (h : R) (variance : R) : Prop :=
  h > 0 /\
  INR entries_ > 0 /\
  variance > 0 /\
  (INR entries_) >= 1.
Definition noise_mean_square_value (entries_ : nat) (h : R) (variance : R) : R :=
  (INR entries_) * (h ^ 2) * variance.

(* loop-error *)
Definition loop_error_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (steps : nat) (scale : R) (order : R) (start : R) (variance : R) (size_t : nat) (size_k : nat) (sequence : nat -> nat -> R) : Prop :=
  mdp n m gamma P /\
  (0 < size_t)%nat /\
  (0 < size_k)%nat /\
  scale > 0 /\
  ((INR n) * (INR m)) = 1 /\
  variance >= 0 /\
  (INR size_t) = ((INR steps) + 1) /\
  (sequence 0%nat 0%nat) = start /\
  (sequence 0%nat 1%nat) = 0 /\
  (sequence 0%nat 2%nat) = 0 /\
  (forall i, (i < steps)%nat -> (sequence (S i) 0%nat) = ((sequence i 0%nat) + (2 * ((scale / (power (INR (S i)) order)) * (1 - gamma)) * (sequence i 1%nat)) + ((((scale / (power (INR (S i)) order)) * (1 - gamma)) ^ 2) * (sequence i 2%nat)) + (((scale / (power (INR (S i)) order)) ^ 2) * variance))) /\
  (forall i, (i < steps)%nat -> (sequence (S i) 1%nat) = (((((1 - (scale / (power (INR (S i)) order))) - (((scale / (power (INR (S i)) order)) * (1 - gamma)) ^ 2)) * (sequence i 1%nat)) + (((scale / (power (INR (S i)) order)) * (1 - gamma)) * (1 - (scale / (power (INR (S i)) order))) * (sequence i 2%nat))) - (((scale / (power (INR (S i)) order)) * (1 - gamma)) * (sequence i 0%nat)))) /\
  (forall i, (i < steps)%nat -> (sequence (S i) 2%nat) = ((((((scale / (power (INR (S i)) order)) * (1 - gamma)) ^ 2) * (sequence i 0%nat)) - (2 * ((scale / (power (INR (S i)) order)) * (1 - gamma)) * (1 - (scale / (power (INR (S i)) order))) * (sequence i 1%nat))) + (((1 - (scale / (power (INR (S i)) order))) ^ 2) * (sequence i 2%nat)) + (((scale / (power (INR (S i)) order)) ^ 2) * variance))).
Definition loop_error_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (steps : nat) (scale : R) (order : R) (start : R) (variance : R) (size_t : nat) (size_k : nat) (sequence : nat -> nat -> R) : R :=
  (sequence steps 0%nat) + (sequence steps 2%nat).

(* saddle-spectrum *)
Definition saddle_spectrum_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (item : R) (size_k : nat) (features : nat -> nat -> R) : Prop :=
  let c_ := 1 / (INR size_k) in
  let p_ := P 0%nat 0%nat 0%nat in
  let sign_ := features 0%nat (n - 1)%nat in
  let first_ := (1 - (gamma * (p_ + (((sign_ + (INR size_k)) - 1) * (1 - p_))))) * c_ in
  let second_ := (1 - (gamma * (p_ + (((sign_ - (INR size_k)) + 1) * (1 - p_))))) * c_ in
  let high_ := (Rmax first_ second_) in
  mdp n m gamma P /\
  (0 < size_k)%nat /\
  (INR m) = 1 /\
  (INR n) <= 2 /\
  (P 0%nat (n - 1)%nat (n - 1)%nat) = p_ /\
  (INR size_k) <= (INR n) /\
  (features 0%nat 0%nat) = 1 /\
  ((features (size_k - 1)%nat (n - 1)%nat) ^ 2) = 1 /\
  (((INR size_k) - 1) * sign_) = 0 /\
  (((INR size_k) - 1) * (features (size_k - 1)%nat 0%nat)) = 0 /\
  (item = 1 \/ item = 2 \/ item = 3 \/ item = 4 \/ item = 5 \/ item = 6 \/ item = 7 \/ ((if Req_EM_T item 8 then 1 else 0) * (if Rge_dec c_ (2 * high_) then 1 else 0)) = 1 \/ ((if Req_EM_T item 9 then 1 else 0) * (if Rge_dec c_ (2 * high_) then 1 else 0)) = 1).
Definition saddle_spectrum_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (item : R) (size_k : nat) (features : nat -> nat -> R) : R :=
  let c_ := 1 / (INR size_k) in
  let p_ := P 0%nat 0%nat 0%nat in
  let sign_ := features 0%nat (n - 1)%nat in
  let first_ := (1 - (gamma * (p_ + (((sign_ + (INR size_k)) - 1) * (1 - p_))))) * c_ in
  let second_ := (1 - (gamma * (p_ + (((sign_ - (INR size_k)) + 1) * (1 - p_))))) * c_ in
  let low_ := (Rmin first_ second_) in
  let high_ := (Rmax first_ second_) in
  let slow_ := (Rmax low_ ((c_ + (sqrt (Rmax 0 ((c_ ^ 2) - (4 * (low_ ^ 2)))))) / 2)) in
  let fast_ := (Rmax high_ ((c_ + (sqrt (Rmax 0 ((c_ ^ 2) - (4 * (high_ ^ 2)))))) / 2)) in
  if Req_EM_T item 1 then (c_ - (sqrt (Rmax 0 ((c_ ^ 2) - (4 * (low_ ^ 2)))))) / 2 else if Req_EM_T item 2 then (low_ ^ 2) / slow_ else if Req_EM_T item 3 then (Rmax slow_ fast_) else if Req_EM_T item 4 then (low_ ^ 2) / c_ else if Req_EM_T item 5 then (high_ ^ 2) / c_ else if Req_EM_T item 6 then c_ else if Req_EM_T item 7 then c_ else if Req_EM_T ((if Req_EM_T item 8 then 1 else 0) * (if Rge_dec c_ (2 * high_) then 1 else 0)) 1 then (low_ ^ 2) / slow_ else if Req_EM_T ((if Req_EM_T item 9 then 1 else 0) * (if Rge_dec c_ (2 * high_) then 1 else 0)) 1 then slow_ else 0.

(* one-step-error *)
Definition one_step_error_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (beta : R) (size_k : nat) (vector : nat -> R) (before : R) (features : nat -> nat -> R) : Prop :=
  mdp n m gamma P /\
  (0 < size_k)%nat /\
  (INR m) = 1 /\
  (forall t, (t < n)%nat -> (sum n (fun i => P 0%nat i t)) = 1) /\
  (sum size_k (fun i => vector i * vector i)) = before.
Definition one_step_error_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (beta : R) (size_k : nat) (vector : nat -> R) (before : R) (features : nat -> nat -> R) : R :=
  before + ((beta ^ 2) * (sum size_k (fun i => (sum n (fun j => ((features i j) / (INR n)) * (sum size_k (fun k => ((features k j) - (gamma * (sum n (fun l => (P 0%nat j l) * (features k l))))) * (vector k))))) ^ 2))).

(* second-error-mean *)
Definition second_error_mean_requires (m : nat) (theta : R) (beta : R) (p : R) : Prop :=
  INR m > 0 /\
  beta > 0 /\
  p > 0 /\
  p <= 1 /\
  (INR m) >= 1.
Definition second_error_mean_value (m : nat) (theta : R) (beta : R) (p : R) : R :=
  (beta * theta * ((1 / p) - 1)) / (INR m).

(* geometric-limit *)
Definition geometric_limit_requires (a : R) (k : R) : Prop :=
  a > 0 /\
  k > 0.
Definition geometric_limit_value (a : R) (k : R) : R :=
  if Rlt_dec k 1 then 0 else if Req_EM_T k 1 then exp ((- 2) * a) else 1.

(* geometric-ratio-limit *)
Definition geometric_ratio_limit_requires (a : R) (k : R) : Prop :=
  a > 0 /\
  k > 0.
Definition geometric_ratio_limit_value (a : R) (k : R) : R :=
  if Rlt_dec k (1 / 2) then 0 else if Req_EM_T k (1 / 2) then exp (- (a ^ 2)) else 1.

(* recursion-level-limit *)
Definition recursion_level_limit_requires (v : R) (lmin : R) (eta : R) (k : R) : Prop :=
  lmin > 0 /\
  eta > 0 /\
  k > 0.
Definition recursion_level_limit_value (v : R) (lmin : R) (eta : R) (k : R) : R :=
  0.

(* largest-allowed-error *)
Definition largest_allowed_error_requires (i : R) (start : R) (eta : R) (w : R) (size_k : nat) (values : nat -> R) : Prop :=
  (0 < size_k)%nat /\
  (INR size_k) = i /\
  (values 0%nat) = start /\
  start >= 0 /\
  (forall j, (j < ((place i) - 1))%nat -> (values (S j)) = ((((1 - (eta / (INR (S j)))) ^ 2) * (values j)) + (((eta ^ 2) * w) / ((INR (S j)) ^ 2)))).
Definition largest_allowed_error_value (i : R) (start : R) (eta : R) (w : R) (size_k : nat) (values : nat -> R) : R :=
  values (place (i - 1)).

(* tabular-saddle-offset *)
Definition tabular_saddle_offset_requires (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (row : nat) (size_w : nat) (weights : nat -> R) (size_k : nat) (offset : nat -> R) (matrix : nat -> nat -> R) : Prop :=
  mdp n m gamma P /\
  (0 < size_w)%nat /\
  (0 < size_k)%nat /\
  (INR m) = 1 /\
  (INR size_w) = (INR n) /\
  (INR size_k) = (2 * (INR n)) /\
  (sum size_w (fun i => weights i)) = 1 /\
  (forall i, (i < n)%nat -> (weights i) >= 0) /\
  (forall i, (i < n)%nat -> (offset i) = 0) /\
  (forall i, (i < n)%nat -> (offset (n + i)%nat) = ((weights i) * (r 0%nat i))) /\
  (forall i, (i < n)%nat -> forall j, (j < n)%nat -> (matrix i j) = 0) /\
  (forall i, (i < n)%nat -> forall j, (j < n)%nat -> (matrix i (n + j)%nat) = (- (matrix (n + j)%nat i))) /\
  (forall i, (i < n)%nat -> forall j, (j < n)%nat -> (matrix (n + i)%nat (n + j)%nat) = ((weights i) * (if Nat.eqb i j then 1 else 0))) /\
  (forall i, (i < n)%nat -> forall j, (j < n)%nat -> (matrix (n + i)%nat j) = ((weights i) * ((if Nat.eqb i j then 1 else 0) - (gamma * (P 0%nat i j))))).
Definition tabular_saddle_offset_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (row : nat) (size_w : nat) (weights : nat -> R) (size_k : nat) (offset : nat -> R) (matrix : nat -> nat -> R) : R :=
  offset row.

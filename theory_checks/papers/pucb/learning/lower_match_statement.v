(* The terms without epsilon of the printed bounds, without their hidden factors, differ by powers of H alone, H^2 and H^(3/2),
   and the lower one is not above the upper one. They are the dominant terms: for small alpha, and for large T, the others are
   as small a part of them as one likes. *)
From Coq Require Import Reals.
Open Scope R_scope.

Section Rates.
Variables S A H : R.

Definition upper_sample (alpha : R) : R := S * A * H ^ 4 / alpha ^ 2.
Definition lower_sample (alpha : R) : R := S * A * H ^ 2 / alpha ^ 2.
Definition upper_regret (T : R) : R := H ^ 2 * sqrt (S * A * T).
Definition lower_regret (T : R) : R := sqrt (H * S * A * T).

(* The terms with epsilon *)
Definition upper_sample_privacy (epsilon alpha : R) : R := S ^ 2 * A * H ^ 4 / (epsilon * alpha).
Definition lower_sample_privacy (epsilon alpha : R) : R := S * A * H / (epsilon * alpha).
Definition upper_regret_privacy (epsilon : R) : R := (S * A * H ^ 3 + S ^ 2 * A * H ^ 3) / epsilon.
Definition lower_regret_privacy (epsilon : R) : R := S * A * H / epsilon.
End Rates.

Definition dominates_near_0 (main other : R -> R) : Prop :=
  forall part, 0 < part -> exists alpha0, 0 < alpha0 /\ forall alpha, 0 < alpha <= alpha0 -> other alpha <= part * main alpha.
Definition dominates_far (main other : R -> R) : Prop :=
  forall part, 0 < part -> exists T0, forall T, T0 <= T -> other T <= part * main T.

Definition lower_match_statement : Prop :=
  (exists of_samples of_regret : R -> R, forall S A H : R, 1 <= S -> 1 <= A -> 1 <= H ->
    (forall alpha, 0 < alpha -> upper_sample S A H alpha = of_samples H * lower_sample S A H alpha) /\
    (forall T, 1 <= T -> upper_regret S A H T = of_regret H * lower_regret S A H T) /\
    of_samples H = H ^ 2 /\ of_regret H = sqrt H ^ 3 /\
    (forall alpha, 0 < alpha -> lower_sample S A H alpha <= upper_sample S A H alpha) /\
    (forall T, 1 <= T -> lower_regret S A H T <= upper_regret S A H T)) /\
  (forall S A H epsilon : R, 1 <= S -> 1 <= A -> 1 <= H -> 0 < epsilon ->
    dominates_near_0 (upper_sample S A H) (upper_sample_privacy S A H epsilon) /\
    dominates_near_0 (lower_sample S A H) (lower_sample_privacy S A H epsilon) /\
    dominates_far (upper_regret S A H) (fun _ => upper_regret_privacy S A H epsilon) /\
    dominates_far (lower_regret S A H) (fun _ => lower_regret_privacy S A H epsilon)).

(* What policies lose in episodes of H steps: the regret of T episodes, and how many of them are not played by an alpha-optimal policy. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Maximum Planner.
Open Scope R_scope.

Section Episodes.
Variables (S A H : nat) (mean : nat -> nat -> nat -> R) (move : nat -> nat -> nat -> nat -> R) (start : nat -> R).

(* The values of a policy, which takes the action pi j s in state s if j steps are left after this one *)
Fixpoint policy_value (pi : nat -> nat -> nat) (left s : nat) : R :=
  match left with
  | O => 0
  | Datatypes.S j => mean j s (pi j s) + sum S (fun t => policy_value pi j t * move j s (pi j s) t)
  end.

(* The first state is drawn by start. *)
Definition gap (pi : nat -> nat -> nat) : R := sum S (fun s => start s * (optimum S A mean move H s - policy_value pi H s)).
Definition regret (T : nat) (pi : nat -> nat -> nat -> nat) : R := sum T (fun t => gap (pi t)).
Definition mistakes (T : nat) (alpha : R) (pi : nat -> nat -> nat -> nat) : R :=
  sum T (fun t => if Rle_dec (gap (pi t)) alpha then 0 else 1).

Definition starts : Prop := (forall s, (s < S)%nat -> 0 <= start s) /\ sum S start = 1.
Definition actions (pi : nat -> nat -> nat) : Prop := forall j s, (j < H)%nat -> (s < S)%nat -> (pi j s < A)%nat.

Hypotheses (some : (0 < A)%nat) (law : mdp S A H mean move) (first : starts).

Lemma policy_value_nonneg pi j s : actions pi -> (j <= H)%nat -> (s < S)%nat -> 0 <= policy_value pi j s.
Proof.
  intros plays; revert s; induction j as [|j IH]; intros s early state; simpl; [lra|].
  destruct (law j s (pi j s) early state (plays j s early state)) as (pay & weights & _).
  apply Rplus_le_le_0_compat; [apply pay|]; apply sum_nonneg; intros t small.
  apply Rmult_le_pos; [apply IH; [lia|exact small]|apply weights, small].
Qed.

(* No policy loses more than H in an episode. *)
Theorem gap_most pi : actions pi -> gap pi <= INR H.
Proof.
  intros plays; destruct first as [weights whole]; unfold gap.
  replace (INR H) with (sum S (fun s => INR H * start s)) by (rewrite sum_scale, whole; ring).
  assert (0 <= sum S (fun s => INR H * start s - start s * (optimum S A mean move H s - policy_value pi H s))); [|rewrite sum_sub in *; lra].
  apply sum_nonneg; intros s state; pose proof (optimum_range S A H mean move some law H s (le_n H) state).
  pose proof (policy_value_nonneg pi H s plays (le_n H) state); specialize (weights s state).
  replace (INR H * start s - start s * (optimum S A mean move H s - policy_value pi H s))
    with (start s * (INR H - (optimum S A mean move H s - policy_value pi H s))) by ring; apply Rmult_le_pos; lra.
Qed.
End Episodes.

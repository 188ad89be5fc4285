(* The mean is sigma^2 times the trace of N K, and the norm is bounded term by term. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Sobolev.
From dpdqn Require Import intro_rkhs_norm_repaired_formula intro_rkhs_norm_repaired_statement.
Open Scope R_scope.

Lemma mean_of_sum mean : linear mean -> forall n f, mean (fun g => sum n (fun i => f i g)) = sum n (fun i => mean (f i)).
Proof.
  intros [add scale] n f; induction n as [|n IH]; simpl.
  - transitivity (mean (fun _ => 0 * 0)); [f_equal; rewrite Rmult_0_l; reflexivity|rewrite (scale 0 (fun _ => 0)); ring].
  - rewrite add, IH; reflexivity.
Qed.

(* One point: a value that is 1 or -1, with equal chances *)
Example met : linear (fun f => (f (fun _ => 1) + f (fun _ => -1)) / 2) /\
  (fun f : (nat -> R) -> R => (f (fun _ => 1) + f (fun _ => -1)) / 2) (fun g => g 0%nat * g 0%nat) = 1 ^ 2 * kernel 1 (fun _ => 0) 0 0.
Proof.
  split; [split; intros; field|]; unfold kernel; rewrite Rminus_0_r, Rabs_R0, Rmult_0_r, Ropp_0, exp_0; field.
Qed.

Theorem intro_rkhs_norm_repaired : intro_rkhs_norm_repaired_statement.
Proof.
  unfold intro_rkhs_norm_repaired_statement, intro_rkhs_norm_repaired_domain, intro_rkhs_norm_repaired_defined, intro_rkhs_norm_repaired_claim.
  intros n beta sigma L M x N mean f df _ inverse law covariance derived small flat (_ & noise & positive & _).
  split; [lra|split; [|apply square_below; assumption]].
  rewrite (mean_of_sum mean law n (fun i g => sum n (fun j => N i j * (g i * g j)))), <- INR_IZR_INZ, <- sum_const.
  apply sum_ext; intros i inside; rewrite (mean_of_sum mean law n (fun j g => N i j * (g i * g j))).
  transitivity (sigma ^ 2 * sum n (fun j => N i j * kernel beta x j i)).
  - rewrite <- sum_scale; apply sum_ext; intros j below; destruct law as [_ scale]; rewrite scale, covariance by assumption.
    unfold kernel; rewrite (Rabs_minus_sym (x j)); ring.
  - rewrite (inverse i i inside inside), Nat.eqb_refl; ring.
Qed.

(* Two rounds in which nothing happens: the probability is 1/2, as F^2/2 is an antiderivative. *)
From Coq Require Import Reals ZArith Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Laplace LaplaceLaw.
From pucb Require Import counter_monotone_formula counter_monotone_statement.
Open Scope R_scope.

Theorem counter_monotone_refuted : ~ counter_monotone_statement.
Proof.
  intros all; specialize (all 2%Z 2%Z 1 0 (1 / 2) (cdf (2 / 1))).
  assert (scale : 0 < 2 / 1) by lra; pose proof (cdf_derive (2 / 1)) as derived; set (F := cdf (2 / 1)) in *.
  unfold counter_monotone_domain, counter_monotone_claim in all; enough (1 / 2 <= 0) by lra; apply all; [exact (cdf_is (2 / 1) scale)| |simpl; lra].
  apply (is_RInt_gen_ext (fun x => density (2 / 1) 0 x * F x)); [apply filter_forall; intros ends x _; rewrite Rminus_0_r; reflexivity|].
  replace (1 / 2) with (1 * 1 / 2 - 0 * 0 / 2) by field.
  assert (limit : forall x l, is_lim F x (Finite l) -> is_lim (fun y => F y * F y / 2) x (l * l / 2)).
  { intros x l goes; apply (is_lim_ext (fun y => / 2 * (F y * F y))); [intros; field|].
    replace (l * l / 2) with (/ 2 * (l * l)) by field; apply (is_lim_scal_l (fun y => F y * F y) (/ 2) x (l * l)).
    apply (is_lim_mult F F x l l goes goes I). }
  refine (improper (fun y => F y * F y / 2) _ (Rbar_locally m_infty) (Rbar_locally p_infty) (0 * 0 / 2) (1 * 1 / 2) _ _ _ _).
  - intros x; apply (is_derive_ext (fun y => / 2 * (F y * F y))); [intros y; change (/ 2 * (F y * F y) = F y * F y / 2); field|].
    replace (density (2 / 1) 0 x * F x) with (/ 2 * (density (2 / 1) 0 x * F x + F x * density (2 / 1) 0 x)) by field.
    apply is_derive_scal, (is_derive_mult F F); [apply derived|apply derived|intros; apply Rmult_comm].
  - intros x; apply (continuous_mult (K := R_AbsRing) (density (2 / 1) 0) F); [apply density_continuous|].
    apply (ex_derive_continuous F); exists (density (2 / 1) 0 x); apply derived.
  - exact (limit m_infty 0 (cdf_starts (2 / 1) scale)).
  - exact (limit p_infty 1 (cdf_ends (2 / 1) scale)).
Qed.

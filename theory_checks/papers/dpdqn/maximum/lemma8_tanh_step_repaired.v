(* The left side is tanh(c x / 2), and tanh y < y: the distance has the derivative tanh^2. *)
From Coq Require Import Reals Lra Psatz.
From dpdqn Require Import lemma8_tanh_step_repaired_statement.
Open Scope R_scope.

(* exp(-2x) (1 + x) > 1 - x, since exp(-2x) (1 + x) - (1 - x) rises from 0. *)
Lemma largest_factor x : 0 < x -> 1 - x < exp (-2 * x) * (1 + x).
Proof.
  intros positive.
  set (f := fun t => exp (-2 * t) * (1 + t) - (1 - t)).
  set (slope := fun t => 1 - exp (-2 * t) * (1 + 2 * t)).
  assert (derivative : forall t, derivable_pt_lim f t (slope t)).
  { intros t; unfold f, slope.
    replace (1 - exp (-2 * t) * (1 + 2 * t))
      with ((exp (-2 * t) * (-2 * 1)) * (1 + t) + exp (-2 * t) * (0 + 1) - (0 - 1)) by ring.
    apply derivable_pt_lim_minus.
    - apply (derivable_pt_lim_mult (fun t => exp (-2 * t)) (fun t => 1 + t)).
      + apply (derivable_pt_lim_comp (fun t => -2 * t) exp); [|apply derivable_pt_lim_exp].
        apply (derivable_pt_lim_scal id (-2) t 1), derivable_pt_lim_id.
      + apply (derivable_pt_lim_plus (fun _ => 1) id); [apply derivable_pt_lim_const|apply derivable_pt_lim_id].
    - apply (derivable_pt_lim_minus (fun _ => 1) id); [apply derivable_pt_lim_const|apply derivable_pt_lim_id]. }
  destruct (MVT_cor2 f slope 0 x positive (fun t _ => derivative t)) as (t & value & inside & _).
  assert (0 < slope t).
  { unfold slope; pose proof (exp_ineq1 (2 * t) ltac:(lra)).
    assert (exp (-2 * t) * exp (2 * t) = 1) by (rewrite <- exp_plus, <- exp_0; f_equal; ring).
    pose proof (exp_pos (-2 * t)); nra. }
  unfold f in value; rewrite Rmult_0_r, exp_0 in value; nra.
Qed.

Theorem lemma8_tanh_step_repaired : lemma8_tanh_step_repaired_statement.
Proof.
  unfold lemma8_tanh_step_repaired_statement, lemma8_tanh_step_repaired_domain, lemma8_tanh_step_repaired_claim.
  intros c x (positive & small).
  set (e := exp (- c * x)); assert (0 < e) by apply exp_pos.
  apply (Rmult_lt_reg_r (1 + e)); [lra|].
  replace ((1 - e) / (1 + e) * (1 + e)) with (1 - e) by (field; lra).
  assert (least : exp (-2 * x) <= e).
  { unfold e; destruct (Rle_lt_or_eq_dec (-2 * x) (- c * x) ltac:(nra)) as [less| ->]; [|lra].
    left; apply exp_increasing, less. }
  pose proof (largest_factor x positive); nra.
Qed.

(* The output 0 is certain on one data set, and has probability 0 on its neighbour. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalMean NormalEvents.
From gpope Require Import baseline_limits_visited_states_statement.
Open Scope R_scope.

Definition zero (x : R) : bool := if Req_EM_T x 0 then true else false.

(* The hypotheses are met by one trajectory. *)
Example met : let deviation (s F : nat -> R) := Rabs (s 0%nat) in
  (forall s F, (forall j, (j < 1)%nat -> s j = 0) -> 0 = 0 /\ deviation s F = 0) /\
  (forall s F, (exists j, (j < 1)%nat /\ s j <> 0) -> 0 < deviation s F).
Proof.
  intros deviation; split.
  - intros s F all; split; [reflexivity|]; unfold deviation; rewrite all by lia; apply Rabs_R0.
  - intros s F [j [small other]]; replace j with 0%nat in other by lia; apply Rabs_pos_lt, other.
Qed.

Lemma single c f : (forall z, z <> c -> f z = 0) -> mean_of_one f 0.
Proof.
  intros elsewhere; unfold mean_of_one, is_RInt_gen; set (g := fun z => f z * density z).
  assert (none : forall a b, a <= b -> (forall z, a < z < b -> z <> c) -> is_RInt g a b 0).
  { intros a b order away; apply (is_RInt_ext (fun _ => 0)).
    - intros z; rewrite Rmin_left, Rmax_right by lra; intros inside; unfold g; rewrite elsewhere by (apply away; exact inside); symmetry; apply Rmult_0_l.
    - pose proof (is_RInt_const (V := R_NormedModule) a b 0) as known; change (scal (b - a) 0) with ((b - a) * 0) in known.
      rewrite Rmult_0_r in known; exact known. }
  apply (filterlimi_locally (F := filter_prod (Rbar_locally m_infty) (Rbar_locally p_infty))); intros e.
  exists (fun a => a < c) (fun b => c < b); [exists c; intros; assumption|exists c; intros; assumption|].
  intros a b early late; exists 0; split; [|apply ball_center]; simpl in *.
  pose proof (is_RInt_Chasles g a c b 0 0 (none a c ltac:(lra) ltac:(intros; lra)) (none c b ltac:(lra) ltac:(intros; lra))) as whole.
  change (plus 0 0) with (0 + 0) in whole; rewrite Rplus_0_r in whole; exact whole.
Qed.

Theorem baseline_limits_visited_states_verified : baseline_limits_visited_states_statement.
Proof.
  intros m V estimate deviation some value silent noisy epsilon delta small.
  set (s := fun _ : nat => 0); set (s' := fun j => match j with O => 1 | _ => 0 end).
  destruct (silent s s ltac:(reflexivity)) as [at_0 quiet].
  assert (noise : 0 < deviation s' s) by (apply noisy; exists 0%nat; split; [lia|unfold s'; lra]).
  exists s, s', s, 0%nat, zero, 1, 0; split; [lia|split; [|split; [|split; [|lra]]]].
  - intros j _; unfold s, s'; destruct j; repeat split; try lra; intros other; congruence.
  - rewrite at_0, quiet; unfold chance; apply (mean_of_one_ext (fun _ => 1)); [|apply mean_one].
    intros z; unfold zero; destruct (Req_EM_T (0 + 0 * z) 0) as [|other]; [reflexivity|exfalso; apply other; ring].
  - unfold chance; apply (single (- estimate s' s / deviation s' s)); intros z other; unfold zero.
    destruct (Req_EM_T (estimate s' s + deviation s' s * z) 0) as [equal|]; [|reflexivity].
    exfalso; apply other, (Rmult_eq_reg_l (deviation s' s)); [|lra].
    replace (deviation s' s * (- estimate s' s / deviation s' s)) with (- estimate s' s) by (field; lra); lra.
Qed.

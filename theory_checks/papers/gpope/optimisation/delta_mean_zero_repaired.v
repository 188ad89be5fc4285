(* The mean over the kinds is B, and that of the noise 0; what is 0 everywhere has the mean 0. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From TheoryChecks Require Import Sums Vectors NormalMean Laws Trajectories Draws.
From gpope Require Import delta_mean_zero_repaired_formula delta_mean_zero_repaired_statement.
Open Scope R_scope.

(* The hypotheses are met by a single kind. *)
Example met : (0 < 1 + 1)%nat /\ sum 1 (fun _ => 1) = 1.
Proof. split; [lia|simpl; ring]. Qed.

Lemma nothing dim count p step f : sum count p = 1 -> (forall x, f x = 0) ->
  forall N x l, after_steps dim count p step N x f l -> l = 0.
Proof.
  intros one zero; induction N as [|N IH]; intros x l; simpl; [intros ->; apply zero|].
  intros (g & inner & outer).
  apply (noisy_draw_unique dim count p _ _ _ outer); exists (fun _ => 0); split; [|rewrite (sum_ext count _ (fun _ => 0)), sum_const by (intros; ring); ring].
  intros j _; apply (mean_ext dim (fun _ => 0)); [intros z; symmetry; exact (IH _ _ (inner _))|].
  apply (of_constant _ (normal_vector_law dim)).
Qed.

Theorem delta_mean_zero_repaired : delta_mean_zero_repaired_statement.
Proof.
  intros n kinds c gamma s beta p H inside _ one B given update.
  assert (zero : forall x, given x 0).
  { intros x; exists (fun k => gradient n gamma (H k) x c - B x c); split.
    - intros k _; apply (mean_ext (n + n) (fun z => gradient n gamma (H k) x c - B x c + s * z c)); [intros; ring|].
      apply mean_of_one_entry, inside.
    - rewrite (sum_ext kinds _ (fun k => p k * gradient n gamma (H k) x c - B x c * p k)), sum_sub, sum_scale, one by (intros; ring).
      unfold B; ring. }
  split; [intros x; exists 0; apply zero|split].
  - intros x mean known _; exact (noisy_draw_unique _ _ _ _ _ _ known (zero x)).
  - intros N start weight delta mean known; apply nothing; [exact one|]; intros x.
    rewrite (noisy_draw_unique _ _ _ _ _ _ (known x) (zero x)); ring.
Qed.

(* Constants of maps one after the other multiply; psi(u) = c u with positive weights has the line p x, of energy p^2. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz.
From TheoryChecks Require Import Networks Chains.
From dpdqn Require Import v1_lemma8_gradient_formula v1_lemma8_gradient_statement.
Open Scope R_scope.

Lemma line_network c w more : 0 <= c -> 0 <= w ->
  layered (Z.of_nat (S more)) c w (Rabs (c ^ S more * w)) ((c ^ S more * w) ^ 2) (fun u => c * u) (line_units w more).
Proof.
  intros positive some; pose proof (line_units_chain c w more) as line.
  split; [apply times_lipschitz, positive|split; [rewrite line_units_length; reflexivity|]].
  split; [rewrite line_units_weights by exact some; reflexivity|].
  split; [exact (steepest_line _ _ 0 line)|exact (energy_line _ _ 0 line)].
Qed.

Theorem v1_lemma8_gradient_region : v1_lemma8_gradient_statement.
Proof.
  unfold v1_lemma8_gradient_statement, v1_lemma8_gradient_domain, v1_lemma8_gradient_region, v1_lemma8_gradient_claim; split.
  - intros N_c c e p slope w psi units (flat & -> & -> & [_ least] & law) (_ & product & positive & _) small.
    rewrite <- pow_powerRZ in product; assert (0 <= c) by lra.
    assert (0 <= p) by (rewrite product; apply Rmult_le_pos; [apply pow_le|apply weights_nonneg]; lra).
    assert (close : forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> Rabs (chain psi units x - chain psi units y) <= p * Rabs (x - y))
      by (intros x y _ _; rewrite product; apply chain_close; assumption).
    split; [apply least; split; assumption|]; apply Rle_trans with (1 := energy_most _ p e close law); nra.
  - intros N_c c p w given; destruct (given 0 0) as [(_ & product & positive & many & some) large].
    assert (exists more, N_c = Z.of_nat (S more)) as [more ->].
    { exists (Z.to_nat N_c - 1)%nat; apply Rge_le, le_IZR in many; lia. }
    rewrite <- pow_powerRZ in product.
    exists (Rabs (c ^ S more * w)), ((c ^ S more * w) ^ 2), (fun u => c * u), (line_units w more).
    split; [apply line_network; lra|]; rewrite <- product; intros [_ energy_]; nra.
Qed.

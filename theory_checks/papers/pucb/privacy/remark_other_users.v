(* The probability of what the others see is that under the fixed answers which they choose along it. *)
From Coq Require Import Reals Lra Lia Bool.
From TheoryChecks Require Import Sums Budget Agents Echo.
From pucb Require Import remark_other_users_statement.
Open Scope R_scope.

Theorem remark_other_users_verified : remark_other_users_statement.
Proof.
  intros user N T t epsilon respond u u' others E (nonneg & one & _) private early choose look with_.
  assert (some : (0 < INR N)).
  { apply lt_0_INR; destruct N as [|N]; [|lia]; specialize (one 0%nat (fun _ => u) (fun _ => 0%nat)); simpl in one; lra. }
  assert (along : forall x, INR N * chance N T respond (with_ x) E = total (S T) N (fun o => if E o then
    chance N T respond (fixed (fun i => with_ x i o)) (others_agree (S T) t o) else 0)).
  { intros x; unfold chance at 1; rewrite (total_again (S T) N t) by lia; apply total_ext; intros o range.
    assert (seen : forall y, E (put o t y) = E o) by (intros y; apply look; intros j other; apply put_there, other).
    rewrite (sum_ext N _ (fun y => if E o then run T respond (with_ x) (put o t y) else 0)) by (intros; rewrite seen; reflexivity).
    destruct (E o); [|rewrite sum_const; ring]; unfold chance; rewrite total_others by (trivial; lia).
    apply sum_ext; intros y _; apply product_ext; intros j _; f_equal.
    apply FunctionalExtensionality.functional_extensionality; intros i; unfold fixed, with_.
    destruct (Nat.eqb_spec i t) as [_ | other]; [reflexivity|]; apply choose; [exact other|].
    intros k _ away; apply put_there, away. }
  apply (Rmult_le_reg_l (INR N)); [exact some|]; rewrite along.
  replace (INR N * (exp epsilon * chance N T respond (with_ u') E)) with (exp epsilon * (INR N * chance N T respond (with_ u') E)) by ring.
  rewrite along, <- total_scale; apply total_le; intros o range; destruct (E o); [|lra].
  apply (private t); [exact early| |].
  - intros i other; unfold with_; destruct (Nat.eqb_spec i t); [contradiction|reflexivity].
  - intros v v' same; unfold others_agree; apply eq_true_iff_eq; rewrite !agrees_spec.
    split; intros all j low kept; specialize (all j low kept);
      (destruct (Nat.eqb_spec j t); [discriminate|]); [rewrite <- same|rewrite same]; assumption.
Qed.

(* An agent that tells each user the bit of the one before, and a user who answers with what it was told. *)
Example met : agent 2 3 (Echo.echo 1) /\ jointly_private 2 3 (Echo.echo 1) 1 /\
  (forall i o o', i <> 1%nat -> (forall j, (j < i)%nat -> j <> 1%nat -> o j = o' j) ->
    (fun (_ : nat) (o : outputs) => Nat.eqb (o 0%nat) 1 && Nat.ltb 0 i)%bool i o = (fun (_ : nat) (o : outputs) => Nat.eqb (o 0%nat) 1 && Nat.ltb 0 i)%bool i o').
Proof.
  split; [apply Echo.echo_agent; lra|split; [apply Echo.echo_private; lra|]].
  intros [|i] o o' _ same; simpl; [rewrite !andb_false_r; reflexivity|rewrite same by lia; reflexivity].
Qed.

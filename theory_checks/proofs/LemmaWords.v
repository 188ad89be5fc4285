(* Words of the table of lemmas that Coq's numbers have no name for. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp.
Open Scope R_scope.

(* What the checker asks of an MDP: n states, m actions. *)
Definition mdp (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) : Prop :=
  (0 < n)%nat /\ (0 < m)%nat /\ 0 <= gamma < 1 /\ stochastic n m P.

(* The whole part of a number: the checker takes exponents and places only where they are whole. *)
Definition whole_part (x : R) : Z := (up x - 1)%Z.
Definition floor (x : R) : R := IZR (whole_part x).
Definition power (x y : R) : R := powerRZ x (whole_part y).
Definition place (x : R) : nat := Z.to_nat (whole_part x).

Fixpoint product (n : nat) (f : nat -> R) : R := match n with O => 1 | S k => product k f * f k end.

(* n (n - 1) ... (n - k + 1)/k! *)
Fixpoint choices (n k : nat) : R := match k with O => 1 | S j => choices n j * (INR n - INR j) / (INR j + 1) end.

Lemma whole_part_IZR k : whole_part (IZR k) = k.
Proof. unfold whole_part; rewrite <- (tech_up (IZR k) (k + 1)); [lia| |]; rewrite plus_IZR; lra. Qed.

Lemma place_INR k : place (INR k) = k.
Proof. unfold place; rewrite INR_IZR_INZ, whole_part_IZR; apply Nat2Z.id. Qed.

Lemma power_INR x k : power x (INR k) = x ^ k.
Proof. unfold power; rewrite INR_IZR_INZ, whole_part_IZR; symmetry; apply pow_powerRZ. Qed.

(* Numbers that are not negative, and add up to 0, are 0. *)
Lemma none_above n f : (forall i, (i < n)%nat -> 0 <= f i) -> sum n f = 0 -> forall i, (i < n)%nat -> f i = 0.
Proof.
  induction n as [|n IH]; intros above none i small; [lia|]; simpl in none.
  assert (0 <= sum n f) by (apply sum_nonneg; intros; apply above; lia); pose proof (above n ltac:(lia)).
  destruct (Nat.eq_dec i n) as [->|]; [lra|apply IH; [intros; apply above; lia|lra|lia]].
Qed.

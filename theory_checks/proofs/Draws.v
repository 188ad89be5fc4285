(* Steps that draw one of finitely many things, and add standard normal noise. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors Normal NormalMean NormalSquare NormalEvents Laws Renyi.
Open Scope R_scope.

(* j is drawn with the probability p j, and Z is a standard normal vector: the mean of f j Z exists, and is l. *)
Definition noisy_draw (dim count : nat) (p : nat -> R) (f : nat -> vector -> R) (l : R) : Prop :=
  exists q, (forall j, (j < count)%nat -> mean dim (f j) (q j)) /\ l = sum count (fun j => p j * q j).

(* The mean of f at what N such steps lead to; `step k` is the one after which k are left. *)
Fixpoint after_steps (dim count : nat) (p : nat -> R) (step : nat -> nat -> vector -> vector -> vector) (N : nat) (x : vector)
  (f : vector -> R) (l : R) : Prop :=
  match N with
  | O => l = f x
  | S k => exists g, (forall y, after_steps dim count p step k y f (g y)) /\ noisy_draw dim count p (fun j z => g (step k j x z)) l
  end.

Lemma normal_vector_law k : is_law (mean k).
Proof.
  induction k as [|k IH]; [split; simpl; intros; subst; trivial|]; split.
  - intros c; exists (fun _ => c); split; [intros; apply IH|apply (of_constant _ normal_law)].
  - intros f f' a b l l' (g & inner & outer) (g' & inner' & outer'); exists (fun x => a * g x + b * g' x); split.
    + intros x; apply (of_sum _ IH); [apply inner|apply inner'].
    + apply (of_sum _ normal_law); assumption.
  - intros f f' l l' below (g & inner & outer) (g' & inner' & outer'); apply (in_order _ normal_law g g'); trivial.
    intros x; refine (in_order _ IH _ _ _ _ _ (inner x) (inner' x)); intros z; apply below.
Qed.


(* A number of the vector, moved and scaled *)
Lemma mean_of_one_entry k i c s : (i < k)%nat -> mean k (fun z => c + s * z i) c.
Proof.
  intros small; apply (mean_ext k (fun z => c + sum k (fun j => s * unit i j * z j))); [|apply mean_of_line].
  intros z; f_equal; rewrite (sum_ext k _ (fun j => s * z j * unit i j)) by (intros; ring); apply (sum_unit k i (fun j => s * z j)), small.
Qed.

Lemma mean_of_product k : forall i j, (i < k)%nat -> (j < k)%nat -> mean k (fun z => z i * z j) (unit i j).
Proof.
  induction k as [|k IH]; [lia|]; intros i j one two.
  assert (constant : forall c, mean_of_one (fun _ => c) c) by apply (of_constant _ normal_law).
  destruct (Nat.eq_dec i k) as [->|first]; destruct (Nat.eq_dec j k) as [->|second].
  - exists (fun x => x ^ 2); split; [|unfold unit; rewrite Nat.eqb_refl; apply mean_square].
    intros x; apply (mean_ext k (fun _ => x ^ 2)); [intros z; rewrite Nat.eqb_refl; ring|apply (of_constant _ (normal_vector_law k))].
  - exists (fun _ => 0); split; [|unfold unit; replace (Nat.eqb j k) with false by (symmetry; apply Nat.eqb_neq; lia); apply constant].
    intros x; apply (mean_ext k (fun z => 0 + x * z j)); [|apply mean_of_one_entry; lia].
    intros z; rewrite Nat.eqb_refl; replace (Nat.eqb j k) with false by (symmetry; apply Nat.eqb_neq; lia); ring.
  - exists (fun _ => 0); split; [|unfold unit; replace (Nat.eqb k i) with false by (symmetry; apply Nat.eqb_neq; lia); apply constant].
    intros x; apply (mean_ext k (fun z => 0 + x * z i)); [|apply mean_of_one_entry; lia].
    intros z; rewrite Nat.eqb_refl; replace (Nat.eqb i k) with false by (symmetry; apply Nat.eqb_neq; lia); ring.
  - exists (fun _ => unit i j); split; [|apply constant]; intros x; apply (mean_ext k (fun z => z i * z j)); [|apply IH; lia].
    intros z; replace (Nat.eqb i k) with false by (symmetry; apply Nat.eqb_neq; lia).
    replace (Nat.eqb j k) with false by (symmetry; apply Nat.eqb_neq; lia); reflexivity.
Qed.

Lemma noisy_draw_unique dim count p f k l : noisy_draw dim count p f k -> noisy_draw dim count p f l -> k = l.
Proof.
  intros (q & one & ->) (q' & two & ->); apply sum_ext; intros j small.
  rewrite (mean_unique dim _ _ _ (one j small) (two j small)); reflexivity.
Qed.

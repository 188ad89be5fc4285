(* Agents that meet one user in each of T episodes and finally release a policy, and their joint privacy (Definition 3 of PUCB). *)
From Coq Require Import Reals Lra Lia Bool List FunctionalExtensionality.
From TheoryChecks Require Import Sums Budget.
Open Scope R_scope.

Fixpoint product (n : nat) (f : nat -> R) : R := match n with O => 1 | S k => product k f * f k end.

(* Position i < T holds what the agent does in episode i, by a number below N; position T the policy that is released. *)
Definition outputs := nat -> nat.
Definition put (o : outputs) (t x : nat) : outputs := fun j => if Nat.eqb j t then x else o j.

(* The sum over all values of the first n positions *)
Fixpoint total (n N : nat) (f : outputs -> R) : R :=
  match n with O => f (fun _ => O) | S k => sum N (fun x => total k N (fun o => f (put o k x))) end.

Section Agent.
Context {user : Type}.
Variables (N T : nat).

(* The probability of output x at position j; users, and what was put out, are those up to then: a user is whatever answers to
   all that the agent may do in the episode. *)
Definition agent (respond : nat -> (nat -> user) -> outputs -> nat -> R) : Prop :=
  (forall j U o x, 0 <= respond j U o x) /\ (forall j U o, sum N (respond j U o) = 1) /\
  (forall j U U' o o' x, (j <= T)%nat -> (forall i, (i <= j)%nat -> (i < T)%nat -> U i = U' i) -> (forall i, (i < j)%nat -> o i = o' i) ->
    respond j U o x = respond j U' o' x).

(* Who takes part in episode i may depend on what was put out before. *)
Definition strategies := nat -> outputs -> user.
Definition fixed (U : nat -> user) : strategies := fun i _ => U i.

Variable respond : nat -> (nat -> user) -> outputs -> nat -> R.

Definition run (F : strategies) (o : outputs) : R := product (S T) (fun j => respond j (fun i => F i o) o (o j)).
Definition chance (F : strategies) (E : outputs -> bool) : R := total (S T) N (fun o => if E o then run F o else 0).

(* Events of all outputs but that of episode t *)
Definition hides (t : nat) (E : outputs -> bool) : Prop := forall o o', (forall j, j <> t -> o j = o' j) -> E o = E o'.

Definition jointly_private (epsilon : R) : Prop := forall t U U' E, (t < T)%nat -> (forall i, i <> t -> U i = U' i) -> hides t E ->
  chance (fixed U) E <= exp epsilon * chance (fixed U') E.
End Agent.

Lemma put_here o t x : put o t x t = x.
Proof. unfold put; rewrite Nat.eqb_refl; reflexivity. Qed.

Lemma put_there o t x j : j <> t -> put o t x j = o j.
Proof. intros other; unfold put; destruct (Nat.eqb_spec j t); [contradiction|reflexivity]. Qed.

Lemma put_again o t x y : put (put o t x) t y = put o t y.
Proof. apply functional_extensionality; intros j; unfold put; destruct (Nat.eqb j t); reflexivity. Qed.

Lemma put_swap o s t x y : s <> t -> put (put o s x) t y = put (put o t y) s x.
Proof.
  intros other; apply functional_extensionality; intros j; unfold put.
  destruct (Nat.eqb_spec j s), (Nat.eqb_spec j t); congruence.
Qed.

Definition inside (n N : nat) (o : outputs) : Prop := (forall j, (j < n)%nat -> (o j < N)%nat) /\ forall j, (n <= j)%nat -> o j = O.

Lemma inside_next n N o x : inside n N o -> (x < N)%nat -> inside (S n) N (put o n x).
Proof.
  intros [low high] small; split; intros j range.
  - destruct (Nat.eq_dec j n) as [-> | other]; [rewrite put_here; exact small|rewrite put_there by exact other; apply low; lia].
  - rewrite put_there by lia; apply high; lia.
Qed.

Lemma total_le n N : forall f g, (forall o, inside n N o -> f o <= g o) -> total n N f <= total n N g.
Proof.
  induction n as [|n IH]; intros f g below; simpl; [apply below; split; intros; [lia|reflexivity]|].
  apply sum_le; intros x small; apply IH; intros o range; apply below, inside_next; assumption.
Qed.

Lemma total_ext n N f g : (forall o, inside n N o -> f o = g o) -> total n N f = total n N g.
Proof. intros same; apply Rle_antisym; apply total_le; intros o range; rewrite (same o range); apply Rle_refl. Qed.

Lemma total_scale n N c : forall f, total n N (fun o => c * f o) = c * total n N f.
Proof.
  induction n as [|n IH]; intros f; simpl; [reflexivity|]; rewrite <- sum_scale; apply sum_ext; intros x _.
  exact (IH (fun o => f (put o n x))).
Qed.

Lemma total_sum n N m : forall f, total n N (fun o => sum m (fun i => f i o)) = sum m (fun i => total n N (f i)).
Proof.
  induction n as [|n IH]; intros f; simpl; [reflexivity|]; rewrite sum_swap; apply sum_ext; intros x _.
  exact (IH (fun i o => f i (put o n x))).
Qed.

(* Position t may be summed over once more. *)
Lemma total_again n N t : (t < n)%nat -> forall f, INR N * total n N f = total n N (fun o => sum N (fun x => f (put o t x))).
Proof.
  induction n as [|n IH]; intros small f; [lia|]; cbn [total].
  destruct (Nat.eq_dec t n) as [-> | other].
  - rewrite (sum_ext N (fun y => total n N (fun o => sum N (fun x => f (put (put o n y) n x))))
      (fun _ => sum N (fun x => total n N (fun o => f (put o n x))))); [rewrite sum_const; reflexivity|].
    intros y _; rewrite <- total_sum; apply total_ext; intros o _; apply sum_ext; intros x _; rewrite put_again; reflexivity.
  - rewrite <- sum_scale; apply sum_ext; intros y _; rewrite (IH ltac:(lia) (fun o => f (put o n y))).
    apply total_ext; intros o _; apply sum_ext; intros x _; rewrite (put_swap o n t y x) by lia; reflexivity.
Qed.

(* The event that the outputs are those of v at all positions that are kept *)
Definition agrees (n : nat) (kept : nat -> bool) (v o : outputs) : bool := forallb (fun j => implb (kept j) (Nat.eqb (o j) (v j))) (seq 0 n).

Lemma agrees_spec n kept v o : agrees n kept v o = true <-> forall j, (j < n)%nat -> kept j = true -> o j = v j.
Proof.
  unfold agrees; rewrite forallb_forall; split.
  - intros all j small on; specialize (all j ltac:(apply in_seq; lia)); rewrite on in all; apply Nat.eqb_eq, all.
  - intros all j range; apply in_seq in range; destruct (kept j) eqn:on; [|reflexivity]; apply Nat.eqb_eq, all; [lia|exact on].
Qed.

Lemma inside_same n N v o : inside n N v -> inside n N o -> (forall j, (j < n)%nat -> o j = v j) -> o = v.
Proof.
  intros [_ one] [_ two] same; apply functional_extensionality; intros j.
  destruct (Nat.le_gt_cases n j) as [out | small]; [rewrite one, two by exact out; reflexivity|apply same, small].
Qed.

Lemma sum_only n v f : (v < n)%nat -> sum n (fun x => if Nat.eqb x v then f x else 0) = f v.
Proof.
  induction n as [|n IH]; intros small; [lia|]; simpl; destruct (Nat.eqb_spec n v) as [-> | other].
  - rewrite (sum_ext v _ (fun _ => 0)), sum_const; [ring|]; intros x below; destruct (Nat.eqb_spec x v); [lia|reflexivity].
  - rewrite IH by lia; ring.
Qed.

Lemma total_zero n N : total n N (fun _ => 0) = 0.
Proof. rewrite (total_ext n N _ (fun _ => 0 * 0)), total_scale by (intros; ring); ring. Qed.

Lemma total_only n N : forall v f, inside n N v -> total n N (fun o => if agrees n (fun _ => true) v o then f o else 0) = f v.
Proof.
  induction n as [|n IH]; intros v f range; cbn [total].
  - simpl; f_equal; apply functional_extensionality; intros j; symmetry; apply range; lia.
  - transitivity (sum N (fun x => if Nat.eqb x (v n) then f (put (put v n O) n x) else 0)).
    + apply sum_ext; intros x small.
      assert (before : inside n N (put v n O)).
      { split; intros j where_; [rewrite put_there by lia; apply range; lia|].
        destruct (Nat.eq_dec j n) as [-> | other]; [apply put_here|rewrite put_there by exact other; apply range; lia]. }
      destruct (Nat.eqb_spec x (v n)) as [same | other].
      * rewrite <- (IH (put v n O) (fun o => f (put o n x)) before); apply total_ext; intros o _.
        assert (agrees (S n) (fun _ => true) v (put o n x) = agrees n (fun _ => true) (put v n O) o) as ->; [|reflexivity].
        apply eq_true_iff_eq; rewrite !agrees_spec; split; intros all j low _.
        -- specialize (all j ltac:(lia) eq_refl); rewrite put_there in all by lia; rewrite put_there by lia; exact all.
        -- destruct (Nat.eq_dec j n) as [-> | away]; [rewrite put_here; exact same|rewrite put_there by exact away].
           rewrite (all j ltac:(lia) eq_refl), put_there by exact away; reflexivity.
      * transitivity (total n N (fun _ => 0)); [|apply total_zero]; apply total_ext; intros o _.
        destruct (agrees (S n) (fun _ => true) v (put o n x)) eqn:on; [|reflexivity].
        rewrite agrees_spec in on; specialize (on n ltac:(lia) eq_refl); rewrite put_here in on; contradiction.
    + rewrite (sum_only N (v n) (fun x => f (put (put v n O) n x))) by (apply range; lia).
      f_equal; apply functional_extensionality; intros j; rewrite put_again; unfold put.
      destruct (Nat.eqb_spec j n) as [-> | other]; reflexivity.
Qed.

(* The event that all positions but t are those of v *)
Definition others_agree (n t : nat) (v : outputs) : outputs -> bool := agrees n (fun j => negb (Nat.eqb j t)) v.

Theorem total_others n N t v f : (t < n)%nat -> inside n N v ->
  total n N (fun o => if others_agree n t v o then f o else 0) = sum N (fun x => f (put v t x)).
Proof.
  intros small range; rewrite (total_ext n N _ (fun o => sum N (fun x => if agrees n (fun _ => true) (put v t x) o then f o else 0))).
  - rewrite total_sum; apply sum_ext; intros x below; apply (total_only n N (put v t x) f).
    split; intros j where_; unfold put; destruct (Nat.eqb_spec j t); try lia; apply range; exact where_.
  - intros o there; transitivity (sum N (fun x => if Nat.eqb x (o t) then if others_agree n t v o then f o else 0 else 0)).
    + rewrite (sum_only N (o t) (fun _ => if others_agree n t v o then f o else 0)) by (apply there, small); reflexivity.
    + apply sum_ext; intros x _.
      assert (agrees n (fun _ => true) (put v t x) o = andb (Nat.eqb x (o t)) (others_agree n t v o)) as ->.
      { apply eq_true_iff_eq; rewrite andb_true_iff, Nat.eqb_eq; unfold others_agree; rewrite !agrees_spec; split.
        - intros all; split; [rewrite (all t small eq_refl), put_here; reflexivity|]; intros j low kept.
          destruct (Nat.eqb_spec j t) as [-> | away]; [discriminate|]; rewrite (all j low eq_refl), put_there by exact away; reflexivity.
        - intros [same all] j low _; destruct (Nat.eq_dec j t) as [-> | away]; [rewrite put_here; symmetry; exact same|].
          rewrite put_there by exact away; apply all; [exact low|destruct (Nat.eqb_spec j t); [contradiction|reflexivity]]. }
      destruct (Nat.eqb x (o t)); reflexivity.
Qed.

Lemma product_ext n f g : (forall j, (j < n)%nat -> f j = g j) -> product n f = product n g.
Proof. induction n as [|n IH]; intros same; simpl; [reflexivity|]; rewrite IH, same by (intros; try apply same; lia); reflexivity. Qed.

Lemma product_nonneg n f : (forall j, 0 <= f j) -> 0 <= product n f.
Proof. intros some; induction n as [|n IH]; simpl; [lra|apply Rmult_le_pos; [exact IH|apply some]]. Qed.

(* The sum of products is the product of sums. *)
Lemma total_product n N : forall g, total n N (fun o => product n (fun j => g j (o j))) = product n (fun j => sum N (g j)).
Proof.
  induction n as [|n IH]; intros g; simpl; [reflexivity|].
  rewrite (sum_ext N _ (fun x => total n N (fun o => product n (fun j => g j (o j))) * g n x)).
  - rewrite (sum_ext N _ (fun x => product n (fun j => sum N (g j)) * g n x)) by (intros; rewrite IH; reflexivity).
    rewrite sum_scale; ring.
  - intros x _; rewrite (Rmult_comm _ (g n x)), <- total_scale; apply total_ext; intros o _; rewrite put_here, Rmult_comm; f_equal.
    apply product_ext; intros j small; rewrite put_there by lia; reflexivity.
Qed.

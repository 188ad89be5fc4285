(* The visits are replaced one after the other. As much is told by an agent that tells each user the bit of the one before, by
   randomised response, if the user comes in every other episode. *)
From Coq Require Import Reals Lra Lia Bool List FinFun.
From TheoryChecks Require Import Sums Agents Echo.
From pucb Require Import remark_returning_user_private_agents_statement.
Open Scope R_scope.

Lemma level_times epsilon k : exp (INR (S k) * epsilon) = exp epsilon * exp (INR k * epsilon).
Proof. rewrite S_INR, <- exp_plus; f_equal; ring. Qed.

Lemma one_by_one (user : Type) N T epsilon (respond : nat -> (nat -> user) -> outputs -> nat -> R) visits :
  jointly_private N T respond epsilon -> forall U U' E, of_visits T visits U U' E ->
  chance N T respond (fixed U) E <= exp (INR (length visits) * epsilon) * chance N T respond (fixed U') E.
Proof.
  intros private; induction visits as [|t rest IH]; intros U U' E (once & shown & same).
  - simpl; rewrite Rmult_0_l, exp_0, Rmult_1_l; right.
    assert (U = U') as -> by (apply FunctionalExtensionality.functional_extensionality; intros i; apply same; intros []); reflexivity.
  - cbn [length]; rewrite level_times, Rmult_assoc; apply NoDup_cons_iff in once; destruct once as [new once].
    set (M := fun i => if Nat.eqb i t then U' i else U i); destruct (shown t (or_introl eq_refl)) as [early look].
    apply Rle_trans with (exp epsilon * chance N T respond (fixed M) E).
    + apply (private t); [exact early| |exact look]; intros i other; unfold M; destruct (Nat.eqb_spec i t); [contradiction|reflexivity].
    + apply Rmult_le_compat_l; [left; apply exp_pos|]; apply IH; repeat split; [exact once|..].
      * apply shown; right; assumption.
      * apply shown; right; assumption.
      * intros i away; unfold M; destruct (Nat.eqb_spec i t); [reflexivity|]; apply same; intros [equal | later]; [congruence|contradiction].
Qed.

Definition visits (k : nat) : list nat := map (fun i => (2 * i)%nat) (seq 0 k).

Lemma in_visits k t : In t (visits k) <-> Nat.even t = true /\ (t < 2 * k)%nat.
Proof.
  unfold visits; rewrite in_map_iff; split.
  - intros (i & <- & range); apply in_seq in range; rewrite Nat.even_mul; split; [reflexivity|lia].
  - intros [even small]; apply Nat.even_spec in even; destruct even as [i ->]; exists i; split; [reflexivity|apply in_seq; lia].
Qed.

Lemma visits_hidden k t : In t (visits k) -> hides t (ones k).
Proof.
  intros visited o o' same; apply in_visits in visited; unfold ones.
  assert (equal : forall i, Nat.eqb (o (2 * i + 1)%nat) 1 = Nat.eqb (o' (2 * i + 1)%nat) 1).
  { intros i; rewrite same; [reflexivity|]; intros <-; destruct visited as [even _]; apply Nat.even_spec in even; destruct even; lia. }
  induction (seq 0 k) as [|i rest IH]; cbn [forallb]; [reflexivity|rewrite equal, IH; reflexivity].
Qed.

Theorem remark_returning_user_private_agents_verified : remark_returning_user_private_agents_statement.
Proof.
  split; [intros user N T epsilon respond ts U U' E _ private; apply one_by_one, private|]; intros epsilon k level.
  set (U := fun b i => andb b (andb (Nat.even i) (Nat.ltb i (2 * k)))).
  exists bool, 2%nat, (2 * k)%nat, (echo epsilon), (visits k), (U true), (U false), (ones k).
  pose proof (chance_of_ones epsilon k true) as told; pose proof (chance_of_ones epsilon k false) as untold.
  fold (U true) in told; fold (U false) in untold; cbv zeta in told, untold.
  change (fun i => true && (Nat.even i && Nat.ltb i (2 * k)))%bool with (U true) in told.
  change (fun i => false && (Nat.even i && Nat.ltb i (2 * k)))%bool with (U false) in untold; rewrite told, untold.
  split; [apply echo_agent, level|split; [apply echo_private, level|split; [|split; [|split]]]].
  - repeat split.
    + apply Injective_map_NoDup; [intros i j equal; lia|apply seq_NoDup].
    + apply in_visits in H; apply H.
    + apply visits_hidden, H.
    + intros i away; unfold U; destruct (Nat.even i) eqn:even, (Nat.ltb_spec i (2 * k)); try reflexivity.
      exfalso; apply away, in_visits; split; assumption.
  - unfold visits; rewrite map_length, seq_length; reflexivity.
  - apply pow_lt, flip_pos.
  - rewrite keep_flip, Rpow_mult_distr; f_equal; clear; induction k as [|k IH]; [simpl; rewrite Rmult_0_l, exp_0; reflexivity|].
    rewrite level_times, <- IH; reflexivity.
Qed.

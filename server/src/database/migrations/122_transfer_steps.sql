-- The steps of a transfer, each in one statement of the server (docs/decisions/228-a-transfer-in-few-round-trips.md).

-- What a member can spend now: what is held for a payout has left the wallet for its member.
CREATE FUNCTION wallet_after(p_member bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT posted - held FROM ledger.account WHERE member_id = p_member AND kind = 'wallet' AND currency = 'THB'
$$;

-- Writes the statement's row of a cause, after the posting that it tells of. An existing row stays unchanged.
CREATE FUNCTION write_entry(
  p_member bigint, p_cause text, p_type text, p_status text, p_from text, p_to text, p_amount bigint, p_detail jsonb
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount, balance_after, detail)
    VALUES (p_member, p_cause, p_type, p_status, p_from, p_to, p_amount,
      CASE p_status WHEN 'SUCCESS' THEN wallet_after(p_member) END, p_detail)
    ON CONFLICT (cause) DO NOTHING;
END $$;

-- Sets the status of the row of a cause, and what is known only at the end. False: there is no such row.
CREATE FUNCTION finish_entry(p_cause text, p_status text, p_amount bigint, p_to text) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE statement_entry SET status = p_status, amount = coalesce(p_amount, amount), to_label = coalesce(p_to, to_label),
      balance_after = CASE p_status WHEN 'SUCCESS' THEN coalesce(balance_after, wallet_after(member_id)) END
    WHERE cause = p_cause;
  RETURN FOUND;
END $$;

-- Stores a transfer, in progress on the statement.
CREATE FUNCTION start_transfer(
  p_member bigint, p_kind text, p_from text, p_to text, p_amount bigint, p_key text, p_fingerprint bytea
) RETURNS transfer LANGUAGE plpgsql AS $$
DECLARE
  v_transfer transfer;
BEGIN
  INSERT INTO transfer (member_id, kind, from_code, to_code, amount, idempotency_key, fingerprint)
    VALUES (p_member, p_kind, p_from, p_to, p_amount, p_key, p_fingerprint) RETURNING * INTO v_transfer;
  PERFORM write_entry(p_member, 'transfer:' || v_transfer.id, 'transfer', 'PENDING', p_from, p_to, p_amount, '{}');
  RETURN v_transfer;
END $$;

-- Subtracts or adds what a leg moved to what is known of a game's amount, where the game is still at the leg's house.
-- Nothing moved: the wallet's answer changes all the same.
CREATE FUNCTION move_known_amount(p_leg transfer_leg, p_change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE game_account a SET amount = greatest(a.amount + p_change, 0), revision = a.revision + 1,
      played_at = CASE WHEN p_change > 0 THEN now() ELSE a.played_at END
    WHERE a.member_id = p_leg.member_id AND a.provider = p_leg.provider AND EXISTS (
      SELECT FROM game_provider g WHERE g.code = a.provider AND g.connection_id IS NOT DISTINCT FROM p_leg.connection_id);
END $$;

-- Stores an operation at the house where its game is now, due at once. For a leg into a game the money leaves the wallet
-- here, before the house is called. Errors: those of ledger.post.
CREATE FUNCTION start_leg(
  p_id uuid, p_transfer uuid, p_member bigint, p_direction text, p_provider text, p_amount bigint, p_key uuid
) RETURNS transfer_leg LANGUAGE plpgsql AS $$
DECLARE
  v_username text;
  v_game record;
  v_leg transfer_leg;
BEGIN
  SELECT username INTO STRICT v_username FROM game_account WHERE member_id = p_member AND provider = p_provider;
  SELECT connection_id, external_code INTO STRICT v_game FROM game_provider WHERE code = p_provider;
  INSERT INTO transfer_leg (id, transfer_id, member_id, direction, provider, username, amount, connection_id, external_code)
    VALUES (p_id, p_transfer, p_member, p_direction, p_provider, v_username, p_amount, v_game.connection_id, v_game.external_code)
    RETURNING * INTO v_leg;
  IF p_direction = 'in' THEN
    PERFORM ledger.post(p_key, 'single', 'transfer_reserve', ledger.ensure_account('wallet', p_member, NULL, 'THB'),
      ledger.ensure_account('in_transfer', p_member, NULL, 'THB'), p_amount, NULL, NULL, p_transfer,
      'member:' || p_member, 'transfer:' || p_transfer);
  ELSE
    PERFORM move_known_amount(v_leg, 0);
  END IF;
  RETURN v_leg;
END $$;

-- Books the result of a leg. Confirmed: into a game from in_transfer, out of a game straight to the wallet. Rejected: what
-- was reserved returns; a leg out of a game has reserved nothing. The caller holds the locks of the transfer and the leg;
-- this locks the member's money. Returns all legs of the transfer as they are then.
CREATE FUNCTION book_leg(p_id uuid, p_state text, p_reason text, p_actor text, p_key uuid) RETURNS SETOF transfer_leg
LANGUAGE plpgsql AS $$
DECLARE
  v_leg transfer_leg;
  v_wallet bigint;
  v_reserved bigint;
  v_house bigint;
BEGIN
  SELECT * INTO STRICT v_leg FROM transfer_leg WHERE id = p_id;
  v_wallet := ledger.ensure_account('wallet', v_leg.member_id, NULL, 'THB');
  v_reserved := ledger.ensure_account('in_transfer', v_leg.member_id, NULL, 'THB');
  PERFORM ledger.lock_accounts(ARRAY[v_wallet, v_reserved]);
  IF p_state = 'CONFIRMED' THEN
    v_house := ledger.ensure_account('provider', NULL, v_leg.provider, 'THB');
    IF v_leg.direction = 'in' THEN
      PERFORM ledger.post(p_key, 'single', 'transfer_in', v_reserved, v_house, v_leg.amount, NULL, NULL,
        v_leg.transfer_id, p_actor, 'transfer:' || v_leg.transfer_id);
    ELSE
      PERFORM ledger.post(p_key, 'single', 'transfer_out', v_house, v_wallet, v_leg.amount, NULL, NULL,
        v_leg.transfer_id, p_actor, 'transfer:' || v_leg.transfer_id);
    END IF;
    PERFORM move_known_amount(v_leg, CASE v_leg.direction WHEN 'in' THEN v_leg.amount ELSE -v_leg.amount END);
  ELSIF v_leg.direction = 'in' THEN
    PERFORM ledger.post(p_key, 'single', 'transfer_return', v_reserved, v_wallet, v_leg.amount, NULL, NULL,
      v_leg.transfer_id, p_actor, 'transfer:' || v_leg.transfer_id);
  ELSE
    PERFORM move_known_amount(v_leg, 0);
  END IF;
  UPDATE transfer_leg SET state = p_state, reason = p_reason, due_at = NULL WHERE id = p_id;
  RETURN QUERY SELECT * FROM transfer_leg WHERE transfer_id = v_leg.transfer_id;
END $$;

-- Ends a transfer that moved something. False: its statement has no row.
CREATE FUNCTION succeed_transfer(p_id uuid, p_moved bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE transfer SET status = 'SUCCESS', moved = p_moved, settled_at = now() WHERE id = p_id;
  RETURN finish_entry('transfer:' || p_id, 'SUCCESS', p_moved, NULL);
END $$;

-- Plain transfers into a game, many in one transaction: docs/decisions/253-transfers-together.md.

-- The lock behind which a caller's calls with one key wait for each other. `p_caller`: a member's id, or
-- `operator:` and an operator's.
CREATE FUNCTION request_key_lock(p_caller text, p_key text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('krapao.request:' || p_caller || ':' || p_key, 0)
$$;

-- What was made under a member's key, whichever call it was (calls/madeBefore.ts). A table with keys of members needs its
-- line here; madeBefore.test.ts says so.
CREATE FUNCTION made_under_key(p_member bigint, p_key text)
RETURNS TABLE ("table" text, ref text, fingerprint bytea, kind text, amount bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
    SELECT 'transfer', t.id::text, t.fingerprint, NULL, NULL::bigint
      FROM transfer t WHERE t.member_id = p_member AND t.idempotency_key = p_key
    UNION ALL SELECT 'withdrawal', t.id::text, t.fingerprint, NULL, NULL
      FROM withdrawal t WHERE t.member_id = p_member AND t.idempotency_key = p_key
    UNION ALL SELECT 'deposit_qr', t.id::text, t.fingerprint, NULL, NULL
      FROM deposit_qr t WHERE t.member_id = p_member AND t.idempotency_key = p_key
    UNION ALL SELECT 'gateway_payment', t.id::text, t.fingerprint, NULL, NULL
      FROM gateway_payment t WHERE t.member_id = p_member AND t.idempotency_key = p_key
    UNION ALL SELECT 'gift_link', t.id::text, t.fingerprint, NULL, NULL
      FROM gift_link t WHERE t.member_id = p_member AND t.idempotency_key = p_key
    UNION ALL SELECT 'manual_deposit', t.id::text, t.fingerprint, NULL, NULL
      FROM manual_deposit t WHERE t.member_id = p_member AND t.idempotency_key = p_key
    UNION ALL SELECT 'slip', t.id::text, t.fingerprint, NULL, NULL
      FROM slip t WHERE t.member_id = p_member AND t.idempotency_key = p_key
    UNION ALL SELECT 'spin', t.id::text, t.fingerprint, NULL, NULL
      FROM spin t WHERE t.member_id = p_member AND t.idempotency_key = p_key
    UNION ALL SELECT 'coupon', t.id::text, t.fingerprint, NULL, NULL
      FROM coupon t WHERE t.member_id = p_member AND t.idempotency_key = p_key
    UNION ALL SELECT NULL, o.ref, o.fingerprint, o.kind, o.amount
      FROM request_outcome o WHERE o.member_id = p_member AND o.key = p_key
        AND (o.state = 'done' OR (o.state = 'asking' AND o.at > clock_timestamp()))
    LIMIT 1;
END $$;

-- As before; with a lease, the leg is born SENT and claimed, so that its commit allows the call of the house.
DROP FUNCTION start_leg(uuid, uuid, bigint, text, text, bigint, uuid);
CREATE FUNCTION start_leg(
  p_id uuid, p_transfer uuid, p_member bigint, p_direction text, p_provider text, p_amount bigint, p_key uuid,
  p_lease_seconds double precision DEFAULT NULL
) RETURNS transfer_leg LANGUAGE plpgsql AS $$
DECLARE
  v_game record;
  v_leg transfer_leg;
  v_is_sent boolean := p_lease_seconds IS NOT NULL;
BEGIN
  SELECT a.username, g.connection_id, g.external_code INTO STRICT v_game
    FROM game_account a JOIN game_provider g ON g.code = a.provider
    WHERE a.member_id = p_member AND a.provider = p_provider;
  INSERT INTO transfer_leg (id, transfer_id, member_id, direction, provider, username, amount, connection_id, external_code,
      state, sends, claim, sent_at, due_at, connection_settings_version)
    VALUES (p_id, p_transfer, p_member, p_direction, p_provider, v_game.username, p_amount, v_game.connection_id, v_game.external_code,
      CASE WHEN v_is_sent THEN 'SENT' ELSE 'INTENT' END, v_is_sent::integer, v_is_sent::integer,
      CASE WHEN v_is_sent THEN clock_timestamp() END,
      CASE WHEN v_is_sent THEN clock_timestamp() + make_interval(secs => p_lease_seconds) ELSE now() END,
      CASE WHEN v_is_sent THEN (SELECT c.settings_version FROM connection c WHERE c.id = v_game.connection_id) END)
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

-- Whether nothing can stand in the way of a move from the wallet into a game, under the locks that startMove takes: the
-- key, the member, the game, the money. Where another transaction has one of the first three, the answer is false: a
-- batch waits for no member. False says nothing but that startMove must decide.
CREATE FUNCTION lock_plain_move(p_member bigint, p_game text, p_amount bigint, p_key text) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_wallet bigint;
BEGIN
  IF p_key IS NOT NULL THEN
    IF NOT pg_try_advisory_xact_lock(request_key_lock(p_member::text, p_key)) THEN
      RETURN false;
    END IF;
    PERFORM FROM made_under_key(p_member, p_key);
    IF FOUND THEN
      RETURN false;
    END IF;
  END IF;
  PERFORM FROM member m WHERE m.id = p_member AND m.frozen_at IS NULL FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND OR play_must_be_asked(p_member) THEN
    RETURN false;
  END IF;
  PERFORM FROM game_provider g WHERE g.code = p_game AND g.retired_at IS NULL AND g.is_active AND g.kind = 'transfer'
    AND NOT g.in_maintenance FOR KEY SHARE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  SELECT w.id INTO v_wallet FROM game_account a
    JOIN ledger.account w ON w.member_id = a.member_id AND w.kind = 'wallet' AND w.currency = 'THB'
    WHERE a.member_id = p_member AND a.provider = p_game AND a.is_open;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM ledger.lock_accounts(ARRAY[v_wallet, ledger.ensure_account('in_transfer', p_member, NULL, 'THB')]);
  RETURN wallet_after(p_member) >= p_amount;
END $$;

-- Starts those of these moves from the wallet into a game that are plain, and tells of no others. Their legs are SENT under
-- a lease: the caller calls the houses after the commit. They are taken in the order of the members, so that two calls at
-- once lock members' money in the same order.
CREATE FUNCTION begin_transfers(
  p_member bigint[], p_game text[], p_amount bigint[], p_key text[], p_fingerprint bytea[], p_leg uuid[], p_posting uuid[],
  p_lease_seconds double precision
) RETURNS TABLE (item bigint, leg transfer_leg) LANGUAGE plpgsql
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  i record;
  v_transfer transfer;
BEGIN
  FOR i IN SELECT * FROM unnest(p_member, p_game, p_amount, p_key, p_fingerprint, p_leg, p_posting) WITH ORDINALITY
      AS q (member, game, amount, key, fingerprint, leg, posting, nth)
      ORDER BY q.member, q.nth
  LOOP
    CONTINUE WHEN NOT lock_plain_move(i.member, i.game, i.amount, i.key);
    v_transfer := start_transfer(i.member, 'move', 'WALLET', i.game, i.amount, i.key, i.fingerprint);
    item := i.nth;
    leg := start_leg(i.leg, v_transfer.id, i.member, 'in', i.game, i.amount, i.posting, p_lease_seconds);
    RETURN NEXT;
  END LOOP;
END $$;

-- Books what houses have confirmed of plain moves, and ends their transfers; tells of no others: of a leg that another
-- claim holds, or another transaction, settleLeg must decide. `has_bonus`: the member has one that this may end.
CREATE FUNCTION confirm_legs(p_leg uuid[], p_claim integer[], p_posting uuid[])
RETURNS TABLE (item bigint, has_bonus boolean, settled transfer) LANGUAGE plpgsql
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  i record;
BEGIN
  FOR i IN SELECT q.*, l.transfer_id, l.member_id, l.amount
      FROM unnest(p_leg, p_claim, p_posting) WITH ORDINALITY AS q (leg, claim, posting, nth)
      JOIN transfer_leg l ON l.id = q.leg ORDER BY l.member_id, q.nth
  LOOP
    PERFORM FROM transfer t WHERE t.id = i.transfer_id AND t.kind = 'move' AND t.from_code = 'WALLET' FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    PERFORM FROM transfer_leg l WHERE l.id = i.leg AND l.claim = i.claim AND l.due_at IS NOT NULL FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    PERFORM FROM book_leg(i.leg, 'CONFIRMED', NULL, 'member:' || i.member_id, i.posting);
    IF NOT succeed_transfer(i.transfer_id, i.amount) THEN
      RAISE EXCEPTION 'no statement row of transfer %', i.transfer_id;
    END IF;
    item := i.nth;
    has_bonus := EXISTS (SELECT FROM member_bonus b WHERE b.member_id = i.member_id AND b.state = 'ACTIVE');
    SELECT t.* INTO settled FROM transfer t WHERE t.id = i.transfer_id;
    RETURN NEXT;
  END LOOP;
END $$;

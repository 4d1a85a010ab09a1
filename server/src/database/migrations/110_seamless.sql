-- Games that bet from the wallet itself (docs/decisions/215-seamless-games.md).

ALTER TABLE game_provider
  DROP CONSTRAINT game_provider_kind_check,
  ADD CONSTRAINT game_provider_kind_check CHECK (kind IN ('transfer', 'seamless')),
  -- The sandbox's own games have transfer wallets.
  ADD CONSTRAINT game_provider_seamless CHECK (kind = 'transfer' OR connection_id IS NOT NULL);

ALTER TABLE statement_entry
  DROP CONSTRAINT statement_entry_statement_type_check,
  ADD CONSTRAINT statement_entry_statement_type_check
    CHECK (statement_type IN ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer', 'play'));

-- A member's opening of a seamless game: one row of the statement. The sums change with each bet and win.
CREATE TABLE game_session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  provider text NOT NULL REFERENCES game_provider (code),
  connection_id uuid NOT NULL,
  -- SHA-256 of what the maker shows with each bet. Null: the maker paid without an opening.
  token_hash bytea UNIQUE,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- When the last bet, win or cancellation was booked; null: none.
  last_at timestamptz,
  staked bigint NOT NULL DEFAULT 0 CHECK (staked >= 0),
  won bigint NOT NULL DEFAULT 0 CHECK (won >= 0),
  rounds integer NOT NULL DEFAULT 0 CHECK (rounds >= 0)
) WITH (fillfactor = 50);
CREATE INDEX game_session_open ON game_session (member_id, provider) WHERE ended_at IS NULL;

-- One round of a game. No foreign keys here and below: they would lock the member's row with each bet.
CREATE TABLE game_round (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  connection_id uuid NOT NULL,
  provider text NOT NULL,
  member_id bigint NOT NULL,
  -- The maker's name of the round.
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 200),
  session_id bigint NOT NULL,
  -- The day in Bangkok to which its stakes and wins count, while that day is open.
  day date NOT NULL,
  staked bigint NOT NULL DEFAULT 0 CHECK (staked >= 0),
  won bigint NOT NULL DEFAULT 0 CHECK (won >= 0),
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null: the maker has not said that the round is over.
  closed_at timestamptz,
  -- Who of the operators asked the maker, and what it said.
  decided_by bigint REFERENCES operator (id),
  decided_because text,
  decided_at timestamptz,
  UNIQUE (connection_id, provider, member_id, reference),
  CHECK (num_nonnulls(decided_by, decided_because, decided_at) IN (0, 3) AND (decided_by IS NULL OR closed_at IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX game_round_session ON game_round (session_id, id);
CREATE INDEX game_round_open ON game_round (member_id, opened_at) WHERE closed_at IS NULL;

-- What a maker moved, kept for good: the same name never moves money again.
CREATE TABLE game_transaction (
  connection_id uuid NOT NULL,
  -- The maker's name of it.
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 200),
  id bigint GENERATED ALWAYS AS IDENTITY,
  verb text NOT NULL CHECK (verb IN ('debit', 'credit', 'cancel')),
  -- TOMBSTONE: it was cancelled before it came, so it is refused when it comes.
  state text NOT NULL CHECK (state IN ('BOOKED', 'CANCELLED', 'TOMBSTONE')),
  member_id bigint NOT NULL,
  provider text NOT NULL,
  round_id bigint,
  -- Satang that moved; of a cancellation what came back.
  amount bigint NOT NULL CHECK (amount >= 0),
  -- The transaction that it cancels, or the bet that it pays for.
  refers_to text,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (connection_id, reference),
  CHECK (state <> 'TOMBSTONE' OR (verb = 'debit' AND amount = 0 AND round_id IS NULL))
);
CREATE INDEX game_transaction_round ON game_transaction (round_id) WHERE round_id IS NOT NULL;

-- Where a maker's books and ours cannot agree: an id used for something else, a win for a cancelled bet, a cancelled win
-- that is spent. Operators ask the maker.
CREATE TABLE game_conflict (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  connection_id uuid NOT NULL,
  reference text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('OTHER_CONTENT', 'CANCELLED_BET', 'WIN_IS_SPENT')),
  member_id bigint NOT NULL,
  provider text NOT NULL,
  -- What the maker wanted.
  verb text NOT NULL,
  amount bigint NOT NULL,
  times integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by bigint REFERENCES operator (id),
  decided_because text,
  decided_at timestamptz,
  UNIQUE (connection_id, reference, reason, verb, amount),
  CHECK (num_nonnulls(decided_by, decided_because, decided_at) IN (0, 3))
);
CREATE INDEX game_conflict_open ON game_conflict (first_at) WHERE decided_at IS NULL;

-- Whether anything may close a member's play, so that the rules of protection must be asked (modules/protection/admit.ts).
-- A rule of play that reads another table needs its line here. False for who has no limit, no break, no finding, no question open, and has begun to play: most bets of most members.
CREATE FUNCTION play_must_be_asked(p_member bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM pause WHERE member_id = p_member AND ended_at IS NULL)
    OR EXISTS (SELECT FROM reality_check WHERE member_id = p_member AND asked_at IS NOT NULL)
    OR EXISTS (SELECT FROM game_closing WHERE member_id = p_member)
    OR EXISTS (SELECT FROM identity_finding WHERE member_id = p_member)
    OR EXISTS (SELECT FROM member_limit WHERE member_id = p_member AND from_at IS NOT NULL AND ended_at IS NULL)
    OR NOT EXISTS (SELECT FROM play_session WHERE member_id = p_member AND ended_at IS NULL)
$$;

CREATE TYPE game_move_result AS (outcome text, balance bigint, transaction_id bigint);

-- Books one bet, win or cancellation with everything beside it: one posting, the round, the member's day, the session and
-- its row of the statement. Outcomes: DONE; REPLAYED: it was booked before; ASK: nothing was done, the rules of protection
-- must be asked first; OFF: the connection is switched off; NO_PLAYER; NO_SESSION; NOT_ENOUGH; CONFLICT; CANCELLED: the bet was cancelled. All but DONE change no
-- money. The wallet is locked first, so moves of one member follow each other.
CREATE FUNCTION book_game_move(
  p_key uuid, p_connection uuid, p_reference text, p_verb text, p_username text, p_token bytea, p_amount bigint,
  p_round text, p_closes boolean, p_refers_to text, p_is_admitted boolean
) RETURNS game_move_result LANGUAGE plpgsql AS $$
DECLARE
  v_player record;
  v_round record;
  v_old game_transaction;
  v_target game_transaction;
  v_available bigint;
  v_session bigint;
  v_sums game_session;
  v_id bigint;
  v_to_wallet boolean := p_verb <> 'debit';
  v_stake bigint := 0;
  v_win bigint := 0;
  v_today date := (clock_timestamp() AT TIME ZONE 'Asia/Bangkok')::date;
  v_day date;
  v_net bigint;
  v_conflict text;
BEGIN
  SELECT a.member_id, a.provider, w.id AS wallet, m.status = 'active' AND m.frozen_at IS NULL AS may_play,
      g.connection_id = p_connection AS is_here, g.is_active AND NOT g.in_maintenance AS is_open,
      EXISTS (SELECT FROM connection c WHERE c.id = p_connection AND c.is_active) AS is_on,
      (SELECT h.id FROM ledger.account h WHERE h.kind = 'provider' AND h.member_id IS NULL AND h.provider = a.provider
        AND h.currency = 'THB') AS house
    INTO v_player
    FROM game_account a
    JOIN game_provider g ON g.code = a.provider AND g.kind = 'seamless'
    JOIN member m ON m.id = a.member_id
    JOIN ledger.account w ON w.member_id = coalesce(m.merged_into, m.id) AND w.kind = 'wallet' AND w.currency = 'THB'
    WHERE a.username = p_username;
  -- Whoever switched a connection off may not trust its key any more.
  IF FOUND AND NOT v_player.is_on THEN
    RETURN ROW('OFF', NULL, NULL)::game_move_result;
  END IF;
  -- A game that moved still gets what its old house owes.
  IF v_player IS NULL OR NOT (v_player.is_here OR (p_verb <> 'debit' AND EXISTS (SELECT FROM game_round r
      WHERE r.connection_id = p_connection AND r.provider = v_player.provider AND r.member_id = v_player.member_id))) THEN
    RETURN ROW('NO_PLAYER', NULL, NULL)::game_move_result;
  END IF;

  PERFORM ledger.lock_accounts(ARRAY[v_player.wallet]);
  SELECT w.posted - w.held INTO v_available FROM ledger.account w WHERE w.id = v_player.wallet;

  SELECT * INTO v_old FROM game_transaction t WHERE t.connection_id = p_connection AND t.reference = p_reference;
  IF FOUND THEN
    IF v_old.state = 'TOMBSTONE' AND p_verb = 'debit' AND v_old.member_id = v_player.member_id THEN
      RETURN ROW('CANCELLED', v_available, v_old.id)::game_move_result;
    ELSIF (v_old.verb, v_old.member_id, v_old.provider) IS DISTINCT FROM (p_verb, v_player.member_id, v_player.provider)
        OR (p_verb <> 'cancel' AND v_old.amount <> p_amount) OR (p_verb = 'cancel' AND v_old.refers_to <> p_refers_to) THEN
      v_conflict := 'OTHER_CONTENT';
    ELSE
      RETURN ROW(CASE v_old.state WHEN 'BOOKED' THEN 'REPLAYED' ELSE 'CANCELLED' END, v_available, v_old.id)::game_move_result;
    END IF;
  END IF;

  SELECT s.id INTO v_session FROM game_session s
    WHERE s.token_hash = p_token AND s.member_id = v_player.member_id AND s.provider = v_player.provider
      AND s.connection_id = p_connection
      AND (p_verb <> 'debit' OR (s.ended_at IS NULL AND s.expires_at > clock_timestamp()));

  IF v_conflict IS NOT NULL THEN
    NULL;
  ELSIF p_verb = 'debit' THEN
    IF v_session IS NULL THEN
      RETURN ROW('NO_SESSION', v_available, NULL)::game_move_result;
    ELSIF NOT p_is_admitted AND (NOT v_player.may_play OR NOT v_player.is_open OR play_must_be_asked(v_player.member_id)) THEN
      RETURN ROW('ASK', v_available, NULL)::game_move_result;
    ELSIF p_amount > v_available THEN
      RETURN ROW('NOT_ENOUGH', v_available, NULL)::game_move_result;
    END IF;
    v_stake := p_amount;
  ELSE
    SELECT * INTO v_target FROM game_transaction t WHERE t.connection_id = p_connection AND t.reference = p_refers_to;
    IF p_verb = 'credit' THEN
      IF v_target.state IN ('CANCELLED', 'TOMBSTONE') THEN
        v_conflict := 'CANCELLED_BET';
      END IF;
      v_win := p_amount;
    ELSIF v_target.reference IS NULL THEN
      -- The bet is still on its way, or was never sent.
      INSERT INTO game_transaction (connection_id, reference, verb, state, member_id, provider, amount)
        VALUES (p_connection, p_refers_to, 'debit', 'TOMBSTONE', v_player.member_id, v_player.provider, 0);
      p_amount := 0;
    ELSIF (v_target.member_id, v_target.provider) IS DISTINCT FROM (v_player.member_id, v_player.provider)
        OR v_target.verb = 'cancel' THEN
      v_conflict := 'OTHER_CONTENT';
    ELSIF v_target.state <> 'BOOKED' THEN
      p_amount := 0;
    ELSIF v_target.verb = 'credit' AND v_target.amount > v_available THEN
      v_conflict := 'WIN_IS_SPENT';
      p_amount := v_target.amount;
    ELSE
      p_amount := v_target.amount;
      v_to_wallet := v_target.verb = 'debit';
      IF v_to_wallet THEN v_stake := -p_amount; ELSE v_win := -p_amount; END IF;
      UPDATE game_transaction t SET state = 'CANCELLED' WHERE t.connection_id = p_connection AND t.reference = p_refers_to;
    END IF;
  END IF;

  IF v_conflict IS NOT NULL THEN
    INSERT INTO game_conflict AS c (connection_id, reference, reason, member_id, provider, verb, amount)
      VALUES (p_connection, p_reference, v_conflict, v_player.member_id, v_player.provider, p_verb, p_amount)
      ON CONFLICT (connection_id, reference, reason, verb, amount)
      DO UPDATE SET times = c.times + 1, last_at = clock_timestamp();
    RETURN ROW(CASE v_conflict WHEN 'CANCELLED_BET' THEN 'CANCELLED' WHEN 'WIN_IS_SPENT' THEN 'NOT_ENOUGH' ELSE 'CONFLICT' END,
      v_available, NULL)::game_move_result;
  END IF;

  IF p_verb = 'cancel' THEN
    UPDATE game_round r SET staked = r.staked + v_stake, won = r.won + v_win, last_at = clock_timestamp(),
        closed_at = CASE WHEN p_closes OR r.staked + v_stake = 0 THEN coalesce(r.closed_at, clock_timestamp()) ELSE r.closed_at END
      WHERE r.id = v_target.round_id
      RETURNING r.id, r.day, r.session_id, false AS is_new INTO v_round;
  ELSE
    IF v_session IS NULL THEN
      SELECT r.session_id INTO v_session FROM game_round r WHERE r.connection_id = p_connection
        AND r.provider = v_player.provider AND r.member_id = v_player.member_id AND r.reference = p_round;
    END IF;
    IF v_session IS NULL THEN
      INSERT INTO game_session (member_id, provider, connection_id, expires_at, ended_at)
        VALUES (v_player.member_id, v_player.provider, p_connection, clock_timestamp(), clock_timestamp())
        RETURNING id INTO v_session;
    END IF;
    INSERT INTO game_round AS r (connection_id, provider, member_id, reference, session_id, day, staked, won, closed_at)
      VALUES (p_connection, v_player.provider, v_player.member_id, p_round, v_session, v_today, v_stake, v_win,
        CASE WHEN p_closes THEN clock_timestamp() END)
      ON CONFLICT (connection_id, provider, member_id, reference) DO UPDATE SET
        staked = r.staked + v_stake, won = r.won + v_win, last_at = clock_timestamp(),
        closed_at = CASE WHEN p_closes THEN coalesce(r.closed_at, clock_timestamp()) WHEN p_verb = 'credit' THEN r.closed_at END,
        decided_by = CASE WHEN p_closes OR p_verb = 'credit' THEN r.decided_by END,
        decided_because = CASE WHEN p_closes OR p_verb = 'credit' THEN r.decided_because END,
        decided_at = CASE WHEN p_closes OR p_verb = 'credit' THEN r.decided_at END
      RETURNING r.id, r.day, r.session_id, r.xmax = 0 AS is_new INTO v_round;
  END IF;

  -- Another member's transaction of this name at this moment: the caller asks again and finds it.
  INSERT INTO game_transaction (connection_id, reference, verb, state, member_id, provider, round_id, amount, refers_to)
    VALUES (p_connection, p_reference, p_verb, 'BOOKED', v_player.member_id, v_player.provider, v_round.id, p_amount, p_refers_to)
    RETURNING id INTO v_id;

  IF p_amount > 0 THEN
    PERFORM ledger.post(p_key, 'single', CASE p_verb WHEN 'debit' THEN 'game_bet' WHEN 'credit' THEN 'game_win' ELSE 'game_cancel' END,
      CASE WHEN v_to_wallet THEN h.id ELSE v_player.wallet END, CASE WHEN v_to_wallet THEN v_player.wallet ELSE h.id END,
      p_amount, NULL, NULL, NULL, 'connection:' || p_connection, 'round:' || v_round.id)
      FROM (SELECT coalesce(v_player.house, ledger.ensure_account('provider', NULL, v_player.provider, 'THB')) AS id) h;
    v_available := v_available + CASE WHEN v_to_wallet THEN p_amount ELSE -p_amount END;
  END IF;

  IF v_round.id IS NOT NULL THEN
    v_day := v_round.day;
    IF v_day <> v_today THEN
      -- Figures of a closed day do not change: what comes later counts on the day when it comes.
      PERFORM FROM play_close c WHERE c.provider = v_player.provider AND c.day = v_day FOR SHARE;
      IF EXISTS (SELECT FROM play_close c WHERE c.provider = v_player.provider AND c.day = v_day AND c.closed_at IS NOT NULL) THEN
        v_day := v_today;
        v_net := greatest(v_stake, 0) + greatest(-v_win, 0);
        v_win := greatest(v_win, 0) + greatest(-v_stake, 0);
        v_stake := v_net;
      END IF;
    END IF;
    INSERT INTO play_day AS d (member_id, day, provider, stake, win, rounds)
      VALUES (v_player.member_id, v_day, v_player.provider, greatest(v_stake, 0), greatest(v_win, 0), v_round.is_new::integer)
      ON CONFLICT (member_id, day, provider) DO UPDATE SET
        stake = d.stake + v_stake, win = d.win + v_win, rounds = d.rounds + v_round.is_new::integer;

    UPDATE game_session s SET last_at = clock_timestamp(), rounds = s.rounds + v_round.is_new::integer,
        staked = s.staked + CASE WHEN p_verb = 'debit' THEN p_amount WHEN p_verb = 'cancel' AND v_to_wallet THEN -p_amount ELSE 0 END,
        won = s.won + CASE WHEN p_verb = 'credit' THEN p_amount WHEN p_verb = 'cancel' AND NOT v_to_wallet THEN -p_amount ELSE 0 END
      WHERE s.id = v_round.session_id RETURNING * INTO v_sums;
    v_net := v_sums.won - v_sums.staked;
    UPDATE statement_entry e SET amount = abs(v_net), balance_after = v_available,
        from_label = CASE WHEN v_net < 0 THEN 'WALLET' ELSE v_player.provider END,
        to_label = CASE WHEN v_net < 0 THEN v_player.provider ELSE 'WALLET' END
      WHERE e.cause = 'play:' || v_sums.id;
    IF NOT FOUND THEN
      INSERT INTO statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount, balance_after)
        VALUES (v_player.member_id, 'play:' || v_sums.id, 'play', 'SUCCESS',
          CASE WHEN v_net < 0 THEN 'WALLET' ELSE v_player.provider END,
          CASE WHEN v_net < 0 THEN v_player.provider ELSE 'WALLET' END, abs(v_net), v_available);
    END IF;
  END IF;
  RETURN ROW('DONE', v_available, v_id)::game_move_result;
END $$;

-- Books many moves that are transactions of their own in one call, each as book_game_move does. They are taken in the
-- order of the members, as transfers are (145), so that two calls at once lock members' wallets in the same order.
CREATE FUNCTION book_game_moves(
  p_key uuid[], p_connection uuid[], p_reference text[], p_verb text[], p_username text[], p_token bytea[],
  p_amount bigint[], p_round text[], p_closes boolean[], p_refers_to text[], p_is_admitted boolean[]
) RETURNS TABLE (item bigint, outcome text, balance bigint, transaction_id bigint) LANGUAGE plpgsql
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  i record;
  v_result game_move_result;
BEGIN
  FOR i IN SELECT * FROM unnest(p_key, p_connection, p_reference, p_verb, p_username, p_token, p_amount, p_round, p_closes,
      p_refers_to, p_is_admitted) WITH ORDINALITY
      AS q (key, connection, reference, verb, username, token, amount, round, closes, refers_to, is_admitted, nth)
      ORDER BY (SELECT a.member_id FROM game_account a WHERE a.username = q.username LIMIT 1), q.nth
  LOOP
    v_result := book_game_move(i.key, i.connection, i.reference, i.verb, i.username, i.token, i.amount, i.round, i.closes,
      i.refers_to, i.is_admitted);
    item := i.nth;
    outcome := v_result.outcome;
    balance := v_result.balance;
    transaction_id := v_result.transaction_id;
    RETURN NEXT;
  END LOOP;
END $$;

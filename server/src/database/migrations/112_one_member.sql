-- No posting touches two members: docs/decisions/010-ledger-in-sql.md. Both functions are those of before (001, 009) with
-- one condition more on the accounts, which an account's identity makes true for ever.

CREATE OR REPLACE FUNCTION ledger.post(
  p_idem uuid, p_phase text, p_code text, p_debit bigint, p_credit bigint, p_amount bigint,
  p_pending bigint, p_reverses bigint, p_group uuid, p_actor text, p_cause text
) RETURNS ledger.result LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_old ledger.posting;
  v_currency text;
  v_moved bigint;
  v_held bigint;
  v_debit_strict boolean;
  v_credit_strict boolean;
  v_debit_after bigint;
  v_debit_version bigint;
  v_credit_after bigint;
  v_credit_version bigint;
  v_result ledger.result;
BEGIN
  IF p_phase IN ('post', 'void') OR p_pending IS NOT NULL OR p_reverses IS NOT NULL THEN
    IF (p_phase IN ('post', 'void')) <> (p_pending IS NOT NULL) OR (p_reverses IS NOT NULL AND p_phase <> 'single') THEN
      RAISE EXCEPTION 'phase % does not go with what it refers to', p_phase USING ERRCODE = 'KL004';
    END IF;
    SELECT * INTO v_old FROM ledger.posting p WHERE p.id = coalesce(p_pending, p_reverses);
    IF NOT FOUND OR (p_reverses IS NULL) <> (v_old.phase = 'hold') OR v_old.phase = 'void' THEN
      RAISE EXCEPTION 'posting % cannot be resolved or reversed', coalesce(p_pending, p_reverses) USING ERRCODE = 'KL002';
    END IF;
    p_amount := v_old.amount;
    p_code := coalesce(p_code, v_old.code);
    IF p_reverses IS NULL THEN
      p_debit := v_old.debit;
      p_credit := v_old.credit;
    ELSE
      p_debit := v_old.credit;
      p_credit := v_old.debit;
    END IF;
  END IF;

  -- 1. What never changes about the accounts, in place of foreign keys, which would lock a busy house account's row. Only
  -- strict accounts have a floor. A hold and its void leave the credit side alone.
  SELECT d.currency, d.floor IS NOT NULL, c.floor IS NOT NULL AND p_phase IN ('single', 'post'),
      CASE WHEN p_phase IN ('single', 'post') THEN p_amount ELSE 0 END,
      CASE p_phase WHEN 'hold' THEN p_amount WHEN 'single' THEN 0 ELSE -p_amount END
    INTO v_currency, v_debit_strict, v_credit_strict, v_moved, v_held
    FROM ledger.account d, ledger.account c
    WHERE d.id = p_debit AND c.id = p_credit AND c.currency = d.currency
      AND (d.member_id = c.member_id OR d.member_id IS NULL OR c.member_id IS NULL);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'accounts % and % do not exist, differ in currency or are of two members', p_debit, p_credit USING ERRCODE = 'KL002';
  END IF;

  -- 2. Lock the strict accounts, the lower id first.
  IF v_debit_strict THEN
    IF v_credit_strict AND p_credit < p_debit THEN
      PERFORM FROM ledger.account a WHERE a.id = p_credit FOR NO KEY UPDATE;
    END IF;
    SELECT a.posted - v_moved, a.version + 1 INTO v_debit_after, v_debit_version
      FROM ledger.account a WHERE a.id = p_debit FOR NO KEY UPDATE;
  ELSIF v_held <> 0 THEN
    RAISE EXCEPTION 'account % cannot hold', p_debit USING ERRCODE = 'KL004';
  END IF;
  IF v_credit_strict THEN
    SELECT a.posted + v_moved, a.version + 1 INTO v_credit_after, v_credit_version
      FROM ledger.account a WHERE a.id = p_credit FOR NO KEY UPDATE;
  END IF;

  -- 3. Insert the posting. The key is looked up here, after locking, so that whoever held the lock before is seen.
  INSERT INTO ledger.posting AS p (idem, code, phase, debit, credit, currency, amount, pending_id, reverses_id,
    group_id, debit_after, debit_version, credit_after, credit_version, actor, cause)
  VALUES (p_idem, p_code, p_phase, p_debit, p_credit, v_currency, p_amount, p_pending, p_reverses,
    p_group, v_debit_after, v_debit_version, v_credit_after, v_credit_version, p_actor, p_cause)
  ON CONFLICT (idem) DO NOTHING
  RETURNING p.id, p.debit, p.credit, p.amount, p.debit_after, p.credit_after, p.at, false INTO v_result;

  -- 4. Update the balances; the CHECKs decide. The versions go up by one, so a lost update could not stay unseen.
  IF FOUND THEN
    IF v_debit_strict THEN
      UPDATE ledger.account a SET posted = a.posted - v_moved, held = a.held + v_held, version = a.version + 1
        WHERE a.id = p_debit AND a.version = v_debit_version - 1;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'account % changed while it was locked', p_debit USING ERRCODE = 'KL006';
      END IF;
    END IF;
    IF v_credit_strict THEN
      UPDATE ledger.account a SET posted = a.posted + v_moved, version = a.version + 1
        WHERE a.id = p_credit AND a.version = v_credit_version - 1;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'account % changed while it was locked', p_credit USING ERRCODE = 'KL006';
      END IF;
    END IF;
    RETURN v_result;
  END IF;

  -- 5. The key is booked: the same command gets the first answer. Who asks is not part of the command.
  SELECT * INTO v_old FROM ledger.posting p WHERE p.idem = p_idem;
  IF (v_old.phase, v_old.code, v_old.debit, v_old.credit, v_old.amount, v_old.pending_id, v_old.reverses_id, v_old.group_id, v_old.cause)
      IS DISTINCT FROM (p_phase, p_code, p_debit, p_credit, p_amount, p_pending, p_reverses, p_group, p_cause) THEN
    RAISE EXCEPTION 'key % was used for another command', p_idem USING ERRCODE = 'KL001';
  END IF;
  v_result := (v_old.id, v_old.debit, v_old.credit, v_old.amount, v_old.debit_after, v_old.credit_after, v_old.at, true);
  RETURN v_result;
END $$;

CREATE OR REPLACE FUNCTION ledger.post_batch(
  p_idem uuid[], p_phase text[], p_code text[], p_debit bigint[], p_credit bigint[], p_amount bigint[],
  p_pending bigint[], p_reverses bigint[], p_group uuid[], p_actor text[], p_cause text[]
) RETURNS SETOF ledger.batch_result LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  -- One element for each item; null where the item is not plain.
  v_id bigint[];
  v_currency text[];
  v_debit_after bigint[];
  v_debit_version bigint[];
  v_credit_after bigint[];
  v_credit_version bigint[];
  v_at timestamptz;
  v_accounts bigint;
  v_changed bigint;
  v_item integer;
  v_posted ledger.result;
  v_refused text;
  v_refused_by text;
  v_message text;
BEGIN
  -- 1. Lock every strict account of the batch, those of holds and reversed postings too, the lowest id first.
  PERFORM FROM ledger.account a
    WHERE a.mode = 'strict' AND a.id = ANY (p_debit || p_credit || ARRAY(
      SELECT unnest(ARRAY[p.debit, p.credit]) FROM ledger.posting p WHERE p.id = ANY (p_pending || p_reverses)))
    ORDER BY a.id FOR NO KEY UPDATE;

  BEGIN
    -- 2. Replay what is plain. An account is safe when it could pay all that the batch asks of it, credits not counted:
    -- then any order is good, and nobody's refusal changes what another gets. `touches`: the account is strict and this
    -- phase changes it.
    WITH item AS (
      SELECT i.nth, i.phase, i.debit, i.credit, i.amount, d.currency, d.posted AS d_posted, d.version AS d_version,
        d.floor AS d_floor, d.posted - d.held - d.floor AS d_free, c.posted AS c_posted, c.version AS c_version, c.floor AS c_floor,
        k.known IS NULL AND i.phase IN ('single', 'hold') AND i.pending IS NULL AND i.reverses IS NULL AND i.amount > 0
          AND i.debit <> i.credit AND c.currency = d.currency AND (i.phase = 'single' OR d.floor IS NOT NULL)
          AND (d.member_id = c.member_id OR d.member_id IS NULL OR c.member_id IS NULL)
          AND row_number() OVER (PARTITION BY i.idem ORDER BY i.nth) = 1 AS is_clear
      FROM unnest(p_idem, p_phase, p_debit, p_credit, p_amount, p_pending, p_reverses)
        WITH ORDINALITY AS i (idem, phase, debit, credit, amount, pending, reverses, nth)
      LEFT JOIN LATERAL (SELECT a.* FROM ledger.account a WHERE a.id = i.debit LIMIT 1) d ON true
      LEFT JOIN LATERAL (SELECT a.* FROM ledger.account a WHERE a.id = i.credit LIMIT 1) c ON true
      LEFT JOIN LATERAL (SELECT true AS known FROM ledger.posting p WHERE p.idem = i.idem LIMIT 1) k ON true
    ), plain AS (
      SELECT item.*, is_clear AND (d_floor IS NULL
        OR d_free >= sum(amount) FILTER (WHERE is_clear) OVER (PARTITION BY debit)) IS TRUE AS is_plain FROM item
    ), side AS (
      SELECT nth, currency, is_plain, is_debit, CASE WHEN is_debit THEN debit ELSE credit END AS account_id,
        CASE WHEN is_debit THEN d_posted ELSE c_posted END AS posted, CASE WHEN is_debit THEN d_version ELSE c_version END AS version,
        is_plain AND CASE WHEN is_debit THEN d_floor IS NOT NULL ELSE c_floor IS NOT NULL AND phase = 'single' END AS touches,
        CASE WHEN phase = 'hold' THEN 0 WHEN is_debit THEN -amount ELSE amount END AS moved
      FROM plain CROSS JOIN (VALUES (true), (false)) s (is_debit)
    ), replay AS (
      SELECT nth, currency, is_plain, is_debit,
        CASE WHEN touches THEN (posted + sum(moved) FILTER (WHERE touches) OVER w)::bigint END AS after,
        CASE WHEN touches THEN version + count(*) FILTER (WHERE touches) OVER w END AS version
      FROM side WINDOW w AS (PARTITION BY account_id ORDER BY nth)
    ), line AS (
      SELECT *, lead(after) OVER w AS credit_after, lead(version) OVER w AS credit_version
      FROM replay WINDOW w AS (PARTITION BY nth ORDER BY is_debit DESC)
    )
    SELECT array_agg(id), array_agg(currency), array_agg(after), array_agg(version), array_agg(credit_after), array_agg(credit_version)
    INTO v_id, v_currency, v_debit_after, v_debit_version, v_credit_after, v_credit_version
    FROM (SELECT *, CASE WHEN is_plain THEN nextval('ledger.posting_id_seq') END AS id FROM line WHERE is_debit ORDER BY nth) l;

    -- 3. Write it.
    v_at := clock_timestamp();
    INSERT INTO ledger.posting (id, idem, code, phase, debit, credit, currency, amount, group_id,
      debit_after, debit_version, credit_after, credit_version, actor, cause, at)
    OVERRIDING SYSTEM VALUE
    SELECT l.id, l.idem, l.code, l.phase, l.debit, l.credit, l.currency, l.amount, l.grp,
      l.debit_after, l.debit_version, l.credit_after, l.credit_version, l.actor, l.cause, v_at
    FROM unnest(v_id, p_idem, p_code, p_phase, p_debit, p_credit, v_currency, p_amount, p_group,
        v_debit_after, v_debit_version, v_credit_after, v_credit_version, p_actor, p_cause)
      AS l (id, idem, code, phase, debit, credit, currency, amount, grp,
        debit_after, debit_version, credit_after, credit_version, actor, cause)
    WHERE l.id IS NOT NULL;

    WITH change AS MATERIALIZED (
      SELECT e.account_id, min(e.version) AS first, count(*) AS times, sum(e.moved)::bigint AS moved, sum(e.held)::bigint AS held
      FROM (
        SELECT d.account_id, d.version, CASE d.phase WHEN 'single' THEN -d.amount ELSE 0 END AS moved,
          CASE d.phase WHEN 'hold' THEN d.amount ELSE 0 END AS held
        FROM unnest(p_debit, v_debit_version, p_phase, p_amount) AS d (account_id, version, phase, amount) WHERE d.version IS NOT NULL
        UNION ALL
        SELECT c.account_id, c.version, c.amount, 0
        FROM unnest(p_credit, v_credit_version, p_amount) AS c (account_id, version, amount) WHERE c.version IS NOT NULL
      ) e GROUP BY e.account_id
    ), changed AS (
      UPDATE ledger.account a SET posted = a.posted + c.moved, held = a.held + c.held, version = a.version + c.times
      FROM change c WHERE a.id = c.account_id AND a.version = c.first - 1 RETURNING 1
    )
    SELECT (SELECT count(*) FROM change), (SELECT count(*) FROM changed) INTO v_accounts, v_changed;
    IF v_changed <> v_accounts THEN
      RAISE EXCEPTION '% of % accounts changed while they were locked', v_accounts - v_changed, v_accounts USING ERRCODE = 'KL006';
    END IF;
  EXCEPTION WHEN unique_violation OR check_violation OR not_null_violation OR numeric_value_out_of_range THEN
    -- Somebody wrote one of the keys in this moment, or an item is nonsense: each for itself then.
    v_id := null;
  END;
  RETURN QUERY SELECT l.item::integer, l.id, l.debit, l.credit, l.amount, l.debit_after, l.credit_after, v_at, false,
      null::text, null::text, null::text
    FROM unnest(v_id, p_debit, p_credit, p_amount, v_debit_after, v_credit_after)
      WITH ORDINALITY AS l (id, debit, credit, amount, debit_after, credit_after, item)
    WHERE l.id IS NOT NULL;

  -- 4. The others, after those: what they leave is theirs.
  FOR v_item IN SELECT n FROM generate_subscripts(p_idem, 1) n WHERE v_id IS NULL OR v_id[n] IS NULL ORDER BY n LOOP
    BEGIN
      v_posted := ledger.post(p_idem[v_item], p_phase[v_item], p_code[v_item], p_debit[v_item], p_credit[v_item], p_amount[v_item],
        p_pending[v_item], p_reverses[v_item], p_group[v_item], p_actor[v_item], p_cause[v_item]);
      RETURN NEXT (v_item, v_posted.id, v_posted.debit, v_posted.credit, v_posted.amount, v_posted.debit_after,
        v_posted.credit_after, v_posted.at, v_posted.replayed, null, null, null)::ledger.batch_result;
    EXCEPTION WHEN unique_violation OR check_violation OR not_null_violation OR numeric_value_out_of_range
      OR SQLSTATE 'KL001' OR SQLSTATE 'KL002' OR SQLSTATE 'KL004' THEN
      GET STACKED DIAGNOSTICS v_refused = RETURNED_SQLSTATE, v_refused_by = CONSTRAINT_NAME, v_message = MESSAGE_TEXT;
      RETURN NEXT (v_item, null, null, null, null, null, null, null, null, v_refused, v_refused_by, v_message)::ledger.batch_result;
    END;
  END LOOP;
END $$;

-- The ledger: the only tables that hold money. Design: docs/decisions/010-ledger-in-sql.md.
-- Amounts are integer satang. A balance counts credits minus debits: positive is what we owe to the account.

-- The application's role. Roles belong to the cluster, so another database may have made it already.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'krapao_app') THEN
    CREATE ROLE krapao_app NOLOGIN;
  END IF;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
  WHEN insufficient_privilege THEN
    RAISE EXCEPTION 'the role krapao_app is missing and this user may not create it'
      USING HINT = 'As an administrator run: CREATE ROLE krapao_app; GRANT krapao_app TO <the user of DATABASE_URL>;';
END $$;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT krapao_app TO %I', current_user);
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
  IF NOT pg_has_role(current_user, 'krapao_app', 'MEMBER') THEN RAISE; END IF;
END $$;

-- What later migrations create in public belongs to the application, apart from money.
GRANT USAGE ON SCHEMA public TO krapao_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO krapao_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO krapao_app;

CREATE SCHEMA ledger;
GRANT USAGE ON SCHEMA ledger TO krapao_app;

CREATE TABLE ledger.account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  member_id bigint,
  provider text,
  currency text NOT NULL DEFAULT 'THB' CHECK (currency ~ '^[A-Z]{3}$'),
  mode text NOT NULL CHECK (mode IN ('strict', 'derived')),
  posted bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 0,
  floor bigint NOT NULL DEFAULT 0,
  CONSTRAINT account_kind CHECK (
    CASE mode
      WHEN 'strict' THEN kind IN ('wallet', 'in_transfer') AND member_id IS NOT NULL
      ELSE kind IN ('bank', 'gateway', 'gift', 'provider', 'payout', 'bonus', 'coupon', 'refund', 'invite', 'wheel', 'adjustment')
        AND member_id IS NULL
    END),
  CONSTRAINT account_derived_has_no_row CHECK (mode = 'strict' OR (posted = 0 AND held = 0 AND version = 0)),
  CONSTRAINT account_held_not_negative CHECK (held >= 0),
  CONSTRAINT account_not_below_floor CHECK (mode = 'derived' OR posted - held >= floor),
  UNIQUE (id, currency),
  UNIQUE NULLS NOT DISTINCT (kind, member_id, provider, currency)
) WITH (fillfactor = 50);
-- No index on posted, held or version: their updates stay in the page (HOT).
CREATE INDEX account_member ON ledger.account (member_id) WHERE member_id IS NOT NULL;

CREATE TABLE ledger.posting (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  idem uuid NOT NULL UNIQUE,
  fingerprint bytea NOT NULL,
  code text NOT NULL CHECK (code ~ '^[a-z][a-z0-9_]*$'),
  phase text NOT NULL CHECK (phase IN ('single', 'hold', 'post', 'void')),
  debit bigint NOT NULL,
  credit bigint NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  pending_id bigint REFERENCES ledger.posting (id),
  reverses_id bigint REFERENCES ledger.posting (id),
  group_id uuid,
  -- A strict account's posted amount and version after this posting; null where the posting does not touch it.
  debit_after bigint,
  debit_version bigint,
  credit_after bigint,
  credit_version bigint,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  actor text NOT NULL CHECK (actor ~ '^[a-z_]+(:[A-Za-z0-9_.-]+)?$'),
  cause text NOT NULL CHECK (cause <> ''),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (debit <> credit),
  CHECK ((phase IN ('post', 'void')) = (pending_id IS NOT NULL)),
  CHECK (reverses_id IS NULL OR phase = 'single'),
  FOREIGN KEY (debit, currency) REFERENCES ledger.account (id, currency),
  FOREIGN KEY (credit, currency) REFERENCES ledger.account (id, currency)
);
CREATE UNIQUE INDEX posting_pending_once ON ledger.posting (pending_id) WHERE pending_id IS NOT NULL;
CREATE UNIQUE INDEX posting_reversed_once ON ledger.posting (reverses_id) WHERE reverses_id IS NOT NULL;
CREATE UNIQUE INDEX posting_debit_version ON ledger.posting (debit, debit_version) WHERE debit_version IS NOT NULL;
CREATE UNIQUE INDEX posting_credit_version ON ledger.posting (credit, credit_version) WHERE credit_version IS NOT NULL;
CREATE INDEX posting_xid ON ledger.posting (xid, id);

-- One row for each posting until a consumer has told the world about it.
CREATE TABLE ledger.outbox (
  posting_id bigint PRIMARY KEY REFERENCES ledger.posting (id)
);

-- The audit chain: each seal covers the postings with xid in [xid_from, xid_to), in the order (xid, id).
CREATE TABLE ledger.seal (
  seq bigint PRIMARY KEY,
  xid_from xid8 NOT NULL,
  xid_to xid8 NOT NULL UNIQUE,
  postings bigint NOT NULL CHECK (postings > 0),
  hash bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (xid_from < xid_to)
);

-- A derived account's balance over all sealed postings; its balance now adds the unsealed ones.
CREATE TABLE ledger.checkpoint (
  account_id bigint PRIMARY KEY REFERENCES ledger.account (id),
  posted bigint NOT NULL
);

CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% of %.% is refused: it is immutable', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'KL005';
END $$;
CREATE TRIGGER posting_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.posting
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER seal_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.seal
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER account_identity_immutable
  BEFORE UPDATE OF id, kind, member_id, provider, currency, mode ON ledger.account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER account_stays BEFORE DELETE OR TRUNCATE ON ledger.account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TYPE ledger.result AS (
  id bigint, debit bigint, credit bigint, amount bigint,
  debit_after bigint, credit_after bigint, at timestamptz, replayed boolean
);

-- Writes one posting, in READ COMMITTED and one round trip. Errors: KL001 another command under the same key,
-- KL002 no such account, hold or posting, KL003 hold already resolved or posting already reversed,
-- KL004 a command that makes no sense, check violation account_not_below_floor: not enough money.
CREATE FUNCTION ledger.post(
  p_idem uuid, p_phase text, p_code text, p_debit bigint, p_credit bigint, p_amount bigint,
  p_pending bigint, p_reverses bigint, p_group uuid, p_actor text, p_cause text
) RETURNS ledger.result LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_debit bigint := p_debit;
  v_credit bigint := p_credit;
  v_amount bigint := p_amount;
  v_code text := p_code;
  v_currency text;
  v_first ledger.account;
  v_second ledger.account;
  v_d ledger.account;
  v_c ledger.account;
  v_posted bigint;
  v_held bigint;
  v_old ledger.posting;
  v_fingerprint bytea := sha256(convert_to(concat_ws('|', p_phase, coalesce(p_code, '-'), coalesce(p_debit, 0),
    coalesce(p_credit, 0), coalesce(p_amount, 0), coalesce(p_pending, 0), coalesce(p_reverses, 0),
    coalesce(p_group::text, '-'), p_cause), 'UTF8'));
  v_result ledger.result;
BEGIN
  IF p_phase IN ('post', 'void') OR p_reverses IS NOT NULL THEN
    SELECT * INTO v_old FROM ledger.posting p WHERE p.id = coalesce(p_pending, p_reverses);
    IF NOT FOUND OR (p_reverses IS NULL) <> (v_old.phase = 'hold') OR v_old.phase = 'void' THEN
      RAISE EXCEPTION 'posting % cannot be resolved or reversed', coalesce(p_pending, p_reverses) USING ERRCODE = 'KL002';
    END IF;
    v_amount := v_old.amount;
    v_code := coalesce(p_code, v_old.code);
    IF p_reverses IS NULL THEN
      v_debit := v_old.debit;
      v_credit := v_old.credit;
    ELSE
      v_debit := v_old.credit;
      v_credit := v_old.debit;
    END IF;
  END IF;

  -- 1. Lock the strict accounts, the lower id first. A hold and its void leave the credit side alone.
  IF p_phase IN ('hold', 'void') THEN
    SELECT * INTO v_d FROM ledger.account a WHERE a.id = v_debit AND a.mode = 'strict' FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'account % cannot hold', v_debit USING ERRCODE = 'KL004';
    END IF;
  ELSE
    SELECT * INTO v_first FROM ledger.account a WHERE a.id = least(v_debit, v_credit) AND a.mode = 'strict' FOR NO KEY UPDATE;
    SELECT * INTO v_second FROM ledger.account a WHERE a.id = greatest(v_debit, v_credit) AND a.mode = 'strict' FOR NO KEY UPDATE;
    IF v_debit < v_credit THEN
      v_d := v_first;
      v_c := v_second;
    ELSE
      v_d := v_second;
      v_c := v_first;
    END IF;
  END IF;

  -- 2. Look the key up after locking, so that whoever held the lock before is seen.
  SELECT * INTO v_old FROM ledger.posting p WHERE p.idem = p_idem;
  IF NOT FOUND THEN
    IF p_pending IS NOT NULL AND EXISTS (SELECT FROM ledger.posting p WHERE p.pending_id = p_pending) THEN
      RAISE EXCEPTION 'hold % is already resolved', p_pending USING ERRCODE = 'KL003';
    END IF;
    IF p_reverses IS NOT NULL AND EXISTS (SELECT FROM ledger.posting p WHERE p.reverses_id = p_reverses) THEN
      RAISE EXCEPTION 'posting % is already reversed', p_reverses USING ERRCODE = 'KL003';
    END IF;
    v_currency := coalesce(v_d.currency, v_c.currency, (SELECT a.currency FROM ledger.account a WHERE a.id = v_debit));
    IF v_currency IS NULL THEN
      RAISE EXCEPTION 'account % does not exist', v_debit USING ERRCODE = 'KL002';
    END IF;

    -- 3. Insert the posting and the outbox row.
    v_posted := CASE WHEN p_phase IN ('single', 'post') THEN v_amount ELSE 0 END;
    v_held := CASE p_phase WHEN 'hold' THEN v_amount WHEN 'single' THEN 0 ELSE -v_amount END;
    INSERT INTO ledger.posting AS p (idem, fingerprint, code, phase, debit, credit, currency, amount, pending_id, reverses_id,
      group_id, debit_after, debit_version, credit_after, credit_version, actor, cause)
    VALUES (p_idem, v_fingerprint, v_code, p_phase, v_debit, v_credit, v_currency, v_amount, p_pending, p_reverses,
      p_group, v_d.posted - v_posted, v_d.version + 1, v_c.posted + v_posted, v_c.version + 1, p_actor, p_cause)
    ON CONFLICT (idem) DO NOTHING
    RETURNING p.id, p.debit, p.credit, p.amount, p.debit_after, p.credit_after, p.at, false INTO v_result;
    IF FOUND THEN
      INSERT INTO ledger.outbox (posting_id) VALUES (v_result.id);
      -- 4. Update the balances; the CHECKs decide.
      IF v_d.id IS NOT NULL THEN
        UPDATE ledger.account a SET posted = a.posted - v_posted, held = a.held + v_held, version = a.version + 1
          WHERE a.id = v_debit;
      END IF;
      IF v_c.id IS NOT NULL THEN
        UPDATE ledger.account a SET posted = a.posted + v_posted, version = a.version + 1 WHERE a.id = v_credit;
      END IF;
      RETURN v_result;
    END IF;
    -- 5. The same key arrived at the same time over other accounts: it has committed now, so this is a replay.
    SELECT * INTO v_old FROM ledger.posting p WHERE p.idem = p_idem;
  END IF;

  IF v_old.fingerprint <> v_fingerprint THEN
    RAISE EXCEPTION 'key % was used for another command', p_idem USING ERRCODE = 'KL001';
  END IF;
  v_result := (v_old.id, v_old.debit, v_old.credit, v_old.amount, v_old.debit_after, v_old.credit_after, v_old.at, true);
  RETURN v_result;
END $$;

-- Locks strict accounts in the order of their ids, before a transaction posts several times.
CREATE FUNCTION ledger.lock_accounts(p_ids bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM ledger.account a WHERE a.id = ANY (p_ids) AND a.mode = 'strict' ORDER BY a.id FOR NO KEY UPDATE;
END $$;

-- Finds or makes an account. Safe to call again and at the same time.
CREATE FUNCTION ledger.ensure_account(p_kind text, p_member bigint, p_provider text, p_currency text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id bigint;
BEGIN
  LOOP
    SELECT a.id INTO v_id FROM ledger.account a
      WHERE a.kind = p_kind AND a.member_id IS NOT DISTINCT FROM p_member
        AND a.provider IS NOT DISTINCT FROM p_provider AND a.currency = p_currency;
    IF FOUND THEN
      RETURN v_id;
    END IF;
    INSERT INTO ledger.account (kind, member_id, provider, currency, mode)
      VALUES (p_kind, p_member, p_provider, p_currency, CASE WHEN p_member IS NULL THEN 'derived' ELSE 'strict' END)
      ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

-- Hands out the oldest outbox rows and removes them; rows in another consumer's hands are skipped.
CREATE FUNCTION ledger.take_outbox(p_limit integer) RETURNS SETOF bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM ledger.outbox o
  WHERE o.posting_id IN (SELECT posting_id FROM ledger.outbox ORDER BY posting_id LIMIT p_limit FOR UPDATE SKIP LOCKED)
  RETURNING o.posting_id
$$;

-- Seals what no transaction still running can add to. Returns how many postings it sealed.
CREATE FUNCTION ledger.seal_postings() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_from xid8;
  v_to xid8;
  v_seq bigint;
  v_hash bytea;
  v_count bigint := 0;
  v_line text;
BEGIN
  -- One sealer at a time; whoever comes second leaves it to the first.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('krapao.ledger.seal', 0)) THEN
    RETURN 0;
  END IF;
  SELECT s.seq, s.xid_to, s.hash INTO v_seq, v_from, v_hash FROM ledger.seal s ORDER BY s.seq DESC LIMIT 1;
  IF NOT FOUND THEN
    v_seq := 0;
    v_from := '0';
    v_hash := sha256(''::bytea);
  END IF;
  v_to := pg_snapshot_xmin(pg_current_snapshot());
  -- Every column of a posting, a null as nothing; the free text comes last. verifyChain.ts builds the same line.
  FOR v_line IN
    SELECT concat_ws('|', p.id, p.idem, encode(p.fingerprint, 'hex'), p.code, p.phase, p.debit, p.credit, p.currency, p.amount,
      coalesce(p.pending_id::text, ''), coalesce(p.reverses_id::text, ''), coalesce(p.group_id::text, ''),
      coalesce(p.debit_after::text, ''), coalesce(p.debit_version::text, ''),
      coalesce(p.credit_after::text, ''), coalesce(p.credit_version::text, ''),
      p.xid, (extract(epoch FROM p.at) * 1000000)::bigint, p.actor, p.cause)
    FROM ledger.posting p WHERE p.xid >= v_from AND p.xid < v_to ORDER BY p.xid, p.id
  LOOP
    v_hash := sha256(v_hash || convert_to(v_line, 'UTF8'));
    v_count := v_count + 1;
  END LOOP;
  IF v_count = 0 THEN
    RETURN 0;
  END IF;
  INSERT INTO ledger.seal (seq, xid_from, xid_to, postings, hash) VALUES (v_seq + 1, v_from, v_to, v_count, v_hash);
  INSERT INTO ledger.checkpoint AS c (account_id, posted)
    SELECT m.account_id, sum(m.amount)::bigint
    FROM (
      SELECT p.debit AS account_id, -p.amount AS amount FROM ledger.posting p
        WHERE p.xid >= v_from AND p.xid < v_to AND p.phase IN ('single', 'post')
      UNION ALL
      SELECT p.credit, p.amount FROM ledger.posting p
        WHERE p.xid >= v_from AND p.xid < v_to AND p.phase IN ('single', 'post')
    ) m JOIN ledger.account a ON a.id = m.account_id AND a.mode = 'derived'
    GROUP BY m.account_id
    ON CONFLICT (account_id) DO UPDATE SET posted = c.posted + excluded.posted;
  RETURN v_count;
END $$;

-- Posted and held of any account, as of now.
CREATE FUNCTION ledger.balance(p_account bigint, OUT posted bigint, OUT held bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE a.mode WHEN 'strict' THEN a.posted ELSE
      coalesce((SELECT c.posted FROM ledger.checkpoint c WHERE c.account_id = a.id), 0)
      + coalesce((SELECT sum(CASE WHEN p.credit = a.id THEN p.amount ELSE -p.amount END)::bigint FROM ledger.posting p
          WHERE p.xid >= coalesce((SELECT s.xid_to FROM ledger.seal s ORDER BY s.seq DESC LIMIT 1), '0'::xid8)
            AND p.phase IN ('single', 'post') AND (p.debit = a.id OR p.credit = a.id)), 0)
    END, a.held
  FROM ledger.account a WHERE a.id = p_account
$$;

REVOKE ALL ON ALL TABLES IN SCHEMA ledger FROM PUBLIC, krapao_app;
GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO krapao_app;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC, krapao_app;
GRANT EXECUTE ON FUNCTION
  ledger.post(uuid, text, text, bigint, bigint, bigint, bigint, bigint, uuid, text, text),
  ledger.lock_accounts(bigint[]), ledger.ensure_account(text, bigint, text, text), ledger.take_outbox(integer),
  ledger.seal_postings(), ledger.balance(bigint)
TO krapao_app;

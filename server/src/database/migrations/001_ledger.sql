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

-- The rules of single values are domains, and those of an account's identity a trigger: PostgreSQL reads the text of a
-- table's CHECKs anew for each statement, which would cost each posting more than its balances do.
CREATE DOMAIN ledger.currency AS text CHECK (VALUE ~ '^[A-Z]{3}$');
CREATE DOMAIN ledger.amount AS bigint CHECK (VALUE > 0);
CREATE DOMAIN ledger.code AS text CHECK (VALUE ~ '^[a-z][a-z0-9_]*$');
CREATE DOMAIN ledger.phase AS text CHECK (VALUE IN ('single', 'hold', 'post', 'void'));
CREATE DOMAIN ledger.actor AS text CHECK (VALUE ~ '^[a-z_]+(:[A-Za-z0-9_.-]+)?$');
CREATE DOMAIN ledger.cause AS text CHECK (VALUE <> '');

CREATE TABLE ledger.account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  member_id bigint,
  provider text,
  currency ledger.currency NOT NULL DEFAULT 'THB',
  mode text NOT NULL,
  posted bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 0,
  -- Null for a derived account, which may go below zero.
  floor bigint,
  CONSTRAINT account_held_not_negative CHECK (held >= 0),
  CONSTRAINT account_not_below_floor CHECK (posted - held >= floor),
  UNIQUE NULLS NOT DISTINCT (kind, member_id, provider, currency)
) WITH (fillfactor = 50);
-- No index on posted, held or version: their updates stay in the page (HOT).
CREATE INDEX account_member ON ledger.account (member_id) WHERE member_id IS NOT NULL;

CREATE TABLE ledger.posting (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  idem uuid NOT NULL UNIQUE,
  code ledger.code NOT NULL,
  phase ledger.phase NOT NULL,
  debit bigint NOT NULL,
  credit bigint NOT NULL,
  currency ledger.currency NOT NULL,
  amount ledger.amount NOT NULL,
  pending_id bigint,
  reverses_id bigint,
  group_id uuid,
  -- A strict account's posted amount and version after this posting; null where the posting does not touch it.
  debit_after bigint,
  debit_version bigint,
  credit_after bigint,
  credit_version bigint,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  actor ledger.actor NOT NULL,
  cause ledger.cause NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (debit <> credit)
);
CREATE UNIQUE INDEX posting_pending_once ON ledger.posting (pending_id) WHERE pending_id IS NOT NULL;
CREATE UNIQUE INDEX posting_reversed_once ON ledger.posting (reverses_id) WHERE reverses_id IS NOT NULL;
CREATE UNIQUE INDEX posting_credit_version ON ledger.posting (credit, credit_version) WHERE credit_version IS NOT NULL;
CREATE INDEX posting_xid ON ledger.posting (xid, id);

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

CREATE FUNCTION ledger.refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% of %.% is refused by %', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_NAME USING ERRCODE = 'KL005';
END $$;
CREATE TRIGGER posting_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.posting
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER seal_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.seal
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER account_identity_immutable
  BEFORE UPDATE OF id, kind, member_id, provider, currency, mode, floor ON ledger.account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER account_is_of_a_kind BEFORE INSERT ON ledger.account
  FOR EACH ROW WHEN ((
    CASE NEW.mode
      WHEN 'strict' THEN NEW.kind IN ('wallet', 'in_transfer') AND NEW.member_id IS NOT NULL AND NEW.floor IS NOT NULL
      WHEN 'derived' THEN NEW.kind IN ('bank', 'gateway', 'gift', 'provider', 'payout', 'bonus', 'coupon', 'refund', 'invite', 'wheel',
        'adjustment') AND NEW.member_id IS NULL AND NEW.floor IS NULL
    END AND NEW.posted = 0 AND NEW.held = 0 AND NEW.version = 0) IS NOT TRUE)
  EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER account_stays BEFORE DELETE OR TRUNCATE ON ledger.account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();

CREATE TYPE ledger.result AS (
  id bigint, debit bigint, credit bigint, amount bigint,
  debit_after bigint, credit_after bigint, at timestamptz, replayed boolean
);

-- Writes one posting, in READ COMMITTED and one round trip. Errors: KL001 another command under the same key,
-- KL002 no such account, hold or posting, KL004 a command that makes no sense, unique violation posting_pending_once or
-- posting_reversed_once: resolved or reversed before, KL006 a lock that did not hold,
-- check violation account_not_below_floor: not enough money.
-- Few and plain statements: each expression is prepared anew in each transaction.
CREATE FUNCTION ledger.post(
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
    FROM ledger.account d, ledger.account c WHERE d.id = p_debit AND c.id = p_credit AND c.currency = d.currency;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'accounts % and % do not exist or differ in currency', p_debit, p_credit USING ERRCODE = 'KL002';
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
    -- Two queries, because IS NOT DISTINCT FROM uses no index.
    IF p_member IS NULL THEN
      SELECT a.id INTO v_id FROM ledger.account a
        WHERE a.kind = p_kind AND a.member_id IS NULL AND a.provider IS NOT DISTINCT FROM p_provider AND a.currency = p_currency;
    ELSE
      SELECT a.id INTO v_id FROM ledger.account a
        WHERE a.kind = p_kind AND a.member_id = p_member AND a.provider IS NOT DISTINCT FROM p_provider AND a.currency = p_currency;
    END IF;
    IF FOUND THEN
      RETURN v_id;
    END IF;
    INSERT INTO ledger.account (kind, member_id, provider, currency, mode, floor)
      VALUES (p_kind, p_member, p_provider, p_currency, CASE WHEN p_member IS NULL THEN 'derived' ELSE 'strict' END,
        CASE WHEN p_member IS NOT NULL THEN 0 END)
      ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

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
    SELECT concat_ws('|', p.id, p.idem, p.code, p.phase, p.debit, p.credit, p.currency, p.amount,
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
  ledger.lock_accounts(bigint[]), ledger.ensure_account(text, bigint, text, text),
  ledger.seal_postings(), ledger.balance(bigint)
TO krapao_app;

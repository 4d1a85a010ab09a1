-- The audit chain without transaction numbers: docs/decisions/240-a-chain-for-each-account.md.

-- A seal is from now on only the fence of what house checkpoints and the totals of reports include. Seals from before keep
-- their hashes, which verify still checks; new ones have none. The sealer hashes every posting anew, in the background.
ALTER TABLE ledger.seal ALTER COLUMN hash DROP NOT NULL;

-- Postings between accounts of the house: they have no versions.
CREATE INDEX posting_of_house ON ledger.posting (id) WHERE debit_version IS NULL AND credit_version IS NULL;

-- How far each strict account's chain is hashed, with the balance there. Account 0 stands for the postings that touch no
-- strict account; its versions are the numbers in ledger.house_posting, and it has no balance.
CREATE TABLE ledger.head (
  account_id bigint PRIMARY KEY,
  currency text NOT NULL,
  version bigint NOT NULL,
  posted bigint NOT NULL,
  held bigint NOT NULL,
  -- When the posting of this version was made.
  at timestamptz NOT NULL,
  hash bytea NOT NULL
) WITH (fillfactor = 60);

-- The order in which postings between house accounts were sealed: they have no versions.
CREATE TABLE ledger.house_posting (
  nth bigint PRIMARY KEY,
  posting_id bigint NOT NULL UNIQUE
);

-- The roots over all heads, each chained to the one before; the first continues the last hashed seal. Sums are
-- `currency:posted:held` of all strict accounts, in satang, joined by commas.
CREATE TABLE ledger.root (
  seq bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  heads bigint NOT NULL,
  sums text NOT NULL,
  tree bytea NOT NULL,
  hash bytea NOT NULL
);
CREATE INDEX root_at ON ledger.root (at);

-- A root covers, of each account, every posting made before `at`, but for the accounts here, of which it covers the
-- version that is said: what was made before and committed after.
CREATE TABLE ledger.root_exception (
  root bigint NOT NULL REFERENCES ledger.root (seq),
  account_id bigint NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (root, account_id)
);

-- Where the sealer looks next. Hints: what they miss is found by the account's next posting or the sweep.
CREATE TABLE ledger.seal_hint (
  is_hint boolean PRIMARY KEY DEFAULT true CHECK (is_hint),
  -- Postings after the first are looked at again, those up to the second for the second time.
  again_after bigint NOT NULL DEFAULT 0,
  seen_to bigint NOT NULL DEFAULT 0,
  swept_account bigint NOT NULL DEFAULT 0,
  swept_house bigint NOT NULL DEFAULT 0,
  -- Whether the end was reached, and whether a head moved since the last root.
  is_at_end boolean NOT NULL DEFAULT false,
  is_moved boolean NOT NULL DEFAULT false
);
INSERT INTO ledger.seal_hint DEFAULT VALUES;

CREATE TRIGGER head_stays BEFORE DELETE OR TRUNCATE ON ledger.head FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER head_goes_on BEFORE UPDATE ON ledger.head
  FOR EACH ROW WHEN ((NEW.version > OLD.version AND NEW.account_id = OLD.account_id AND NEW.currency = OLD.currency) IS NOT TRUE)
  EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER house_posting_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.house_posting
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER root_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.root
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER root_exception_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.root_exception
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();

-- A posting as the text that its chain hashes: every column but the transaction's number, a null as nothing, the free text
-- last. ledger/chains.ts builds the same line.
CREATE FUNCTION ledger.posting_line(p ledger.posting) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws('|', p.id, p.idem, p.code, p.phase, p.debit, p.credit, p.currency, p.amount,
    coalesce(p.pending_id::text, ''), coalesce(p.reverses_id::text, ''), coalesce(p.group_id::text, ''),
    coalesce(p.debit_after::text, ''), coalesce(p.debit_version::text, ''),
    coalesce(p.credit_after::text, ''), coalesce(p.credit_version::text, ''),
    (extract(epoch FROM p.at) * 1000000)::bigint, p.actor, p.cause)
$$;

CREATE FUNCTION ledger.chain_hash(p_hash bytea, p_lines text[]) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_line text;
BEGIN
  FOREACH v_line IN ARRAY p_lines LOOP
    p_hash := sha256(p_hash || convert_to(v_line, 'UTF8'));
  END LOOP;
  RETURN p_hash;
END $$;

-- The largest version of an account whose posting was made before a time, below another version; 0 if there is none. What
-- is archived was made before every root that can still be late.
CREATE FUNCTION ledger.version_before(p_account bigint, p_version bigint, p_at timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(e.version), 0) FROM (
    (SELECT p.debit_version AS version FROM ledger.posting p
      WHERE p.debit = p_account AND p.debit_version < p_version AND p.at < p_at ORDER BY p.debit_version DESC LIMIT 1)
    UNION ALL
    (SELECT p.credit_version FROM ledger.posting p
      WHERE p.credit = p_account AND p.credit_version < p_version AND p.at < p_at ORDER BY p.credit_version DESC LIMIT 1)
    UNION ALL
    (SELECT k.nth FROM ledger.house_posting k JOIN ledger.posting p ON p.id = k.posting_id
      WHERE p_account = 0 AND k.nth < p_version AND p.at < p_at ORDER BY k.nth DESC LIMIT 1)
    UNION ALL
    SELECT c.version FROM ledger.carried c WHERE c.account_id = p_account AND c.version < p_version
  ) e
$$;

-- Hashes new postings into the chains of their accounts, at most about p_limit. An account's row lock is held until its
-- posting is committed, so versions become visible in their order: whatever is seen without a gap is final, and no
-- transaction's number is asked. Returns how many versions it sealed.
CREATE FUNCTION ledger.seal_heads(p_limit integer DEFAULT 20000) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  v_hint ledger.seal_hint;
  v_last_root timestamptz;
  v_read bigint;
  v_seen bigint;
  v_swept bigint;
  v_swept_house bigint;
  v_sealed bigint;
  -- Accounts, and house postings, that one call compares with their heads though nothing points at them.
  c_sweep constant integer := 2000;
  -- Versions of one account that one call reads by their index.
  c_missed constant integer := 10000;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('krapao.ledger.heads', 0)) THEN
    RETURN 0;
  END IF;
  SELECT * INTO v_hint FROM ledger.seal_hint;
  SELECT max(r.at) INTO v_last_root FROM ledger.root r;

  WITH slice AS MATERIALIZED (
    SELECT p FROM ledger.posting p WHERE p.id > v_hint.again_after ORDER BY p.id LIMIT p_limit
  ), swept AS MATERIALIZED (
    SELECT a.id, a.version FROM ledger.account a WHERE a.id > v_hint.swept_account AND v_hint.is_at_end ORDER BY a.id LIMIT c_sweep
  ), swept_house AS MATERIALIZED (
    SELECT p FROM ledger.posting p WHERE p.debit_version IS NULL AND p.credit_version IS NULL
      AND p.id > v_hint.swept_house AND v_hint.is_at_end ORDER BY p.id LIMIT c_sweep
  ), side AS (
    SELECT (s.p).debit AS account_id, (s.p).debit_version AS version, s.p FROM slice s WHERE (s.p).debit_version IS NOT NULL
    UNION ALL
    SELECT (s.p).credit, (s.p).credit_version, s.p FROM slice s WHERE (s.p).credit_version IS NOT NULL
  ), wanted AS MATERIALIZED (
    SELECT w.account_id, coalesce(h.version, 0) AS base, w.version AS upto
    FROM (
      SELECT t.account_id, max(t.version) AS version FROM (
        SELECT s.account_id, s.version FROM side s
        UNION ALL
        SELECT s.id, s.version FROM swept s WHERE s.version > 0
      ) t GROUP BY t.account_id
    ) w LEFT JOIN ledger.head h ON h.account_id = w.account_id
    WHERE w.version > coalesce(h.version, 0)
  ), seen AS (
    SELECT s.*, w.base, w.upto, count(*) OVER (PARTITION BY s.account_id) AS n
    FROM side s JOIN wanted w ON w.account_id = s.account_id AND s.version > w.base
  ), missed AS (
    SELECT w.account_id, w.base, least(w.upto, w.base + c_missed) AS upto FROM wanted w
    WHERE NOT EXISTS (SELECT FROM seen s WHERE s.account_id = w.account_id AND s.n = w.upto - w.base)
  ), house AS (
    SELECT DISTINCT ON ((n.p).id) n.p FROM (
      SELECT s.p FROM slice s WHERE (s.p).debit_version IS NULL AND (s.p).credit_version IS NULL UNION ALL SELECT t.p FROM swept_house t
    ) n WHERE NOT EXISTS (SELECT FROM ledger.house_posting k WHERE k.posting_id = (n.p).id) ORDER BY (n.p).id
  ), entry AS (
    SELECT s.account_id, s.version, s.p FROM seen s WHERE s.n = s.upto - s.base
    UNION ALL
    SELECT m.account_id, e.version, e.p FROM missed m CROSS JOIN LATERAL (
      SELECT p.debit_version AS version, p FROM ledger.posting p
        WHERE p.debit = m.account_id AND p.debit_version > m.base AND p.debit_version <= m.upto
      UNION ALL
      SELECT p.credit_version, p FROM ledger.posting p
        WHERE p.credit = m.account_id AND p.credit_version > m.base AND p.credit_version <= m.upto
    ) e
    UNION ALL
    SELECT 0, coalesce((SELECT max(k.nth) FROM ledger.house_posting k), 0) + row_number() OVER (ORDER BY (h.p).id), h.p FROM house h
  ), numbered AS (
    INSERT INTO ledger.house_posting (nth, posting_id) SELECT e.version, (e.p).id FROM entry e WHERE e.account_id = 0
  ),
  -- Up to the first gap. There is none unless a posting was lost, which verify tells.
  sealing AS MATERIALIZED (
    SELECT g.*, (g.p).at AS at,
      CASE WHEN g.account_id = 0 THEN 0 WHEN (g.p).debit = g.account_id THEN (g.p).debit_after ELSE (g.p).credit_after END AS posted,
      CASE WHEN g.account_id = 0 OR (g.p).debit <> g.account_id THEN 0
        WHEN (g.p).phase = 'hold' THEN (g.p).amount WHEN (g.p).phase = 'single' THEN 0 ELSE -(g.p).amount END AS held
    FROM (
      SELECT e.*, h.hash AS base_hash, coalesce(h.held, 0) AS base_held,
        coalesce(h.version, 0) + row_number() OVER (PARTITION BY e.account_id ORDER BY e.version) AS due
      FROM entry e LEFT JOIN ledger.head h ON h.account_id = e.account_id
    ) g WHERE g.version = g.due
  ), late AS (
    INSERT INTO ledger.root_exception (root, account_id, version)
    SELECT l.seq, l.account_id, ledger.version_before(l.account_id, l.version, l.at) FROM (
      SELECT r.seq, r.at, s.account_id, min(s.version) AS version FROM sealing s JOIN ledger.root r ON r.at > s.at
      WHERE s.at < v_last_root GROUP BY r.seq, r.at, s.account_id
    ) l
    ON CONFLICT DO NOTHING
  ), moved AS (
    INSERT INTO ledger.head (account_id, currency, version, posted, held, at, hash)
    SELECT s.account_id, CASE WHEN s.account_id = 0 THEN '' ELSE min((s.p).currency) END, max(s.version),
      (array_agg(s.posted ORDER BY s.version DESC))[1], min(s.base_held) + sum(s.held), (array_agg(s.at ORDER BY s.version DESC))[1],
      ledger.chain_hash(coalesce((array_agg(s.base_hash))[1], sha256(''::bytea)), array_agg(ledger.posting_line(s.p) ORDER BY s.version))
    FROM sealing s GROUP BY s.account_id
    ON CONFLICT (account_id) DO UPDATE SET version = excluded.version, posted = excluded.posted, held = excluded.held,
      at = excluded.at, hash = excluded.hash
  )
  SELECT (SELECT count(*) FROM slice), (SELECT max((s.p).id) FROM slice s),
    CASE WHEN (SELECT count(*) FROM swept) = c_sweep THEN (SELECT max(s.id) FROM swept s) ELSE 0 END,
    CASE WHEN (SELECT count(*) FROM swept_house) = c_sweep THEN (SELECT max((t.p).id) FROM swept_house t) ELSE 0 END,
    (SELECT count(*) FROM sealing)
  INTO v_read, v_seen, v_swept, v_swept_house, v_sealed;

  -- What commits between two seals may have lower ids than what the first one saw: the second looks at them again.
  UPDATE ledger.seal_hint h SET again_after = n.again_after, seen_to = n.seen_to, swept_account = v_swept, swept_house = v_swept_house,
    is_at_end = v_read < p_limit, is_moved = h.is_moved OR v_sealed > 0
  FROM (SELECT CASE WHEN v_read = p_limit THEN v_seen ELSE v_hint.seen_to END AS again_after, coalesce(v_seen, v_hint.seen_to) AS seen_to) n
  WHERE (h.again_after, h.seen_to, h.swept_account, h.swept_house, h.is_at_end, h.is_moved)
    IS DISTINCT FROM (n.again_after, n.seen_to, v_swept, v_swept_house, v_read < p_limit, h.is_moved OR v_sealed > 0);
  RETURN v_sealed;
END $$;

-- Makes a root over all heads, if one moved since the last and the sealer is at the end of the postings. Returns its
-- number, null for none. A tree of two levels: a node over the heads of each 1,024 account ids of a currency, and the root
-- over the nodes. ledger/headTree.ts makes the same.
CREATE FUNCTION ledger.make_root() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
  v_last ledger.root;
  v_at timestamptz;
  v_heads bigint;
  v_sums text;
  v_tree bytea;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('krapao.ledger.heads', 0)) THEN
    RETURN NULL;
  END IF;
  PERFORM FROM ledger.seal_hint h WHERE h.is_moved AND h.is_at_end;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO v_last FROM ledger.root r ORDER BY r.seq DESC LIMIT 1;
  v_at := clock_timestamp();
  WITH node AS (
    SELECT h.currency, h.account_id >> 10 AS block, count(*) AS heads, sum(h.posted) AS posted, sum(h.held) AS held,
      sha256(convert_to(string_agg(concat_ws('|', h.account_id, h.version, h.posted, h.held, encode(h.hash, 'hex')), E'\n'
        ORDER BY h.account_id), 'UTF8')) AS hash
    FROM ledger.head h GROUP BY h.currency, h.account_id >> 10
  )
  SELECT sum(n.heads), (SELECT coalesce(string_agg(concat_ws(':', s.currency, s.posted, s.held), ',' ORDER BY s.currency COLLATE "C"), '')
      FROM (SELECT k.currency, sum(k.posted) AS posted, sum(k.held) AS held FROM node k WHERE k.currency <> '' GROUP BY k.currency) s),
    sha256(convert_to(string_agg(concat_ws('|', n.currency, n.block, n.heads, n.posted, n.held, encode(n.hash, 'hex')), E'\n'
      ORDER BY n.currency COLLATE "C", n.block), 'UTF8'))
  INTO v_heads, v_sums, v_tree FROM node n;
  INSERT INTO ledger.root (seq, at, heads, sums, tree, hash)
  VALUES (coalesce(v_last.seq, 0) + 1, v_at, v_heads, v_sums, v_tree,
    sha256(coalesce(v_last.hash, (SELECT s.hash FROM ledger.seal s WHERE s.hash IS NOT NULL ORDER BY s.seq DESC LIMIT 1), sha256(''::bytea))
      || convert_to(concat_ws('|', coalesce(v_last.seq, 0) + 1, (extract(epoch FROM v_at) * 1000000)::bigint, v_heads, v_sums, encode(v_tree, 'hex')), 'UTF8')));
  -- What a clock that was set back dates after the root.
  INSERT INTO ledger.root_exception (root, account_id, version)
    SELECT coalesce(v_last.seq, 0) + 1, h.account_id, h.version FROM ledger.head h WHERE h.at >= v_at;
  UPDATE ledger.seal_hint SET is_moved = false;
  RETURN coalesce(v_last.seq, 0) + 1;
END $$;

-- Moves the fence: the checkpoints of house accounts include every posting of transactions below it, and no running
-- transaction can add to those. The totals of reports follow it. Returns how many postings it passed.
CREATE OR REPLACE FUNCTION ledger.seal_postings() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_from xid8;
  v_to xid8;
  v_seq bigint;
  v_count bigint;
BEGIN
  -- One sealer at a time; whoever comes second leaves it to the first.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('krapao.ledger.seal', 0)) THEN
    RETURN 0;
  END IF;
  SELECT s.seq, s.xid_to INTO v_seq, v_from FROM ledger.seal s ORDER BY s.seq DESC LIMIT 1;
  IF NOT FOUND THEN
    v_seq := 0;
    v_from := '0';
  END IF;
  v_to := pg_snapshot_xmin(pg_current_snapshot());
  SELECT count(*) INTO v_count FROM ledger.posting p WHERE p.xid >= v_from AND p.xid < v_to;
  IF v_count = 0 THEN
    RETURN 0;
  END IF;
  INSERT INTO ledger.seal (seq, xid_from, xid_to, postings) VALUES (v_seq + 1, v_from, v_to, v_count);
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

REVOKE ALL ON ledger.head, ledger.house_posting, ledger.root, ledger.root_exception, ledger.seal_hint FROM PUBLIC, krapao_app;
GRANT SELECT ON ledger.head, ledger.house_posting, ledger.root, ledger.root_exception, ledger.seal_hint TO krapao_app;
REVOKE ALL ON FUNCTION ledger.posting_line(ledger.posting), ledger.chain_hash(bytea, text[]),
  ledger.version_before(bigint, bigint, timestamptz), ledger.seal_heads(integer), ledger.make_root() FROM PUBLIC, krapao_app;
GRANT EXECUTE ON FUNCTION ledger.seal_heads(integer), ledger.make_root() TO krapao_app;

-- Parts of the postings in files: docs/decisions/246-a-month-in-a-file.md.

-- One row for each part that is in a file.
CREATE TABLE ledger.archive (
  number integer PRIMARY KEY,
  from_id bigint NOT NULL,
  -- The first id after it: postings from there on are in the database.
  to_id bigint NOT NULL,
  -- What the file holds, and how many of them the database still has.
  postings bigint NOT NULL,
  kept bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  last_xid xid8 NOT NULL,
  -- The first root over the accounts that is known to cover all of it.
  root bigint NOT NULL,
  -- SHA-256 of the file.
  file_hash bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Where each account stood after its last archived posting that has a version: from there verify replays. A strict account
-- with its chain's hash there; an account of the house, which has no versions, with what these postings moved on it.
CREATE TABLE ledger.carried (
  account_id bigint PRIMARY KEY,
  version bigint NOT NULL,
  posted bigint NOT NULL,
  held bigint NOT NULL,
  hash bytea
);

-- Takes out of a part what its file holds and nothing asks for any more: bets, wins and the steps of transfers. Deposits,
-- holds, payouts, bonuses, adjustments, whatever was reversed and all between accounts of the house stay. The work is done
-- beside the part; the exchange at the end holds up postings for a moment. `p_postings`: how many with a version the file
-- has. For the owner alone. Errors: KL008 the part cannot be archived.
CREATE FUNCTION ledger.archive_part(p_number integer, p_postings bigint, p_file_hash bytea) RETURNS ledger.archive
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_from bigint := p_number * 10000000000;
  v_to bigint := (p_number + 1) * 10000000000;
  v_part text := 'posting_' || p_number;
  v_thin text := 'posting_' || p_number || '_kept';
  v_archive ledger.archive;
  v_versioned bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('krapao.ledger.month', 0));
  IF p_number <> (SELECT coalesce(max(a.number), -1) + 1 FROM ledger.archive a) THEN
    RAISE EXCEPTION 'part % is not the oldest that is in no file', p_number USING ERRCODE = 'KL008';
  END IF;
  -- A posting that took its id before the next part began has long ended.
  IF NOT EXISTS (SELECT FROM ledger.posting_part n WHERE n.number = p_number + 1 AND n.began_at < clock_timestamp() - interval '1 day') THEN
    RAISE EXCEPTION 'part % ended less than a day ago, or has not ended', p_number USING ERRCODE = 'KL008';
  END IF;
  SELECT p_number, v_from, v_to, count(*), 0, min(p.at), max(p.at), max(p.xid), 0, p_file_hash, clock_timestamp(),
      count(*) FILTER (WHERE p.debit_version IS NOT NULL OR p.credit_version IS NOT NULL)
    INTO v_archive.number, v_archive.from_id, v_archive.to_id, v_archive.postings, v_archive.kept, v_archive.first_at,
      v_archive.last_at, v_archive.last_xid, v_archive.root, v_archive.file_hash, v_archive.at, v_versioned
    FROM ledger.posting p WHERE p.id >= v_from AND p.id < v_to;
  IF v_versioned <> p_postings THEN
    RAISE EXCEPTION 'part % has % postings of members, the file %', p_number, v_versioned, p_postings USING ERRCODE = 'KL008';
  END IF;
  IF v_archive.last_xid >= (SELECT s.xid_to FROM ledger.report_stamp s) THEN
    RAISE EXCEPTION 'postings of part % are not counted in the reports yet', p_number USING ERRCODE = 'KL008';
  END IF;

  INSERT INTO ledger.carried AS c (account_id, version, posted, held, hash)
    SELECT n.account_id, coalesce(o.version, 0) + n.versions, coalesce(o.posted, 0) + n.posted, coalesce(o.held, 0) + n.held,
      CASE WHEN n.versions > 0 THEN ledger.chain_hash(coalesce(o.hash, sha256(''::bytea)), n.lines) END
    FROM (
      SELECT e.account_id, count(e.version) AS versions, sum(e.posted)::bigint AS posted, sum(e.held)::bigint AS held,
        array_agg(e.line ORDER BY e.version) FILTER (WHERE e.version IS NOT NULL) AS lines
      FROM (
        SELECT p.debit AS account_id, p.debit_version AS version,
          CASE WHEN p.phase IN ('single', 'post') THEN -p.amount ELSE 0 END AS posted,
          CASE p.phase WHEN 'hold' THEN p.amount WHEN 'single' THEN 0 ELSE -p.amount END AS held,
          CASE WHEN p.debit_version IS NOT NULL THEN ledger.posting_line(p) END AS line
        FROM ledger.posting p WHERE p.id >= v_from AND p.id < v_to AND (p.debit_version IS NOT NULL OR p.credit_version IS NOT NULL)
        UNION ALL
        SELECT p.credit, p.credit_version, p.amount, 0, CASE WHEN p.credit_version IS NOT NULL THEN ledger.posting_line(p) END
        FROM ledger.posting p WHERE p.id >= v_from AND p.id < v_to AND p.phase IN ('single', 'post')
          AND (p.debit_version IS NOT NULL OR p.credit_version IS NOT NULL)
      ) e GROUP BY e.account_id
    ) n LEFT JOIN ledger.carried o ON o.account_id = n.account_id
    ON CONFLICT (account_id) DO UPDATE SET version = excluded.version, posted = excluded.posted, held = excluded.held, hash = excluded.hash;
  -- What goes must be in the chains of its accounts, and these under a root: the root proves what was carried.
  IF EXISTS (SELECT FROM ledger.carried c LEFT JOIN ledger.head h ON h.account_id = c.account_id
      WHERE c.version > coalesce(h.version, 0) OR (c.version = h.version AND c.hash <> h.hash)) THEN
    RAISE EXCEPTION 'postings of part % are not sealed yet', p_number USING ERRCODE = 'KL008';
  END IF;
  SELECT r.seq INTO v_archive.root FROM ledger.root r ORDER BY r.seq DESC LIMIT 1;
  IF NOT EXISTS (SELECT FROM ledger.root r WHERE r.seq = v_archive.root AND r.at > v_archive.last_at)
    OR EXISTS (SELECT FROM ledger.root_exception e JOIN ledger.carried c ON c.account_id = e.account_id
      WHERE e.root = v_archive.root AND e.version < c.version) THEN
    RAISE EXCEPTION 'no root covers all postings of part % yet', p_number USING ERRCODE = 'KL008';
  END IF;

  EXECUTE format('CREATE TABLE ledger.%I (LIKE ledger.posting INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', v_thin);
  -- Spares the exchange a look at all rows.
  EXECUTE format('ALTER TABLE ledger.%I ADD CONSTRAINT in_range CHECK (id >= %s AND id < %s)', v_thin, v_from, v_to);
  EXECUTE format($q$INSERT INTO ledger.%I SELECT * FROM ledger.posting p
    WHERE p.id >= %s AND p.id < %s AND NOT (p.phase = 'single' AND p.reverses_id IS NULL
      AND (p.debit_version IS NOT NULL OR p.credit_version IS NOT NULL)
      AND p.code IN ('game_bet', 'game_win', 'game_cancel', 'transfer_reserve', 'transfer_in', 'transfer_out', 'transfer_return')
      AND NOT EXISTS (SELECT FROM ledger.reversed_posting r WHERE r.reverses_id = p.id)) ORDER BY p.id$q$, v_thin, v_from, v_to);
  GET DIAGNOSTICS v_archive.kept = ROW_COUNT;
  EXECUTE format('ALTER TABLE ledger.%I ADD CONSTRAINT %I PRIMARY KEY (id)', v_thin, v_thin || '_pkey');
  EXECUTE format('CREATE INDEX ON ledger.%I (xid, id)', v_thin);
  EXECUTE format('CREATE INDEX ON ledger.%I USING brin (at) WITH (pages_per_range = 32, autosummarize = on)', v_thin);
  EXECUTE format($q$CREATE INDEX ON ledger.%I (credit, at) INCLUDE (amount) WHERE code = 'deposit'$q$, v_thin);
  EXECUTE format('CREATE INDEX ON ledger.%I (id) WHERE debit_version IS NULL AND credit_version IS NULL', v_thin);
  PERFORM ledger.guard_part(v_thin);
  EXECUTE format('ANALYZE ledger.%I', v_thin);
  INSERT INTO ledger.archive SELECT v_archive.*;

  SET LOCAL lock_timeout = '5s';
  EXECUTE format('ALTER TABLE ledger.posting DETACH PARTITION ledger.%I', v_part);
  EXECUTE format('ALTER TABLE ledger.posting ATTACH PARTITION ledger.%I FOR VALUES FROM (%s) TO (%s)', v_thin,
    CASE WHEN p_number = 0 THEN 'MINVALUE' ELSE v_from::text END, v_to);
  EXECUTE format('ALTER TABLE ledger.%I DROP CONSTRAINT in_range', v_thin);
  EXECUTE format('DROP TABLE ledger.%I', v_part);
  RETURN v_archive;
END $$;

CREATE TRIGGER archive_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.archive
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER carried_kept BEFORE DELETE OR TRUNCATE ON ledger.carried
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();

REVOKE ALL ON ledger.archive, ledger.carried FROM PUBLIC, krapao_app;
GRANT SELECT ON ledger.archive, ledger.carried TO krapao_app;
REVOKE ALL ON FUNCTION ledger.archive_part(integer, bigint, bytea) FROM PUBLIC, krapao_app;

-- The operators' audit log is sealed in a chain of hashes as the ledger is. Design: docs/decisions/158-a-chain-over-the-audit-log.md.
ALTER TABLE audit_entry ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX audit_entry_xid ON audit_entry (xid, id);

-- The application writes lines; their number, time and transaction are the database's alone.
REVOKE INSERT ON audit_entry FROM krapao_app;
GRANT INSERT (operator_id, action, subject, member_id, before, after, reason, address) ON audit_entry TO krapao_app;

-- Each seal covers the lines with xid in [xid_from, xid_to), in the order (xid, id).
CREATE TABLE audit_seal (
  seq bigint PRIMARY KEY,
  xid_from xid8 NOT NULL,
  xid_to xid8 NOT NULL UNIQUE,
  -- Transactions from this one on began after the seal, so none of their lines may be older.
  xid_next xid8 NOT NULL,
  entries bigint NOT NULL CHECK (entries > 0),
  hash bytea NOT NULL,
  at timestamptz NOT NULL,
  CHECK (xid_from < xid_to AND xid_to <= xid_next)
);
CREATE INDEX audit_seal_xid_next ON audit_seal (xid_next);
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON audit_seal FROM krapao_app;
CREATE TRIGGER audit_seal_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Seals what no transaction still running can add to. Returns how many lines it sealed.
CREATE FUNCTION seal_audit_log() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_seq bigint;
  v_from xid8;
  v_to xid8;
  v_next xid8;
  v_hash bytea;
  v_at timestamptz;
  v_count bigint := 0;
  v_line text;
BEGIN
  -- One sealer at a time; whoever comes second leaves it to the first.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('krapao.audit.seal', 0)) THEN
    RETURN 0;
  END IF;
  SELECT s.seq, s.xid_to, s.hash INTO v_seq, v_from, v_hash FROM public.audit_seal s ORDER BY s.seq DESC LIMIT 1;
  IF NOT FOUND THEN
    v_seq := 0;
    v_from := '0';
    v_hash := sha256(''::bytea);
  END IF;
  v_at := clock_timestamp();
  SELECT pg_snapshot_xmin(s), pg_snapshot_xmax(s) INTO v_to, v_next FROM pg_current_snapshot() s;
  -- Every column of a line, as an array, so that no text can pass for two. chains.ts builds the same.
  FOR v_line IN
    SELECT json_build_array(e.id, e.xid::text, (extract(epoch FROM e.at) * 1000000)::bigint, e.operator_id, e.action,
      e.subject, e.member_id, e.before::text, e.after::text, e.reason, e.address)::text
    FROM public.audit_entry e WHERE e.xid >= v_from AND e.xid < v_to ORDER BY e.xid, e.id
  LOOP
    v_hash := sha256(v_hash || convert_to(v_line, 'UTF8'));
    v_count := v_count + 1;
  END LOOP;
  IF v_count = 0 THEN
    RETURN 0;
  END IF;
  v_line := concat_ws('|', v_next, (extract(epoch FROM v_at) * 1000000)::bigint);
  INSERT INTO public.audit_seal (seq, xid_from, xid_to, xid_next, entries, hash, at)
    VALUES (v_seq + 1, v_from, v_to, v_next, v_count, sha256(v_hash || convert_to(v_line, 'UTF8')), v_at);
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION seal_audit_log() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION seal_audit_log() TO krapao_app;

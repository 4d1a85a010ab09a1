-- A line of the audit log about somebody else loses the number of an erased person, and nothing else
-- (docs/decisions/208-personal-data.md). The commitment covers the line as it was written.
ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_redacted,
  ADD CONSTRAINT audit_entry_redacted CHECK ((salt IS NULL) = (commitment IS NOT NULL));

-- Words without their long numbers, and without the marks where numbers were.
CREATE FUNCTION audit_words(e audit_entry) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(json_build_array((e).before::text, (e).after::text, (e).reason)::text,
    '\+?[0-9]{6,}|…', '', 'g')
$$;

-- The only changes of a line: its words go, or long numbers in them; the commitment to the words stays.
CREATE OR REPLACE FUNCTION refuse_audit_entry_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_redacted audit_entry := OLD;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_redacted.commitment := coalesce(OLD.commitment, audit_commitment(OLD));
    v_redacted.salt := NULL;
    IF audit_words(NEW) = audit_words(OLD) THEN
      v_redacted.before := NEW.before;
      v_redacted.after := NEW.after;
      v_redacted.reason := NEW.reason;
    ELSE
      v_redacted.before := NULL;
      v_redacted.after := NULL;
      v_redacted.reason := NULL;
    END IF;
    IF NEW IS NOT DISTINCT FROM v_redacted THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;

-- As before, also for a line that has lost numbers already.
CREATE OR REPLACE FUNCTION redact_audit_entries(p_erasure bigint, p_ids bigint[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  v_count bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM erasure WHERE id = p_erasure AND state = 'ASKED' AND asked_at <= now() - interval '24 hours')
  THEN
    RAISE EXCEPTION 'erasure % is not due', p_erasure;
  END IF;
  UPDATE audit_entry e SET commitment = coalesce(e.commitment, audit_commitment(e)), salt = NULL, before = NULL,
      after = NULL, reason = NULL
    WHERE e.id = ANY (p_ids) AND num_nonnulls(e.before, e.after, e.reason) > 0;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;

-- Takes numbers that match out of lines about others, for an erasure whose day is over.
CREATE FUNCTION take_numbers_from_audit_entries(p_erasure bigint, p_ids bigint[], p_pattern text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  v_count bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM erasure WHERE id = p_erasure AND state = 'ASKED' AND asked_at <= now() - interval '24 hours')
  THEN
    RAISE EXCEPTION 'erasure % is not due', p_erasure;
  END IF;
  UPDATE audit_entry e SET commitment = coalesce(e.commitment, audit_commitment(e)), salt = NULL,
      before = regexp_replace(e.before::text, p_pattern, '…', 'g')::jsonb,
      after = regexp_replace(e.after::text, p_pattern, '…', 'g')::jsonb,
      reason = regexp_replace(e.reason, p_pattern, '…', 'g')
    WHERE e.id = ANY (p_ids);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION take_numbers_from_audit_entries(bigint, bigint[], text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_numbers_from_audit_entries(bigint, bigint[], text) TO krapao_app;

-- An account that was merged is erased with the one that stayed.
ALTER TABLE member DROP CONSTRAINT member_merged_is_closed,
  ADD CONSTRAINT member_merged_is_closed
    CHECK (merged_into IS NULL OR (status IN ('suspended', 'closed') AND merged_into <> id));

-- Personal data: consents, copies, erasures, breaches. Design: docs/decisions/208-personal-data.md.

-- What a member agreed to, and when; the newest row of a kind holds. Nothing is changed or removed but by an erasure.
CREATE TABLE consent (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  kind text NOT NULL CHECK (kind IN ('agreements', 'conditions', 'marketing')),
  is_given boolean NOT NULL,
  -- Of the setting with the text; marketing has no text. 0: the site had none.
  version integer,
  -- The browser in which it was said.
  user_agent text NOT NULL DEFAULT '',
  at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'marketing') = (version IS NULL)),
  CHECK (is_given OR kind = 'marketing')
);
CREATE INDEX consent_of_member ON consent (member_id, kind, id DESC);

-- A copy of a member's data: sealed parts in the file store, under the copy's id.
CREATE TABLE data_copy (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  member_id bigint NOT NULL REFERENCES member (id),
  -- Null: the member asked.
  asked_by bigint REFERENCES operator (id),
  asked_at timestamptz NOT NULL DEFAULT now(),
  language text NOT NULL CHECK (language IN ('th', 'la', 'en')),
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'READY', 'FAILED')),
  -- Chapters that are written, of how many.
  done integer NOT NULL DEFAULT 0,
  chapters integer NOT NULL,
  json_parts integer NOT NULL DEFAULT 0,
  html_parts integer NOT NULL DEFAULT 0,
  tries integer NOT NULL DEFAULT 0,
  finished_at timestamptz,
  expires_at timestamptz,
  claim integer NOT NULL DEFAULT 0,
  due_at timestamptz DEFAULT now(),
  CHECK ((state = 'WAITING') = (finished_at IS NULL)),
  CHECK ((state = 'WAITING') = (due_at IS NOT NULL)),
  CHECK ((state = 'READY') = (expires_at IS NOT NULL))
);
CREATE UNIQUE INDEX data_copy_open ON data_copy (member_id) WHERE state = 'WAITING';
CREATE INDEX data_copy_of_member ON data_copy (member_id, asked_at DESC);
CREATE INDEX data_copy_due ON data_copy (due_at) WHERE due_at IS NOT NULL;

-- A member's account is erased a day after it was asked for. The row outlives what it erased.
CREATE TABLE erasure (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  -- Null: the member asked.
  asked_by bigint REFERENCES operator (id),
  asked_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'ASKED' CHECK (state IN ('ASKED', 'TAKEN_BACK', 'STOPPED', 'ERASED')),
  finished_at timestamptz,
  -- What the law keeps of the person, encrypted and bound to this row, until then.
  sealed bytea,
  kept_until timestamptz,
  claim integer NOT NULL DEFAULT 0,
  due_at timestamptz DEFAULT now() + interval '24 hours',
  CHECK ((state = 'ASKED') = (finished_at IS NULL)),
  CHECK ((state = 'ASKED') = (due_at IS NOT NULL)),
  CHECK (sealed IS NULL OR (state = 'ERASED' AND kept_until IS NOT NULL))
);
CREATE UNIQUE INDEX erasure_open ON erasure (member_id) WHERE state IN ('ASKED', 'ERASED');
CREATE INDEX erasure_due ON erasure (due_at) WHERE due_at IS NOT NULL;

-- Who excluded themselves and was erased: a keyed hash of phone or account, as long as the exclusion lasts.
CREATE TABLE excluded_identity (
  key_hash bytea PRIMARY KEY,
  -- Null: without an end.
  until timestamptz
);

-- A breach of personal data and what was done about it (PDPA s. 37(4)).
CREATE TABLE breach (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL CHECK (title <> ''),
  what text NOT NULL,
  known_at timestamptz NOT NULL,
  office_told_at timestamptz,
  office_reference text NOT NULL DEFAULT '',
  members_told_at timestamptz,
  closed_at timestamptz,
  made_by bigint NOT NULL REFERENCES operator (id),
  made_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE breach_member (
  breach_id bigint NOT NULL REFERENCES breach (id),
  member_id bigint NOT NULL REFERENCES member (id),
  PRIMARY KEY (breach_id, member_id)
);
CREATE INDEX breach_member_of ON breach_member (member_id);

-- What each rule of retention has removed; the job leases its row.
CREATE TABLE retention_run (
  rule text PRIMARY KEY,
  removed bigint NOT NULL DEFAULT 0,
  ran_at timestamptz,
  claim integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now()
);

-- A closed account holds nobody any more.
ALTER TABLE member DROP CONSTRAINT member_status_check,
  ADD CONSTRAINT member_status_check CHECK (status IN ('active', 'suspended', 'closed')),
  DROP CONSTRAINT member_phone_number_check,
  ADD CONSTRAINT member_phone_number_check
    CHECK (phone_number ~ '^\+(66|856)[0-9]{8,10}$' OR (status = 'closed' AND phone_number = 'erased ' || id)),
  DROP CONSTRAINT member_bank_account_no_check,
  ADD CONSTRAINT member_bank_account_no_check
    CHECK (bank_account_no ~ '^[0-9]+$' OR (status = 'closed' AND bank_account_no = 'erased ' || id));

ALTER TABLE otp DROP CONSTRAINT otp_purpose_check;
ALTER TABLE otp ADD CONSTRAINT otp_purpose_check
  CHECK (purpose IN ('registration', 'password', 'pin', 'unfreeze', 'newPhone', 'oldPhone', 'erase'));

-- The chain over the audit log covers a commitment to what names persons, so that an erasure can take the words away
-- and every seal stays true: the salt goes with the words, and without it the commitment tells nothing of them.
ALTER TABLE audit_entry
  ADD COLUMN salt bytea DEFAULT uuid_send(gen_random_uuid()),
  ADD COLUMN commitment bytea,
  ADD CONSTRAINT audit_entry_redacted CHECK ((salt IS NULL) = (commitment IS NOT NULL)
    AND (commitment IS NULL OR num_nonnulls(before, after, reason) = 0));

CREATE FUNCTION audit_commitment(e audit_entry) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256((e).salt || convert_to(json_build_array((e).before::text, (e).after::text, (e).reason)::text, 'UTF8'))
$$;
-- Every column of a line, as an array, so that no text can pass for two. chains.ts builds the same.
CREATE FUNCTION audit_line(e audit_entry) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT json_build_array((e).id, (e).xid::text, (extract(epoch FROM (e).at) * 1000000)::bigint, (e).operator_id,
    (e).action, (e).subject, (e).member_id, (e).address,
    encode(coalesce((e).commitment, public.audit_commitment(e)), 'hex'))::text
$$;

-- The only change of a line: its words go, the commitment to them stays.
CREATE FUNCTION refuse_audit_entry_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_redacted audit_entry := OLD;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.commitment IS NULL THEN
    v_redacted.commitment := audit_commitment(OLD);
    v_redacted.salt := NULL;
    v_redacted.before := NULL;
    v_redacted.after := NULL;
    v_redacted.reason := NULL;
    IF NEW IS NOT DISTINCT FROM v_redacted THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
DROP TRIGGER audit_entry_kept ON audit_entry;
CREATE TRIGGER audit_entry_kept BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_entry_change();

-- Takes the words out of lines for an erasure whose day is over. Calls and jobs can change a line only by it.
CREATE FUNCTION redact_audit_entries(p_erasure bigint, p_ids bigint[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  v_count bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM erasure WHERE id = p_erasure AND state = 'ASKED' AND asked_at <= now() - interval '24 hours')
  THEN
    RAISE EXCEPTION 'erasure % is not due', p_erasure;
  END IF;
  UPDATE audit_entry e SET commitment = audit_commitment(e), salt = NULL, before = NULL, after = NULL, reason = NULL
    WHERE e.id = ANY (p_ids) AND e.commitment IS NULL;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION redact_audit_entries(bigint, bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION redact_audit_entries(bigint, bigint[]) TO krapao_app;

-- Seals from before this migration hashed the words themselves. They are made again over the commitments; what was
-- exported of them outside the database is compared with first_hash.
ALTER TABLE audit_seal DISABLE TRIGGER audit_seal_kept;
ALTER TABLE audit_seal ADD COLUMN first_hash bytea;
UPDATE audit_seal SET first_hash = hash;
DO $$
DECLARE
  v_seal audit_seal;
  v_hash bytea := sha256(''::bytea);
  v_line text;
BEGIN
  FOR v_seal IN SELECT * FROM audit_seal ORDER BY seq LOOP
    FOR v_line IN SELECT audit_line(e) FROM audit_entry e
      WHERE e.xid >= v_seal.xid_from AND e.xid < v_seal.xid_to ORDER BY e.xid, e.id
    LOOP
      v_hash := sha256(v_hash || convert_to(v_line, 'UTF8'));
    END LOOP;
    v_line := concat_ws('|', v_seal.xid_next, (extract(epoch FROM v_seal.at) * 1000000)::bigint);
    v_hash := sha256(v_hash || convert_to(v_line, 'UTF8'));
    UPDATE audit_seal SET hash = v_hash WHERE seq = v_seal.seq;
  END LOOP;
END $$;
ALTER TABLE audit_seal ENABLE TRIGGER audit_seal_kept;

-- Seals what no transaction still running can add to. Returns how many lines it sealed.
CREATE OR REPLACE FUNCTION seal_audit_log() RETURNS bigint
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
  FOR v_line IN
    SELECT public.audit_line(e)
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

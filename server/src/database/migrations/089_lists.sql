-- Lists of names and accounts that members are compared with (docs/decisions/205-who-members-are.md).
CREATE TABLE identity_list (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('highRisk', 'sanctions')),
  version integer NOT NULL,
  -- The file's name and hash.
  title text NOT NULL,
  sha256 text NOT NULL,
  entries integer NOT NULL,
  imported_by bigint NOT NULL REFERENCES operator (id),
  imported_at timestamptz NOT NULL DEFAULT now(),
  -- In force from the approval until the next version.
  active_at timestamptz,
  replaced_at timestamptz,
  -- All members up to this one have been compared; once all have, since when.
  screened_to bigint NOT NULL DEFAULT 0,
  screened_at timestamptz,
  UNIQUE (kind, version)
);
CREATE UNIQUE INDEX identity_list_current ON identity_list (kind) WHERE active_at IS NOT NULL AND replaced_at IS NULL;

CREATE TABLE identity_list_entry (
  list_id bigint NOT NULL REFERENCES identity_list (id) ON DELETE CASCADE,
  line integer NOT NULL,
  reference text NOT NULL,
  names text[] NOT NULL,
  -- Of whole names, and of whole names and their first with their last word (account_name_keys).
  whole_keys text[] NOT NULL,
  keys text[] NOT NULL,
  birth_date date,
  number_hash bytea,
  bank_code text,
  account_no text,
  -- The same entry in another version of the list.
  fingerprint text NOT NULL,
  PRIMARY KEY (list_id, line)
);
CREATE INDEX identity_list_entry_whole ON identity_list_entry USING gin (whole_keys);
CREATE INDEX identity_list_entry_keys ON identity_list_entry USING gin (keys);
CREATE INDEX identity_list_entry_number ON identity_list_entry (number_hash) WHERE number_hash IS NOT NULL;
CREATE INDEX identity_list_entry_account ON identity_list_entry (account_no) WHERE account_no IS NOT NULL;

-- Compares a member with the lists in force and notes what fits: the account, the number of an approved document, or a whole
-- name. One of the two names must be whole, half a name and an initial fit nobody, and another birth date is another person.
CREATE FUNCTION screen_member(p_member bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_member member;
  v_proved identity_request;
  v_whole text[];
  v_keys text[];
BEGIN
  SELECT * INTO v_member FROM member WHERE id = p_member;
  SELECT * INTO v_proved FROM identity_request
    WHERE member_id = p_member AND state = 'APPROVED' AND level = 2 ORDER BY id DESC LIMIT 1;
  SELECT coalesce(array_agg(DISTINCT account_name_key(n)) FILTER (WHERE account_name_key(n) IS NOT NULL), '{}')
    INTO v_whole FROM unnest(v_member.bank_account_name || coalesce(v_proved.names, '{}')) n;
  SELECT coalesce(array_agg(DISTINCT k), '{}') INTO v_keys
    FROM unnest(v_member.bank_account_name || coalesce(v_proved.names, '{}')) n, unnest(account_name_keys(n, false)) k;
  INSERT INTO identity_finding (member_id, kind, subject, detail)
  SELECT p_member, l.kind, 'list:' || e.fingerprint, jsonb_build_object(
    'list', l.title, 'version', l.version, 'line', e.line, 'reference', e.reference, 'names', to_jsonb(e.names),
    'fits', to_jsonb(array_agg(DISTINCT hit.fits ORDER BY hit.fits)))
  FROM (
    SELECT e.list_id, e.line, 'account' AS fits FROM identity_list_entry e
      WHERE e.account_no = v_member.bank_account_no AND coalesce(e.bank_code, v_member.bank_code) = v_member.bank_code
    UNION ALL SELECT e.list_id, e.line, 'document' FROM identity_list_entry e WHERE e.number_hash = v_proved.number_hash
    UNION ALL SELECT e.list_id, e.line, 'name' FROM identity_list_entry e
      WHERE (e.keys && v_whole OR e.whole_keys && v_keys) AND (e.birth_date <> v_proved.birth_date) IS NOT TRUE
  ) hit
  JOIN identity_list_entry e USING (list_id, line)
  JOIN identity_list l ON l.id = e.list_id AND l.active_at IS NOT NULL AND l.replaced_at IS NULL
  GROUP BY l.kind, l.title, l.version, e.line, e.reference, e.names, e.fingerprint
  ON CONFLICT (member_id, kind, subject) DO NOTHING;
END $$;

-- Whoever registers, and whoever has another name or account, is compared at once.
CREATE FUNCTION screen_changed_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM screen_member(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER member_registered_screened AFTER INSERT ON member
  FOR EACH ROW EXECUTE FUNCTION screen_changed_member();
CREATE TRIGGER member_changed_screened AFTER UPDATE OF bank_code, bank_account_no, bank_account_name ON member
  FOR EACH ROW WHEN ((OLD.bank_code, OLD.bank_account_no, OLD.bank_account_name)
    IS DISTINCT FROM (NEW.bank_code, NEW.bank_account_no, NEW.bank_account_name))
  EXECUTE FUNCTION screen_changed_member();
CREATE FUNCTION screen_proved_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM screen_member(NEW.member_id);
  RETURN NULL;
END $$;
CREATE TRIGGER identity_request_proved_screened AFTER UPDATE OF state ON identity_request
  FOR EACH ROW WHEN (NEW.state = 'APPROVED' AND OLD.state <> 'APPROVED') EXECUTE FUNCTION screen_proved_member();

-- A decision about a list's entry holds for what fitted then (docs/decisions/205-who-members-are.md): its finding is named by
-- the entry and by what fits.
UPDATE identity_finding
  SET subject = subject || ':' || (SELECT string_agg(fits, ',' ORDER BY fits) FROM jsonb_array_elements_text(detail->'fits') fits)
  WHERE subject LIKE 'list:%' AND jsonb_array_length(detail->'fits') > 0;

-- Compares a member with the lists in force and notes what fits: the account, the number of an approved document, or a whole
-- name. One of the two names must be whole, half a name and an initial fit nobody, and another birth date is another person.
-- An entry that fits by more than each of its findings says is a new finding, unless one of them was confirmed.
CREATE OR REPLACE FUNCTION screen_member(p_member bigint) RETURNS void LANGUAGE plpgsql AS $$
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
  SELECT p_member, fitting.kind, 'list:' || fingerprint || ':' || array_to_string(fits, ','), jsonb_build_object(
    'list', title, 'version', version, 'line', line, 'reference', reference, 'names', to_jsonb(names),
    'fits', to_jsonb(fits))
  FROM (
    SELECT l.kind, l.title, l.version, e.line, e.reference, e.names, e.fingerprint,
      array_agg(DISTINCT hit.fits ORDER BY hit.fits) AS fits
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
  ) fitting
  WHERE NOT EXISTS (
    SELECT FROM identity_finding f
    WHERE f.member_id = coalesce(keeper_of(p_member), p_member) AND f.kind = fitting.kind
      AND starts_with(f.subject, 'list:' || fingerprint || ':')
      AND (f.state = 'CONFIRMED' OR f.detail->'fits' @> to_jsonb(fits)))
  ON CONFLICT (member_id, kind, subject) DO NOTHING;
END $$;

-- Which registrations are one person, and bonuses that cannot be milked.

-- The name of a payout account by which two are compared: without titles, marks, spaces and case, as payouts compare it
-- with the bank's (maskedName.ts). Null where it is no whole name, which tells nobody apart.
CREATE FUNCTION account_name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN whole ~ '\S\S\s+\S\S' THEN regexp_replace(whole, '[\s.,''’*-]', '', 'g') END
  FROM (SELECT regexp_replace(
    btrim(upper(normalize(name, NFKC))),
    normalize('^(นางสาว|น\.\s*ส\.?|นาย|นาง|คุณ|เด็กชาย|เด็กหญิง|ด\.\s*[ชญ]\.|ท้าว|ທ້າວ|ທ່ານ|ທ\.|ນາງສາວ|ນາງ|ນ\.|'
      || '(MR|MRS|MS|MISS|MASTER|KHUN|THAO|NANG)(\.|\s))\s*', NFKC), '') AS whole) untitled
$$;

ALTER TABLE member ADD COLUMN name_key text GENERATED ALWAYS AS (account_name_key(bank_account_name)) STORED;
CREATE INDEX member_name_key ON member (name_key) WHERE name_key IS NOT NULL;

-- An operator knows that two members are two persons, whatever they share.
CREATE TABLE member_distinct (
  member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  other_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  operator_id bigint NOT NULL REFERENCES operator (id),
  reason text NOT NULL CHECK (reason <> ''),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, other_id),
  -- Each pair once.
  CHECK (member_id < other_id)
);
CREATE INDEX member_distinct_other ON member_distinct (other_id);

-- Whom of the invited members is one person with who invited them, and by what.
ALTER TABLE invite_flag DROP CONSTRAINT invite_flag_reason_check;
UPDATE invite_flag SET reason = 'ACCOUNT';
ALTER TABLE invite_flag ADD CHECK (reason IN ('ACCOUNT', 'DEVICE', 'NAME', 'ADDRESS'));

-- What a bonus leaves when it ends early.
ALTER TABLE member_bonus
  -- What the member held beside the deposit when the bonus began: ending early leaves it, too.
  ADD COLUMN beside bigint NOT NULL DEFAULT 0 CHECK (beside >= 0);

-- How much of what a member lost on a closed day the house had given: no refund and no invite share are reckoned from it.
CREATE TABLE house_money_day (
  member_id bigint NOT NULL REFERENCES member (id),
  day date NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (member_id, day)
);
-- What was given before this table began is taken as lost before it.
INSERT INTO house_money_day (member_id, day, amount)
SELECT member_id, (now() AT TIME ZONE 'Asia/Bangkok')::date - 366,
  sum(CASE statement_type WHEN 'bonus' THEN amount ELSE -amount END)
FROM statement_entry WHERE statement_type IN ('bonus', 'finish_bonus') AND status = 'SUCCESS'
GROUP BY member_id HAVING sum(CASE statement_type WHEN 'bonus' THEN amount ELSE -amount END) > 0;
CREATE INDEX statement_entry_given ON statement_entry (member_id) WHERE statement_type IN ('bonus', 'finish_bonus');

-- Stored settings get their caps; without them they would not fit and fall back to the defaults.
INSERT INTO setting (key, version, value, actor)
SELECT DISTINCT ON (key) key, version + 1, value || '{"maximumSatang": 500000, "maximumDays": 7}', 'migration'
FROM setting WHERE key IN ('refund', 'invite') ORDER BY key, version DESC;

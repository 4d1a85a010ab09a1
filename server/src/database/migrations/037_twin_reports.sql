-- Reports of one transfer that carry different references (docs/decisions/163-twins-of-a-report.md), and the names by which two
-- members are one person.

ALTER TABLE incoming_transfer
  -- The sources that told of it under its own reference.
  ADD COLUMN told_by text[] NOT NULL DEFAULT '{}',
  -- How long before and after `transferred_at` it may have been sent, as exactly as the first report knew.
  ADD COLUMN early_seconds integer NOT NULL DEFAULT 300 CHECK (early_seconds >= 0),
  ADD COLUMN late_seconds integer NOT NULL DEFAULT 300 CHECK (late_seconds >= 0);
UPDATE incoming_transfer SET
  told_by = CASE WHEN statement_read_at IS NULL OR source = 'STATEMENT' THEN ARRAY[source] ELSE ARRAY[source, 'STATEMENT'] END,
  early_seconds = CASE source WHEN 'OPERATOR' THEN 86400 ELSE 300 END;
CREATE INDEX incoming_transfer_twin ON incoming_transfer (deposit_account_id, amount, transferred_at);
CREATE INDEX incoming_transfer_twin_wide ON incoming_transfer (deposit_account_id, amount)
  WHERE early_seconds > 300 OR late_seconds > 300;

-- Banks begin their references anew: one comes again for another account, or on another day.
ALTER TABLE incoming_transfer DROP CONSTRAINT incoming_transfer_sending_bank_trans_ref_key;
CREATE UNIQUE INDEX incoming_transfer_once ON incoming_transfer
  (sending_bank, trans_ref, coalesce(deposit_account_id, 0), ((transferred_at AT TIME ZONE 'UTC')::date));

-- A report of a transfer under another reference than its own.
CREATE TABLE transfer_twin (
  deposit_account_id bigint NOT NULL REFERENCES deposit_account (id),
  trans_ref text NOT NULL CHECK (trans_ref <> ''),
  source text NOT NULL CHECK (source IN ('NOTICE', 'SLIP', 'STATEMENT', 'OPERATOR')),
  incoming_transfer_id bigint NOT NULL REFERENCES incoming_transfer (id),
  -- What it said, for the case that it turns out to be a transfer of its own.
  sending_bank text NOT NULL CHECK (sending_bank ~ '^[0-9]{3}$'),
  receiver jsonb NOT NULL,
  sender jsonb NOT NULL,
  transferred_at timestamptz NOT NULL,
  early_seconds integer NOT NULL,
  late_seconds integer NOT NULL,
  -- The file of an operator that told it.
  own_money_id bigint REFERENCES own_money (id),
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (deposit_account_id, trans_ref),
  -- Each source tells of a transfer once.
  UNIQUE (incoming_transfer_id, source)
);

-- Sources that write the same reference for the same transfer into this account: a differing one is another transfer's.
CREATE TABLE shared_reference (
  deposit_account_id bigint NOT NULL REFERENCES deposit_account (id),
  source text NOT NULL,
  other text NOT NULL,
  PRIMARY KEY (deposit_account_id, source, other),
  CHECK (source < other)
);
INSERT INTO shared_reference
SELECT DISTINCT deposit_account_id, source, 'STATEMENT' FROM incoming_transfer
WHERE deposit_account_id IS NOT NULL AND statement_read_at IS NOT NULL AND source IN ('NOTICE', 'SLIP');

-- A name without its title. What tells nobody apart (half a name) has no key. A dump is restored without a search path, and
-- columns of members are made by these: they name one another in full.
CREATE FUNCTION account_name_untitled(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(
    btrim(upper(normalize(name, NFKC))),
    normalize('^(นางสาว|น\.\s*ส\.?|นาย|นาง|คุณ|เด็กชาย|เด็กหญิง|ด\.\s*[ชญ]\.|ท้าว|ທ້າວ|ທ່ານ|ທ\.|ນາງສາວ|ນາງ|ນ\.|'
      || '(MR|MRS|MS|MISS|MASTER|KHUN|THAO|NANG)(\.|\s))\s*', NFKC), '')
$$;
CREATE OR REPLACE FUNCTION account_name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN whole ~ '\S\S\s+\S\S' THEN regexp_replace(whole, '[\s.,''’*-]', '', 'g') END
  FROM (SELECT public.account_name_untitled(name) AS whole) untitled
$$;

-- Banks leave middle words out, and a bank's answer fits a name with a word too many: the whole name is a key, and so is its first
-- word with its last one. Among the further ones is the first word with the second, where that is no particle of a surname.
CREATE FUNCTION account_name_keys(name text, with_further boolean) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(array_remove(ARRAY[
    public.account_name_key(name),
    CASE WHEN cardinality(words) > 2 THEN public.account_name_key(words[1] || ' ' || words[cardinality(words)]) END,
    CASE WHEN with_further AND cardinality(words) > 2 AND length(words[2]) > 2 AND words[2] <> ALL ('{SAE,DER,VAN,BIN,แซ่}')
      THEN public.account_name_key(words[1] || ' ' || words[2]) END], NULL), '{}')
  FROM (SELECT regexp_split_to_array(public.account_name_untitled(name), '\s+') AS words) split
$$;
ALTER TABLE member DROP COLUMN name_key;
ALTER TABLE member
  ADD COLUMN name_keys text[] GENERATED ALWAYS AS (account_name_keys(bank_account_name, false)) STORED,
  ADD COLUMN further_name_keys text[] GENERATED ALWAYS AS (account_name_keys(bank_account_name, true)) STORED;
CREATE INDEX member_name_keys ON member USING gin (name_keys);
CREATE INDEX member_further_name_keys ON member USING gin (further_name_keys);

-- One spelling of Thai and Lao names that look alike, and more titles, for what compares and finds names
-- (docs/decisions/322-one-spelling-of-a-name.md).

-- As oneSpelling in contract/src/spelling.ts.
CREATE FUNCTION one_spelling(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  spelt text := regexp_replace(
    normalize($1, NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g');
  before text := '';
BEGIN
  IF spelt !~ '[\u0e00-\u0eff]' THEN
    RETURN spelt;
  END IF;
  spelt := replace(replace(replace(spelt, 'ๅ', 'า'), 'เเ', 'แ'), 'ເເ', 'ແ');
  WHILE before <> spelt LOOP
    before := spelt;
    spelt := regexp_replace(spelt, '([\u0e31\u0e34-\u0e39\u0e47\u0e4e\u0eb1\u0eb4-\u0eb9\u0ebb\u0ece])([\u0e3a\u0eba\u0ebc])'
      || '|([\u0e48-\u0e4b\u0ec8-\u0ecb])'
      || '([\u0e3a\u0eba\u0ebc\u0e31\u0e34-\u0e39\u0e47\u0e4e\u0eb1\u0eb4-\u0eb9\u0ebb\u0ece])'
      || '|([\u0e30\u0e32\u0eb0\u0eb2])([\u0e48-\u0e4b\u0ec8-\u0ecb])'
      || '|([\u0e4c\u0ecc])'
      || '([\u0e3a\u0eba\u0ebc\u0e31\u0e34-\u0e39\u0e47\u0e4e\u0eb1\u0eb4-\u0eb9\u0ebb\u0ece\u0e48-\u0e4b\u0ec8-\u0ecb])',
      '\2\1\4\3\6\5\8\7', 'g');
    spelt := regexp_replace(spelt, '([\u0e4d\u0ecd])'
      || '([\u0e3a\u0eba\u0ebc\u0e31\u0e34-\u0e39\u0e47\u0e4e\u0eb1\u0eb4-\u0eb9\u0ebb\u0ece\u0e48-\u0e4b\u0ec8-\u0ecb\u0e4c\u0ecc])',
      '\2\1', 'g');
  END LOOP;
  spelt := regexp_replace(spelt, '([\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece])\1+', '\1', 'g');
  RETURN replace(replace(spelt, U&'\0E4D\0E32', U&'\0E33'), U&'\0ECD\0EB2', U&'\0EB3');
END $$;

-- Without the titles of contract/src/nameTitles.ts. Attached ones go if no name begins like them.
CREATE OR REPLACE FUNCTION account_name_untitled(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(regexp_replace(upper(public.one_spelling(btrim(name))),
    '\s+ร\.\s*น\.?\s*$', ''),
    '^(?:(?:'
      || '(?:พระมหา|พระครู|พระอาจารย์|พระ|หม่อม(?:ราชวงศ์|หลวง|เจ้า)?|สามเณร|แม่ชี|ดอกเตอร์|นส|ดร|น\.ส|ด\.[ชญ]|'
      || 'MISS|MASTER|MRS|MR|MS|KHUN|THAO|NANG|'
      || 'DR|PROF|ASSOC|ASST|ACTING|CAPT|MAJ|COL|LT|SUB|SGT|CPL|PVT|CDR|LCDR|ADM|FLT|SQN|LDR|WG|GP|REV|VEN|PHRA|M\.[LRC]'
      || ')(?=[.\s/])(?!\.\.)|'
      || '(?:(?:[ก-ฮ]{1,4}|[ກ-ຮ]{1,4})\.(?!\.)\s*)+(?:หญิง|\((?:หญิง|พิเศษ)\))?|'
      || '(?:POL|GEN|K)\.(?!\.)|M\.\s*[LRC]\.(?!\.)|POL(?=\s+(?:LT|COL|CAPT|MAJ|GEN|SGT|SUB)[.\s])|'
      || 'นางสาว|นายแพทย์|นาย|นาง|คุณหญิง|คุณ|เด็กหญิง|เด็กชาย|ท้าว|ว่าที่|'
      || '(?:ผู้ช่วย|รอง)?ศาสตราจารย์|ทันตแพทย์(?:หญิง)?|แพทย์หญิง|ທ້າວ|ນາງສາວ|ນາງ|ທ່ານ|'
      || '(?:พล|พัน|ร้อย|จ่าสิบ|สิบ)(?:ตำรวจ|เรือ|อากาศ)?(?:เอก|โท|ตรี|จัตวา)(?:หญิง)?|'
      || '(?:นาวา|เรือ|พันจ่า|จ่า)(?:อากาศ)?(?:เอก|โท|ตรี)(?:หญิง)?|'
      || '(?:นาย)?ดาบตำรวจ(?:หญิง)?|จ่าสิบตำรวจ(?:หญิง)?|พล(?:ทหาร|ตำรวจ|ฯ)'
      || ')[.\s/]*)+', ''))
$$;

ALTER TABLE member DROP COLUMN name_keys, DROP COLUMN further_name_keys;
ALTER TABLE member
  ADD COLUMN name_keys text[] GENERATED ALWAYS AS (account_name_keys(bank_account_name, false)) STORED,
  ADD COLUMN further_name_keys text[] GENERATED ALWAYS AS (account_name_keys(bank_account_name, true)) STORED,
  -- Both names, each on a line of its own, for parts of names that are looked up.
  ADD COLUMN search_name text GENERATED ALWAYS AS (
    lower(one_spelling(name) || U&'\000A' || one_spelling(bank_account_name))) STORED;
CREATE INDEX member_name_keys ON member USING gin (name_keys);
CREATE INDEX member_further_name_keys ON member USING gin (further_name_keys);

UPDATE identity_list_entry SET
  whole_keys = array(SELECT DISTINCT account_name_key(n) FROM unnest(names) n WHERE account_name_key(n) IS NOT NULL),
  keys = array(SELECT DISTINCT k FROM unnest(names) n, unnest(account_name_keys(n, false)) k);

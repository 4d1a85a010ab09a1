-- One spelling of Thai and Lao names that look alike, and more titles, for what compares and finds names
-- (docs/decisions/322-one-spelling-of-a-name.md).

-- As oneSpelling in contract/src/spelling.ts.
CREATE FUNCTION one_spelling(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  spelt text := regexp_replace(
    normalize($1, NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g');
  aas CONSTANT text := '[\u0e30\u0e32\u0eb0\u0eb2]';
  tones CONSTANT text := '[\u0e48-\u0e4b\u0ec8-\u0ecb]';
  signs CONSTANT text := '[\u0e30-\u0e32\u0e34-\u0e3a\u0e47-\u0e4e\u0eb0-\u0eb2\u0eb4-\u0ebc\u0ec8-\u0ece]';
BEGIN
  IF spelt !~ '[\u0e00-\u0eff]' THEN
    RETURN spelt;
  END IF;
  spelt := replace(replace(replace(spelt, 'ๅ', 'า'), 'เเ', 'แ'), 'ເເ', 'ແ');
  -- The signs that follow one letter: tones stand before each sara aa, the others stay on their side of it.
  IF spelt ~ (signs || '{2}') THEN
    SELECT string_agg(sign, '' ORDER BY letter,
      CASE WHEN sign ~ tones THEN 0 ELSE aa END,
      CASE
        WHEN sign ~ aas OR sign !~ signs THEN 0
        WHEN sign ~ '[\u0e3a\u0eba\u0ebc]' THEN 1
        WHEN sign ~ tones THEN 3
        WHEN sign ~ '[\u0e4c\u0ecc]' THEN 4
        WHEN sign ~ '[\u0e4d\u0ecd]' THEN 5
        ELSE 2
      END, n)
    INTO spelt
    FROM (
      SELECT sign, n, letter, count(*) FILTER (WHERE sign ~ aas) OVER (PARTITION BY letter ORDER BY n) AS aa
      FROM (
        SELECT sign, n, count(*) FILTER (WHERE sign !~ signs) OVER (ORDER BY n) AS letter
        FROM string_to_table(spelt, NULL) WITH ORDINALITY split (sign, n)
      ) letters
    ) places;
  END IF;
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
      || '(?:ว่าที่)?(?:พล\.(?:[รอต]\.)?[อทตจ]|พ\.(?:[จตอ]\.)?[อทต]|[รส]\.(?:ต\.)?[อทต]|น\.[อทต]|จ\.(?:ส\.)?[อทต]|ด\.ต|'
      || '[ພຮ]\.[ອທຕ])\.(?!\.|[ก-ภย-ฮກ-ຮ]\.)(?:หญิง|\s*\((?:หญิง|พิเศษ)\))?|'
      || '(?:น\.\s*ส|ด\.?\s*[ชญ]|ม\.\s*(?:ร\.\s*ว|[ลจ])|[รผ]ศ|นพ|พญ|ทน?พญ?|ภก?ญ|ภก|น\.สพ|สพ\.ญ|'
      || 'ນ\.\s*ສ|ນສ|ດຣ|ສຈ|ຮສ|ປອ|ອຈ|POL|GEN|M\.\s*[LRC]|[ศKທນ])\.(?!\.)|'
      || 'POL(?=\s+(?:LT|COL|CAPT|MAJ|GEN|SGT|SUB)[.\s])|'
      || 'นางสาว|นายแพทย์|นาย|นาง|คุณหญิง|คุณ|เด็กหญิง|เด็กชาย|ท้าว|ว่าที่|'
      || '(?:ผู้ช่วย|รอง)?ศาสตราจารย์|ทันตแพทย์(?:หญิง)?|แพทย์หญิง|ທ້າວ|ນາງສາວ|ນາງ|ທ່ານ|'
      || '(?:พล|พัน|ร้อย|จ่าสิบ|สิบ)(?:ตำรวจ|เรือ|อากาศ)?(?:เอก|โท|ตรี|จัตวา)(?:หญิง)?|'
      || '(?:นาวา|เรือ|พันจ่า|จ่า)(?:อากาศ)?(?:เอก|โท|ตรี)(?:หญิง)?|'
      || '(?:นาย)?ดาบตำรวจ(?:หญิง)?|จ่าสิบตำรวจ(?:หญิง)?|พล(?:ทหาร|ตำรวจ|ฯ)'
      || ')(?:\.(?!\.)|[\s/])*)+', ''))
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

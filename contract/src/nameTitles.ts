/** Words before a name, which stand apart from it or not. */
const WORDS = [
  ...['นางสาว', 'นายแพทย์', 'นาย', 'นาง', 'คุณหญิง', 'คุณ', 'เด็กหญิง', 'เด็กชาย', 'ท้าว', 'ว่าที่'],
  ...['พระมหา', 'พระครู', 'พระอาจารย์', 'พระ', 'สามเณร', 'แม่ชี'],
  ...['หม่อมราชวงศ์', 'หม่อมหลวง', 'หม่อมเจ้า', 'หม่อม'],
  ...['ผู้ช่วยศาสตราจารย์', 'รองศาสตราจารย์', 'ศาสตราจารย์', 'ดอกเตอร์', 'ทันตแพทย์หญิง', 'ทันตแพทย์', 'แพทย์หญิง'],
  ...['ທ້າວ', 'ນາງສາວ', 'ນາງ', 'ທ່ານ'],
  ...['MISS', 'MASTER', 'MRS', 'MR', 'MS', 'KHUN', 'THAO', 'NANG'],
  // Ranks of army, navy, air force and police.
  '(?:ว่าที่)?(?:พล|พัน|ร้อย|จ่าสิบ|สิบ)(?:ตำรวจ|เรือ|อากาศ)?(?:เอก|โท|ตรี|จัตวา)(?:หญิง)?',
  '(?:ว่าที่)?(?:นาวา|เรือ|พันจ่า|จ่า)(?:อากาศ)?(?:เอก|โท|ตรี)(?:หญิง)?',
  '(?:นาย)?ดาบตำรวจ(?:หญิง)?',
  'จ่าสิบตำรวจ(?:หญิง)?',
  'พล(?:ทหาร|ตำรวจ|ฯ)',
];

/** Words that are titles only apart from the name. */
const APART =
  'นส|ดร|น\\.ส|ด\\.[ชญ]|DR|PROF|ASSOC|ASST|ACTING|CAPT|MAJ|COL|LT|SUB|SGT|CPL|PVT|CDR|LCDR|ADM|FLT|SQN|LDR|WG|GP|REV|VEN|PHRA|M\\.[LRC]';

/** Abbreviations with their dots. Three dots are a mask. Whole, some of them are names. */
const DOTTED =
  '(?:(?:[ก-ฮ]{1,4}|[ກ-ຮ]{1,4})\\.(?!\\.)\\s*)+(?:หญิง|\\((?:หญิง|พิเศษ)\\))?|(?:POL|GEN|K)\\.(?!\\.)|M\\.\\s*[LRC]\\.(?!\\.)';

const TITLES = new RegExp(
  `^(?:(?:(?:${WORDS.join('|')}|${APART})(?=[.\\s/])(?!\\.\\.)|${DOTTED}|POL(?=\\s+(?:LT|COL|CAPT|MAJ|GEN|SGT|SUB)[.\\s]))[.\\s/]*)+`,
  'iu',
);
const ATTACHED = WORDS.map((word) => new RegExp(`^${word}`, 'iu'));

/** The titles that stand before a name, apart or with their dots, and what follows them. All titles and nothing else: no title. */
export function splitTitles(name: string): { titles: string; rest: string } {
  const [titles = ''] = TITLES.exec(name) ?? [];
  const rest = name.slice(titles.length);
  return rest === '' ? { titles: '', rest: name } : { titles, rest };
}

/** The name behind each word that may be a title written without a space: `นายสมชาย`, but `นายิกา` is a name. */
export function behindAttachedTitles(name: string, depth = 3): string[] {
  if (depth === 0) return [];
  return ATTACHED.flatMap((title) => {
    const [found = ''] = title.exec(name) ?? [];
    const rest = name.slice(found.length);
    return found === '' || rest === '' ? [] : [rest, ...behindAttachedTitles(rest, depth - 1)];
  });
}

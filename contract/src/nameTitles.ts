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

/**
 * Ranks of army, navy, air force and police in short, as in https://th.wikipedia.org/wiki/ยศทหารและตำรวจไทย. One more letter
 * with a dot makes another abbreviation, but for `ม.ล.`.
 */
const RANKS =
  '(?:ว่าที่)?(?:พล\\.(?:[รอต]\\.)?[อทตจ]|พ\\.(?:[จตอ]\\.)?[อทต]|[รส]\\.(?:ต\\.)?[อทต]|น\\.[อทต]|จ\\.(?:ส\\.)?[อทต]|ด\\.ต|[ພຮ]\\.[ອທຕ])' +
  '\\.(?!\\.|[ก-ภย-ฮກ-ຮ]\\.)(?:หญิง|\\s*\\((?:หญิง|พิเศษ)\\))?';

/** Titles of one letter, which is an initial as well: professor, Khun, Thao, Nang. */
const LETTER = '[ศKທນ]\\.';

/** Abbreviations with their dots; others are of companies, schools and names. Three dots are a mask. Whole, some are names. */
const DOTTED =
  `${RANKS}|(?:น\\.\\s*ส|ด\\.?\\s*[ชญ]|ม\\.\\s*(?:ร\\.\\s*ว|[ลจ])|[รผ]ศ|นพ|พญ|ทน?พญ?|ภก?ญ|ภก|น\\.สพ|สพ\\.ญ|` +
  'ນ\\.\\s*ສ|ນສ|ດຣ|ສຈ|ຮສ|ປອ|ອຈ|POL|GEN|M\\.\\s*[LRC])\\.(?!\\.)|' +
  `${LETTER}(?!\\.)`;

/** What follows a title; dots that follow one another hide a word. */
const BEHIND = '(?:\\.(?!\\.)|[\\s/])*';

const TITLES = new RegExp(
  `^(?:(?:(?:${WORDS.join('|')}|${APART})(?=[.\\s/])(?!\\.\\.)|${DOTTED}|POL(?=\\s+(?:LT|COL|CAPT|MAJ|GEN|SGT|SUB)[.\\s]))${BEHIND})+`,
  'iu',
);
const LAST_LETTER = new RegExp(`(?<!\\p{L}|[ກ-ຮ]\\.)${LETTER}(?=\\s*$)`, 'iu');
const ATTACHED = WORDS.map((word) => new RegExp(`^${word}`, 'iu'));

/** The titles that stand before a name, apart or with their dots, and what follows them. All titles and nothing else: no title. */
export function splitTitles(name: string): { titles: string; rest: string } {
  const [titles = ''] = TITLES.exec(name) ?? [];
  const rest = name.slice(titles.length);
  return rest === '' ? { titles: '', rest: name } : { titles, rest };
}

/** The last of these titles where it may be an initial, `K.` of `MR. K.`; otherwise an empty text. */
export function titleAsInitial(titles: string): string {
  return LAST_LETTER.exec(titles)?.[0] ?? '';
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

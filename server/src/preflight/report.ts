import type { Language } from '@krapao/contract/limits';
import {
  adviceOn,
  byIfItMust,
  CHECKS,
  type CheckState,
  findingText,
  GROUPS,
  keepsClosed,
  PREFLIGHT_GROUPS,
} from '@krapao/contract/preflight';
import type { CheckResult } from './preflight.ts';

const MARKS: Record<CheckState, string> = { ok: 'OK  ', failed: 'RED ', unchecked: '?   ' };
const ORDER: readonly CheckState[] = ['failed', 'unchecked', 'ok'];
const INDENT = ' '.repeat(7);

interface Words {
  should: string;
  /** What the marks mean. */
  legend: readonly string[];
  summary(red: number, should: number, open: number): string;
}

const WORDS: Record<Language, Words> = {
  en: {
    should: '(should) ',
    legend: [
      'RED  must be put in order before real money; with (should) the site works without it, but worse',
      '?    could not be checked yet; the line says why',
      '$    typed on the server as root, npm as the system user krapao',
    ],
    summary: (red, should, open) =>
      `${red === 0 ? 'Ready for real money: nothing that must be in order is red or unknown.' : `Not ready for real money: ${red} that must be in order are red or unknown.`} ${should} more should be mended, ${open} could not be checked.`,
  },
  th: {
    should: '(ควรแก้) ',
    legend: [
      'RED  ต้องแก้ก่อนรับเงินจริง หากมี (ควรแก้) เว็บทำงานได้แต่ไม่ดีเท่า',
      '?    ยังตรวจไม่ได้ สาเหตุอยู่ในบรรทัดนั้น',
      '$    พิมพ์บนเซิร์ฟเวอร์ด้วยสิทธิ์ root ส่วน npm ใช้บัญชีระบบ krapao',
    ],
    summary: (red, should, open) =>
      `${red === 0 ? 'พร้อมรับเงินจริง' : `ยังไม่พร้อมรับเงินจริง ต้องแก้ ${red} ข้อ`} ควรแก้อีก ${should} ข้อ ตรวจไม่ได้ ${open} ข้อ`,
  },
  la: {
    should: '(ຄວນແກ້) ',
    legend: [
      'RED  ຕ້ອງແກ້ກ່ອນຮັບເງິນແທ້ ຖ້າມີ (ຄວນແກ້) ເວັບເຮັດວຽກໄດ້ແຕ່ບໍ່ດີເທົ່າ',
      '?    ຍັງກວດບໍ່ໄດ້ ສາເຫດຢູ່ໃນແຖວນັ້ນ',
      '$    ພິມໃນເຊີບເວີດ້ວຍສິດ root ສ່ວນ npm ໃຊ້ບັນຊີລະບົບ krapao',
    ],
    summary: (red, should, open) =>
      `${red === 0 ? 'ພ້ອມຮັບເງິນແທ້' : `ຍັງບໍ່ພ້ອມຮັບເງິນແທ້ ຕ້ອງແກ້ ${red} ຂໍ້`} ຄວນແກ້ອີກ ${should} ຂໍ້ ກວດບໍ່ໄດ້ ${open} ຂໍ້`,
  },
};

/** The result as plain text, by group, red first in each, with what to type and addresses of the console's pages. */
export function reportOf(checks: readonly CheckResult[], language: Language, publicUrl: string): string {
  const { legend, summary } = WORDS[language];
  const groups = PREFLIGHT_GROUPS.map((group) => ({
    group,
    lines: ORDER.flatMap((state) =>
      checks
        .filter((check) => check.group === group && check.state === state)
        .sort(byIfItMust)
        .flatMap((check) => linesOf(check, language, publicUrl)),
    ),
  })).filter(({ lines }) => lines.length > 0);
  const failed = checks.filter(({ state }) => state === 'failed');
  const red = checks.filter(keepsClosed).length;
  const should = failed.filter(({ severity }) => severity === 'should').length;
  const open = checks.filter(({ state }) => state === 'unchecked').length;
  return [
    ...groups.flatMap(({ group, lines }) => [GROUPS[group].title[language], ...lines, '']),
    ...legend,
    '',
    summary(red, should, open),
    '',
  ].join('\n');
}

function linesOf(
  { id, severity, state, finding, values, page }: CheckResult,
  language: Language,
  publicUrl: string,
): string[] {
  const trouble = values.trouble?.toLowerCase().replaceAll('_', ' ');
  const text = findingText(id, finding, { ...values, ...(trouble && { trouble }) }, language);
  const mark = `${MARKS[state]} ${severity === 'must' ? '' : WORDS[language].should}`;
  const line = `${mark}${CHECKS[id].title[language]}: ${text}`;
  if (state === 'ok') return [line];
  const { remedy, commands } = adviceOn(id, finding, values, language);
  return [
    line,
    `${INDENT}${remedy}`,
    ...commands.map((command) => `${INDENT}$ ${command}`),
    ...(page === null ? [] : [`${INDENT}${publicUrl}/console${page}`]),
  ];
}

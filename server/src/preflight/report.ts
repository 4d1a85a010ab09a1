import type { Language } from '@krapao/contract/limits';
import { CHECKS, type CheckState, findingText, keepsClosed } from '@krapao/contract/preflight';
import type { CheckResult } from './preflight.ts';

const MARKS: Record<CheckState, string> = { ok: 'OK  ', failed: 'RED ', unchecked: '?   ' };
const ORDER: readonly CheckState[] = ['failed', 'unchecked', 'ok'];
const SUMMARY: Record<Language, (red: number, should: number, open: number) => string> = {
  en: (red, should, open) =>
    red === 0
      ? `Ready for real money: nothing that must be in order is red or unknown. ${should} more should be mended, ${open} could not be checked.`
      : `Not ready for real money: ${red} that must be in order are red or unknown. ${should} more should be mended, ${open} could not be checked.`,
  th: (red, should, open) =>
    `${red === 0 ? 'พร้อมรับเงินจริง' : `ยังไม่พร้อมรับเงินจริง ต้องแก้ ${red} ข้อ`} ควรแก้อีก ${should} ข้อ ตรวจไม่ได้ ${open} ข้อ`,
  la: (red, should, open) =>
    `${red === 0 ? 'ພ້ອມຮັບເງິນແທ້' : `ຍັງບໍ່ພ້ອມຮັບເງິນແທ້ ຕ້ອງແກ້ ${red} ຂໍ້`} ຄວນແກ້ອີກ ${should} ຂໍ້ ກວດບໍ່ໄດ້ ${open} ຂໍ້`,
};

/** The result as plain text, red first, with addresses of the console's pages. */
export function reportOf(checks: readonly CheckResult[], language: Language, publicUrl: string): string {
  const lines = ORDER.flatMap((state) =>
    checks
      .filter((check) => check.state === state)
      .sort((a, b) => a.severity.localeCompare(b.severity))
      .flatMap((check) => linesOf(check, language, publicUrl)),
  );
  const failed = checks.filter(({ state }) => state === 'failed');
  const red = checks.filter(keepsClosed).length;
  const should = failed.filter(({ severity }) => severity === 'should').length;
  const open = checks.filter(({ state }) => state === 'unchecked').length;
  return `${[...lines, '', SUMMARY[language](red, should, open), ''].join('\n')}`;
}

function linesOf(
  { id, severity, state, finding, values, page }: CheckResult,
  language: Language,
  publicUrl: string,
): string[] {
  const { title, remedy } = CHECKS[id];
  const trouble = values.trouble?.toLowerCase().replaceAll('_', ' ');
  const text = findingText(id, finding, { ...values, ...(trouble && { trouble }) }, language);
  const lines = [`${MARKS[state]} ${severity === 'must' ? '' : '(should) '}${title[language]}: ${text}`];
  if (state === 'ok') return lines;
  return [
    ...lines,
    `       ${remedy[language]}`,
    ...(page === null ? [] : [`       ${publicUrl}/console${page}`]),
  ];
}

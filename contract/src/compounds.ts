import type { Language } from './limits.ts';

const WORD_JOINER = '\u2060';

/** Words in whose middle browsers end a line; `|` is where. English has spaces. */
const BROKEN: Record<Language, readonly string[]> = {
  th: ['ปีบริ|บูรณ์', 'สิ้น|สุด'],
  la: ['ລະຫັດ|ຜ່ານ', 'ໂບ|ນັດ', 'ທີມ|ງານ', 'ພວກ|ເຮົາ', 'ເບີ|ໂທລະສັບ'],
  en: [],
};

/** The text with its known compounds held together by U+2060, which is not seen. */
export function joinCompounds(text: string, language: Language): string {
  return BROKEN[language].reduce(
    (joined, word) => joined.replaceAll(word.replace('|', ''), word.replace('|', WORD_JOINER)),
    text,
  );
}

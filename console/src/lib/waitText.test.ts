import { expect, test, vi } from 'vitest';
import { activateLanguage } from '../i18n/i18n.ts';
import { waitText } from './waitText.ts';

const SINCE = '2026-11-13T14:00:00.000Z';
const after = (seconds: number) => waitText(SINCE, Date.parse(SINCE) + seconds * 1_000);

test('I18-01 a wait is a clock, and from a day on words of the operator’s language', () => {
  vi.stubGlobal('document', { documentElement: {} });
  const days = (language: 'th' | 'la' | 'en', count: number) => {
    activateLanguage(language);
    return after(count * 86_400 + 3 * 3_600);
  };
  expect(days('la', 2)).toBe('2 ມື້ 3 ຊມ');
  expect(days('th', 2)).toBe('2 วัน 3 ชม.');
  expect(days('en', 2)).toBe('2 days 3 hr');
  expect(days('en', 1)).toBe('1 day 3 hr');
  expect(after(48)).toBe('00:48');
  expect(after(3 * 3_600 + 310)).toBe('3:05:10');
});

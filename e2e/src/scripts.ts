import { expect, type Page } from '@playwright/test';
import type { Locale } from './messages.ts';

/** Words that are Latin in every language: codes, units and names without a translation. */
const LATIN = new Set(
  [
    'QR',
    'OTP',
    'PIN',
    'LAK',
    'BAHT',
    'PNG',
    'JPEG',
    'JPG',
    'WebP',
    'GIF',
    'MP',
    'MB',
    'AUTO',
    'iOS',
    'Android',
    'Google',
    'LINE',
    'TikTok',
    'YouTube',
    'Facebook',
    'SMS',
    'th',
    'Krapao',
  ].map((word) => word.toLowerCase()),
);

const THAI = /[\u0E01-\u0E3A\u0E40-\u0E5B]/;
const LAO = /[\u0E81-\u0EDF]/;
const WORD = /[A-Za-z]{2,}/g;

/** Every text on the screen that can be read or heard: visible texts, and texts for assistive technology only. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const own = document.documentElement.lang;
    const foreign = (element: Element) => {
      const marked = element.closest('[lang]')?.getAttribute('lang') ?? own;
      return marked !== own;
    };
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim();
      if (!parent || !text || foreign(parent) || parent.closest('script, style, noscript, .first, .monogram'))
        continue;
      if (!parent.checkVisibility() && !parent.closest('select')) continue;
      texts.push(text);
    }
    const named = ['aria-label', 'aria-valuetext', 'alt', 'placeholder', 'title'];
    for (const element of document.querySelectorAll(named.map((name) => `[${name}]`).join())) {
      if (foreign(element) || !element.checkVisibility()) continue;
      for (const name of named) texts.push(element.getAttribute(name) ?? '');
    }
    return [...new Set(texts.filter((text) => text !== ''))];
  });
}

/**
 * Fails when a text on the screen is in the script of another language (I18-01). `names` may be in any language: names
 * of people, addresses, codes.
 */
export async function expectScript(
  page: Page,
  locale: Locale,
  screen: string,
  names: readonly string[],
): Promise<void> {
  const parts = names.filter((name) => name !== '').sort((a, b) => b.length - a.length);
  const wrong = (await textsOf(page)).flatMap((text) => {
    let rest = text.replace(/https?:\/\/\S+/g, '');
    for (const part of parts) rest = rest.replaceAll(part, '');
    const found: string[] = [];
    if (locale !== 'th' && THAI.test(rest)) found.push(`Thai: ${text}`);
    if (locale !== 'la' && LAO.test(rest)) found.push(`Lao: ${text}`);
    if (locale !== 'en') {
      const words = (rest.match(WORD) ?? []).filter((word) => !LATIN.has(word.toLowerCase()));
      if (words.length > 0) found.push(`Latin (${words.join(' ')}): ${text}`);
    }
    return found;
  });
  expect.soft(wrong, `${screen} in ${locale}`).toEqual([]);
}

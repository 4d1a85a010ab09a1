import type { Page } from '@playwright/test';
import axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * The violations that axe finds on the current page: one line per rule, with the elements. `colours` is the colour
 * contrast rule, the only one that depends on the theme; `words` are all others, which may depend on the language.
 * While a dialog is open only the dialog is checked: the page behind it is inert and is checked separately.
 */
export async function findViolations(page: Page, which: 'all' | 'colours' | 'words'): Promise<string[]> {
  // The library is large, so each page loads it only once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([tags, chosen]) => {
      const judge = (window as unknown as { axe: typeof axe }).axe;
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
      const { violations } = await judge.run(dialog ?? document, {
        runOnly:
          chosen === 'colours' ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: tags },
        ...(chosen === 'words' && { rules: { 'color-contrast': { enabled: false } } }),
        resultTypes: ['violations'],
        preload: false,
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    [TAGS, which] as const,
  );
}

import type { Page } from '@playwright/test';
import axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds on the page as it is: a line for each rule with the elements. `colours` is the one rule that a theme
 * changes the answer of; `words` all others, which a language may change. While a dialog is open it alone is judged: the
 * page behind it is inert, and judged by itself.
 */
export async function findViolations(page: Page, which: 'all' | 'colours' | 'words'): Promise<string[]> {
  // The page keeps it until it is loaded anew; it is large.
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

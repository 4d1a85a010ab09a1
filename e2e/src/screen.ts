import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, type TestInfo } from '@playwright/test';

const FOLDER = join(import.meta.dirname, '../screens');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails the test at its end when the page complained in the console or threw; answers the check. */
export function listen(page: Page): () => void {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A refused call shows as a failed resource; what the app makes of it is another test's matter.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return () => expect(complaints).toEqual([]);
}

/** Judges what is on the screen now: nothing sticks out sideways, axe finds nothing; and takes its picture. */
export async function judge(page: Page, info: TestInfo, name: string): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
  const { scrollWidth, clientWidth, scrollHeight } = await page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
    return { scrollWidth, clientWidth, scrollHeight };
  });
  expect.soft(scrollWidth, `${name} scrolls sideways`).toBeLessThanOrEqual(clientWidth);
  await page.screenshot({ path: join(FOLDER, info.project.name, `${name}.png`) });

  // As high as the page, so that no bar covers what a member would scroll to.
  const size = page.viewportSize();
  const height = Math.max(size?.height ?? 0, scrollHeight);
  if (size) await page.setViewportSize({ ...size, height });
  // The call answers before the page has taken its new size.
  await page.waitForFunction((expected) => window.innerHeight >= expected, height);
  await findNothing(page, name, (axe) => axe.withTags(RULES));
  const theme = await setTheme(page, 'light');
  // Colours are all that a theme changes.
  await findNothing(page, `${name} in the light theme`, (axe) => axe.withRules('color-contrast'));
  await setTheme(page, theme);
  if (size) await page.setViewportSize(size);
}

/** Puts a theme on the page at once; answers the one before. */
export async function setTheme(page: Page, theme: string): Promise<string> {
  return page.evaluate(async (next) => {
    const root = document.documentElement;
    const before = root.dataset.theme ?? 'dark';
    root.dataset.theme = next;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
    return before;
  }, theme);
}

async function findNothing(page: Page, name: string, choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  const { violations } = await choose(new AxeBuilder({ page })).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect.soft(found, `${name} has violations`).toEqual([]);
}

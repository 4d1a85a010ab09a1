import { expect, type Page, type TestInfo } from '@playwright/test';
import { findViolations } from './axe.ts';
import { takePicture } from './pictures.ts';
import { follow } from './settled.ts';
import { still } from './still.ts';

/** Fails the test at its end when the page complained in the console or threw; answers the check. */
export function listen(page: Page): () => void {
  follow(page);
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

/**
 * Judges what is on the screen now: nothing sticks out sideways, axe finds nothing. Colours are the same in every
 * language: they are judged in Thai, in both themes.
 */
export async function judge(page: Page, info: TestInfo, name: string): Promise<void> {
  await still(page);
  const { scrollWidth, clientWidth, scrollHeight, lang, hasDialog } = await page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, lang } = document.documentElement;
    const hasDialog = document.querySelector('dialog:modal') !== null;
    return { scrollWidth, clientWidth, scrollHeight, lang, hasDialog };
  });
  expect.soft(scrollWidth, `${name} scrolls sideways`).toBeLessThanOrEqual(clientWidth);
  await takePicture(page, `${info.project.name}/${name}`);

  // As high as the page, so that no bar covers what a member would scroll to; a dialog is judged without the page.
  const size = page.viewportSize();
  const isHigher = size !== null && scrollHeight > size.height && !hasDialog;
  if (isHigher) {
    await page.setViewportSize({ ...size, height: scrollHeight });
    // The call answers before the page has taken its new size.
    await page.waitForFunction((expected) => window.innerHeight >= expected, scrollHeight);
  }
  const isThai = lang === 'th';
  const found = await findViolations(page, isThai ? 'all' : 'words');
  expect.soft(found, `${name} has violations`).toEqual([]);
  if (isThai) {
    const theme = await setTheme(page, 'light');
    const colours = await findViolations(page, 'colours');
    expect.soft(colours, `${name} in the light theme has violations`).toEqual([]);
    await setTheme(page, theme);
  }
  if (isHigher) await page.setViewportSize(size);
}

/** Puts a theme on the page at once; answers the one before. */
async function setTheme(page: Page, theme: string): Promise<string> {
  const before = await page.evaluate((next) => {
    const { dataset } = document.documentElement;
    const before = dataset.theme ?? 'dark';
    dataset.theme = next;
    return before;
  }, theme);
  await still(page);
  return before;
}

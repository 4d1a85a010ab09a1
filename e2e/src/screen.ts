import { expect, type Page, type TestInfo } from '@playwright/test';
import { findViolations } from './axe.ts';
import { takePicture } from './pictures.ts';
import { follow } from './settled.ts';
import { still } from './still.ts';

/** Records console errors and exceptions of the page. The returned check fails the test when there were any. */
export function listen(page: Page): () => void {
  follow(page);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A refused call also appears as a failed resource; other tests check how the app handles it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return () => expect(complaints).toEqual([]);
}

/**
 * Checks the current screen: nothing overflows sideways. In Thai, which has the longest texts, axe must find nothing in
 * either theme; in the other languages, and in dialogs on the large screen, it looks with KRAPAO_ALL_SCREENS.
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

  const isThai = lang === 'th';
  // A dialog has the same elements on both screens.
  const isReadElsewhere = hasDialog && info.project.name === 'desktop';
  if ((!isThai || isReadElsewhere) && !process.env.KRAPAO_ALL_SCREENS) return;

  // Makes the window as high as the page, so that no bar covers content that a member would scroll to. A dialog is
  // checked without the page.
  const size = page.viewportSize();
  const isHigher = size !== null && scrollHeight > size.height && !hasDialog;
  if (isHigher) {
    await page.setViewportSize({ ...size, height: scrollHeight });
    // The call returns before the page has its new size.
    await page.waitForFunction((expected) => window.innerHeight >= expected, scrollHeight);
  }
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

/** Switches the theme of the page at once; returns the previous one. */
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

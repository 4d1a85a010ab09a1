import type { Page } from '@playwright/test';

/**
 * Notes what a screen reader is given to say from the next page on: texts that come into a live region which stood before
 * them, and which no open dialog hides. @returns reads the texts so far
 */
export async function hear(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    (window as unknown as { heard: string[] }).heard = heard;
    const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
    const standing = new WeakSet<Element>();
    const isHidden = (region: Element) =>
      document.querySelector('dialog:modal') !== null && region.closest('dialog:modal') === null;
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(regions);
        if (!region || !standing.has(region) || isHidden(region)) continue;
        const nodes = type === 'childList' ? [...addedNodes] : [target];
        const text = nodes.map(({ textContent }) => textContent).join(' ');
        if (text.trim() !== '') heard.push(text.trim());
      }
      // What came in this moment is not heard with the text that it brought.
      const appeared = [...document.querySelectorAll(regions)];
      setTimeout(() => {
        for (const region of appeared) standing.add(region);
      }, 20);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

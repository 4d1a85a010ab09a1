import type { Page } from '@playwright/test';

/**
 * The texts of the top dialog, or of the page without one, that stand beyond the window's sides or that a box around them
 * cuts off at its side. A part that can be scrolled sideways cuts nothing.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const styleOf = (element: Element) => getComputedStyle(element);
    const scrollsSideways = (element: Element) =>
      ['auto', 'scroll'].includes(styleOf(element).overflowX) &&
      element.scrollWidth > element.clientWidth + 1;
    const cut: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!parent || text === '' || text === '·' || parent.closest('.sr-only, option, .first, .skip-link'))
        continue;
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const around: Element[] = [];
      for (let element: Element | null = parent; element; element = element.parentElement)
        around.push(element);
      if (around.some(scrollsSideways)) continue;
      const edges = around
        .filter((element) => ['hidden', 'clip'].includes(styleOf(element).overflowX))
        .map((element) => element.getBoundingClientRect())
        .map(({ left, right }) => ({ left, right }));
      edges.push({ left: 0, right: window.innerWidth });
      const range = document.createRange();
      range.selectNodeContents(node);
      const isCut = [...range.getClientRects()].some((box) =>
        edges.some(({ left, right }) => box.width > 0 && (box.left < left - 1.5 || box.right > right + 1.5)),
      );
      if (isCut) cut.push(text);
    }
    return cut;
  });
}

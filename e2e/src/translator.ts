import { expect, type Page } from '@playwright/test';

/** What the translator saw: texts that the page changed in nodes that it had replaced, and what it could reach but must not. */
interface Seen {
  replaced: number;
  stale: string[];
  fixed: string[];
}

declare global {
  interface Window {
    translatorSaw: Seen;
  }
}

/**
 * Translates the page as browsers do, now and after each change: each text node is replaced by nested font elements. The
 * words stay, so that a test finds them. The returned check fails when the page has written into a text that is no longer
 * shown, or left to the translator a figure of money, an account, or one of the names.
 */
export async function translatePage(
  page: Page,
  names: readonly string[],
): Promise<(screen: string) => Promise<void>> {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript((fixedNames) => {
    const KEPT = '[translate="no"], script, style, textarea, svg, noscript, font[data-translated]';
    const MONEY = /^[−+]?[฿₭][\d,.]+$/;
    /** With the bank's code before it or without, no date. */
    const ACCOUNT = /^(?:[A-Z]{2,8} )?(?!\d{4}-\d\d-\d\d$)\+?\d[\d -]{7,}\d$/;
    const isFixed = (text: string) => MONEY.test(text) || ACCOUNT.test(text) || fixedNames.includes(text);
    const saw: Seen = { replaced: 0, stale: [], fixed: [] };
    window.translatorSaw = saw;
    const replaced = new WeakSet<Node>();
    const font = (child: Node) => {
      const made = document.createElement('font');
      made.append(child);
      return made;
    };
    const replace = (node: Text) => {
      const text = node.data;
      if (text.trim() === '' || !node.parentElement || node.parentElement.closest(KEPT)) return;
      if (isFixed(text.trim())) saw.fixed.push(text);
      const outer = font(font(document.createTextNode(text)));
      outer.dataset.translated = '';
      replaced.add(node);
      saw.replaced += 1;
      node.replaceWith(outer);
    };
    const translate = (node: Node) => {
      if (node instanceof Text) return replace(node);
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let next = walker.nextNode(); next; next = walker.nextNode()) texts.push(next as Text);
      texts.forEach(replace);
    };
    const note = (prototype: object, name: string) => {
      const own = Object.getOwnPropertyDescriptor(prototype, name);
      Object.defineProperty(prototype, name, {
        ...own,
        set(this: Node, text: string) {
          if (replaced.has(this)) saw.stale.push(text);
          own?.set?.call(this, text);
        },
      });
    };
    note(Node.prototype, 'nodeValue');
    note(CharacterData.prototype, 'data');
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(translate);
    }).observe(document, { childList: true, subtree: true });
  }, names);
  return async (screen) => {
    const { replaced, stale, fixed } = await page.evaluate(() => window.translatorSaw);
    expect(replaced, `${screen}: something was translated`).toBeGreaterThan(0);
    expect.soft(errors, `${screen} broke under the translator`).toEqual([]);
    expect.soft(stale, `${screen} writes into texts that are not shown`).toEqual([]);
    expect.soft(fixed, `${screen} leaves figures, accounts or names to the translator`).toEqual([]);
  };
}

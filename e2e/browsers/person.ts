import { expect } from '@playwright/test';
import { BASE_URL } from '../src/addresses.ts';
import type { Browser, InputSource } from './browser.ts';

type Role = 'button' | 'link' | 'tab' | 'field' | 'article';

/** Keys of WebDriver. */
export const KEYS = {
  enter: '\uE007',
  escape: '\uE00C',
  tab: '\uE004',
  backspace: '\uE003',
  down: '\uE015',
  up: '\uE013',
} as const;
const CONTROL = '\uE009';

/** What a person does at a browser and sees there. Everything waits until it is possible, as Playwright does. */
export class Person {
  readonly browser: Browser;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  goTo(path: string): Promise<void> {
    return this.browser.goTo(BASE_URL + path);
  }

  /** Presses the middle of a control that is in view, does not move and is not covered. */
  async press(role: Role, name: string | RegExp): Promise<void> {
    let place: { x: number; y: number } | string = 'not asked';
    await expect
      .poll(
        async () => {
          place = await this.browser.evaluate(placeOf, role, pattern(name));
          return typeof place === 'string' ? place : 'ready';
        },
        { message: `${role} ${name}`, intervals: [100] },
      )
      .toBe('ready');
    const { x, y } = place as unknown as { x: number; y: number };
    await this.browser.perform([
      {
        type: 'pointer',
        id: 'finger',
        actions: [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  /** Presses keys, one after the other: characters, or KEYS. */
  async keys(...keys: readonly string[]): Promise<void> {
    await this.browser.perform([keyboard(keys.flatMap(stroke))]);
  }

  /** Types into a field what replaces its content. */
  async fill(name: string, words: string): Promise<void> {
    await this.press('field', name);
    await this.browser.perform([
      keyboard([{ type: 'keyDown', value: CONTROL }, ...stroke('a'), { type: 'keyUp', value: CONTROL }]),
    ]);
    await this.keys(KEYS.backspace, ...words);
  }

  async valueOf(name: string): Promise<string> {
    return this.browser.evaluate(valueOfField, name);
  }

  /** Waits until the visible text of the page, or of the topmost dialog, contains this. */
  async sees(words: string | RegExp): Promise<void> {
    const seen = expect.poll(() => this.#text(), { message: `sees ${words}` });
    await (typeof words === 'string' ? seen.toContain(words) : seen.toMatch(words));
  }

  async seesNo(words: string): Promise<void> {
    await expect.poll(() => this.#text(), { message: `no longer sees ${words}` }).not.toContain(words);
  }

  async isAt(path: string): Promise<void> {
    await expect.poll(() => this.browser.evaluate(() => window.location.pathname)).toBe(path);
  }

  /** Waits until the page has so many of these elements. */
  async has(count: number, selector: string): Promise<void> {
    await expect.poll(() => this.count(selector), { message: selector }).toBe(count);
  }

  count(selector: string): Promise<number> {
    return this.browser.evaluate((wanted) => document.querySelectorAll(wanted).length, selector);
  }

  /** Waits until fonts and pictures have loaded, nothing shows that it is loading, and all animations have ended. */
  async settled(): Promise<void> {
    await expect.poll(() => this.browser.evaluate(isSettled), { message: 'settled' }).toBe(true);
  }

  #text(): Promise<string> {
    return this.browser.evaluate(() => {
      const dialogs = [...document.querySelectorAll<HTMLElement>('dialog:modal')];
      const shown = dialogs.find((dialog) => dialog.contains(document.activeElement)) ?? dialogs.at(-1);
      // biome-ignore lint/performance/useDomNodeTextContent: a person does not see what is hidden
      return (shown ?? document.body).innerText;
    });
  }
}

/** A name as JSON carries it: the whole text, or source and flags of a pattern. */
type Name = string | [source: string, flags: string];

const pattern = (name: string | RegExp): Name =>
  typeof name === 'string' ? name : [name.source, name.flags];

const keyboard = (actions: InputSource['actions']): InputSource => ({ type: 'key', id: 'keyboard', actions });

const stroke = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];

/** Runs in the page: where to press a control, or why it cannot be pressed. */
async function placeOf(role: string, name: Name) {
  const selectors: Record<string, string> = {
    button: 'button, [role=button], summary',
    link: 'a[href]',
    tab: '[role=tab]',
    field: 'input:not([type=file]), select, textarea',
    article: 'article',
  };
  // biome-ignore lint/performance/useDomNodeTextContent: a button's hidden second label is not its name
  const words = (element: Element | null) => (element as HTMLElement | null)?.innerText ?? '';
  const nameOf = (element: Element) => {
    const labelled = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    const name =
      element.getAttribute('aria-label') ??
      (labelled.length > 0
        ? labelled.map((id) => words(document.getElementById(id))).join(' ')
        : labels.length > 0
          ? labels.map(words).join(' ')
          : words(element));
    return name.replace(/\s+/g, ' ').trim();
  };
  const isWanted = (own: string) => (typeof name === 'string' ? own === name : new RegExp(...name).test(own));
  const named = [...document.querySelectorAll(selectors[role] ?? '')].filter(
    (element) => element.checkVisibility() && !element.closest('[inert]') && isWanted(nameOf(element)),
  );
  if (named.length === 0) return 'not there';
  for (const element of named) {
    if (element.matches(':disabled, [aria-disabled="true"]')) continue;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const before = element.getBoundingClientRect();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { left, top, width, height } = element.getBoundingClientRect();
    if (left !== before.left || top !== before.top) return 'moving';
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    const label = (element as HTMLInputElement).labels?.[0];
    if (hit !== null && (element.contains(hit) || label?.contains(hit))) return { x, y };
  }
  return 'disabled or covered';
}

/** Runs in the page. */
function valueOfField(label: string): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')];
  return (
    fields.find(({ labels, ariaLabel }) => (labels?.[0]?.textContent ?? ariaLabel) === label)?.value ?? ''
  );
}

/** Runs in the page. */
function isSettled(): boolean {
  const moving = document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) !== Number.POSITIVE_INFINITY)
    .filter(({ playState }) => playState === 'running');
  return (
    document.fonts.status === 'loaded' &&
    moving.length === 0 &&
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy') &&
    document.querySelector('.skeleton, #root > .splash, #root > .first, dialog:not([open])') === null
  );
}

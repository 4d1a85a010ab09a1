// `npm run bench -- arrival`: the time from a payment at the bank to the number on the member's screen, with the app in
// the foreground and in the background. It contains the bank's notice, the credit, the event and the answer of the
// wallet; the count of the figure (600 ms) is measured apart.
import { BASE_URL } from '@krapao/e2e/addresses';
import { findChromium } from '@krapao/e2e/chromium';
import { enterAs, newMember } from '@krapao/e2e/member';
import { siteAccount } from '@krapao/e2e/money';
import { pay } from '@krapao/e2e/sandbox';
import { bahtParts, bahtText } from '@krapao/ui/money.ts';
import { chromium, type Page } from '@playwright/test';
import { percentile, writeResult } from './figures.ts';
import { startProduct } from './web/product.ts';

const PAYMENTS = Number(process.env.KRAPAO_BENCH_RUNS || 40);
const BAHT = 20;
const PHONE = { baseURL: BASE_URL, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** When a figure first stands in the balance, by the clock of the machine, in ms. */
interface Shown {
  told: number;
  counted: number;
}

/** Resolves when the balance tells the amount to a screen reader, and when its count has ended. */
function balanceShows([told, counted]: [string, string]): Promise<Shown> {
  return new Promise((resolve) => {
    const balance = document.querySelector('.balance') as HTMLElement;
    const shown: Shown = { told: 0, counted: 0 };
    const observer = new MutationObserver(look);
    function look() {
      if (balance.querySelector('.sr-only')?.textContent === told) shown.told ||= Date.now();
      if (balance.querySelector('[aria-hidden]')?.textContent === counted) shown.counted ||= Date.now();
      if (shown.told === 0 || shown.counted === 0) return;
      observer.disconnect();
      resolve(shown);
    }
    observer.observe(balance, { subtree: true, childList: true, characterData: true });
    look();
  });
}

/** A headless browser never reports a covered tab as hidden, so the page is told. */
function turn(visibility: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

async function measure(page: Page, baht: number, payOnce: () => Promise<unknown>): Promise<Shown> {
  const { whole, satang } = bahtParts(baht);
  const shown = page.evaluate(balanceShows, [bahtText(baht), `฿${whole}${satang}`] as [string, string]);
  const paidAt = Date.now();
  await payOnce();
  const { told, counted } = await shown;
  return { told: told - paidAt, counted: counted - paidAt };
}

const stop = await startProduct();
try {
  const browser = await chromium.launch(await findChromium());
  const figures: Record<string, { p50: number; p95: number }> = {};
  try {
    for (const place of ['foreground', 'background']) {
      const member = await newMember();
      const account = await siteAccount(member);
      const page = await (await browser.newContext(PHONE)).newPage();
      await enterAs(page, member);
      const line = page.waitForResponse('**/api/live');
      await page.goto('/user/home');
      await line;
      await page.locator('.balance').waitFor();
      const times: Shown[] = [];
      for (let time = 1; time <= PAYMENTS; time++) {
        // For each payment anew: the app stops listening half a minute after it was hidden.
        if (place === 'background') await page.evaluate(turn, 'hidden' as const);
        times.push(await measure(page, time * BAHT, () => pay(member.bank, account, BAHT)));
        await page.evaluate(turn, 'visible' as const);
      }
      for (const moment of ['told', 'counted'] as const) {
        const values = times.map((shown) => shown[moment]);
        const p = (share: number) => percentile(values, share);
        figures[`${place}, ${moment}, ms`] = { p50: p(0.5), p95: p(0.95) };
      }
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
  console.table(figures);
  await writeResult('arrival', { payments: PAYMENTS, figures });
} finally {
  await stop();
}

import type { Page } from '@playwright/test';
import { chooseWay } from '../src/depositWay.ts';
import { hostileAddresses, hostileText, hostileTexts, type Watch, watch } from '../src/hostile.ts';
import { enterAs, type Member, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund } from '../src/money.ts';
import { openWheel } from '../src/prizeWheel.ts';
import { expect, test } from '../src/siteWorld.ts';

const label = (id: string) => text('th', id);
const image = 'https://canary.example/banner.png';
let member: Member;
let game: string;

test.beforeAll(async ({ site: _ }) => {
  member = await newMember();
  await fund(member, 500);
  const { slots } = await member.client('GET /api/wallet');
  game = slots.find(({ category }) => category === 'slot')?.code ?? '';
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: game } });
});

const shown = (page: Page) => page.locator('.rich-text').filter({ hasNotText: /^$/ }).first();
const main = (page: Page) => page.getByRole('main');

/** A field of the server: how a hostile text gets into it, and where the member sees it. */
interface Field {
  name: string;
  see: (page: Page, server: Watch) => Promise<void>;
}

const banners = (kind: 'invite' | 'refund'): Field => ({
  name: `${kind} banners`,
  async see(page, server) {
    await server.answer(`/api/${kind}/banners`, () => hostileTexts.map((html) => ({ image, html })));
    await page.goto('/user/home');
    await main(page)
      .getByRole('button', { name: label(`home.${kind}`), exact: true })
      .click();
    await expect(page.getByRole('dialog').locator('.rich-text')).toHaveCount(hostileTexts.length);
  },
});

const FIELDS: readonly Field[] = [
  {
    name: 'conditions',
    async see(page, server) {
      await server.answer('/api/lookup/conditions', () => hostileTexts);
      await page.goto('/user/home');
      await page.getByRole('button', { name: label('nav.conditions') }).click();
      await expect(page.locator('.rich-text')).toHaveCount(hostileTexts.length);
    },
  },
  {
    name: 'agreements',
    async see(page, server) {
      await server.answer('/api/lookup/agreements', () => hostileTexts);
      await page.addInitScript(() => localStorage.removeItem('remember-agreement'));
      await page.goto('/user/home');
      await expect(page.getByRole('dialog').locator('.rich-text')).toHaveCount(hostileTexts.length);
    },
  },
  banners('invite'),
  banners('refund'),
  {
    name: 'bonus banners, names and notice',
    async see(page, server) {
      await server.answer('/api/lookup/notice', () => ({ notice: hostileText }));
      await server.answer('/api/bonus', (bonuses: object[]) =>
        bonuses.map((bonus) => ({
          ...bonus,
          name: 'hostile <img src=x onerror=alert(1)>',
          banners: hostileTexts.map((html) => ({ image: 'javascript:alert(1)', html })),
        })),
      );
      await page.goto('/user/bonus');
      await main(page).getByRole('button', { name: 'hostile' }).first().click();
      await expect(page.getByRole('dialog').locator('.rich-text')).toHaveCount(hostileTexts.length + 1);
    },
  },
  {
    name: 'promotion',
    async see(page, server) {
      await server.answer('/api/promotion/find/*', () => ({
        code: 'NEXT300',
        percentFail: 0,
        description: hostileText,
      }));
      await page.goto('/user/bonus');
      await main(page).getByLabel(label('promotion.code')).fill('next300');
      await main(page)
        .getByRole('button', { name: label('promotion.search') })
        .click();
      await expect(shown(page)).toBeVisible();
    },
  },
  {
    name: 'refund information',
    async see(page, server) {
      await server.answer('/api/refund/banners', () => []);
      await server.answer('/api/refund/check', () => ({
        result: true,
        bonus: false,
        info: hostileText,
        refundAmount: 10,
        refundSuccess: 100,
        refundFail: 0,
      }));
      await page.goto('/user/home');
      await main(page)
        .getByRole('button', { name: label('home.refund'), exact: true })
        .click();
      await expect(shown(page)).toBeVisible();
    },
  },
  {
    name: 'markup of a QR',
    async see(page, server) {
      await server.answer('/api/qrcode/*', () => ({
        qrcodeId: '1',
        hasQrcode: true,
        qrcode: `<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/><script>alert(1)</script></svg>${hostileText}`,
        amount: 100,
        expireIn: 600,
        message: '',
        status: 'OPEN',
      }));
      await page.goto('/user/home');
      await main(page)
        .getByRole('button', { name: label('deposit.title'), exact: true })
        .click();
      await chooseWay(page.getByRole('dialog'), 'qr');
      await expect(page.locator('.rich-text svg').first()).toBeVisible();
    },
  },
  {
    name: 'a coupon, the slices of the wheel',
    async see(page, server) {
      await openWheel(page, 'coupon20');
      const style = 'red;background:url(https://canary.example/colour)';
      await server.answer('/api/spinwheel/setup', () => ({
        activeSpinwheel: {
          name: hostileText,
          slice: ['a', 'b', 'c'].map((code) => ({
            code,
            label: '<img src=x onerror=alert(1)>',
            weight: 1,
            bgColor: style,
            textColor: 'url(https://canary.example/colour)',
          })),
        },
        userCoin: 1,
        serverSeedHash: '0'.repeat(64),
        nonce: 1,
      }));
      await server.answer('/api/spinwheel/coupon', () => [
        {
          code: 'C',
          prize: { name: 'hostile', slice: { label: hostileText, htmlDescription: hostileText } },
          amount: 20,
          createdAt: '2026-11-13T14:02:10.000Z',
          expiresAt: '2026-12-13T14:02:10.000Z',
        },
      ]);
      await page.goto('/user/home');
      await main(page)
        .getByRole('button', { name: new RegExp(`^${label('spin.tile')}`) })
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: label('spin.claimOf').replace('{name}', 'hostile') })
        .click();
      await expect(shown(page)).toBeVisible();
    },
  },
  {
    name: 'contact text',
    async see(page, server) {
      await server.answer('/api/lookup/contact', () => ({
        contactText: hostileText,
        lineLink: 'https://canary.example/line',
        lineName: '<img src=x onerror=alert(1)>',
        lineQR: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      }));
      await page.goto('/contact');
      await expect(shown(page)).toBeVisible();
    },
  },
];

// A page asks again when the server has news. Such an answer must not be changed while the page closes.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }));

for (const policy of [true, false]) {
  test.describe(policy ? 'with the policy of the page' : 'without the policy, the sanitiser alone', () => {
    test.use({ bypassCSP: !policy });
    for (const { name, see } of FIELDS) {
      test(`nothing runs, loads or leaves its place: ${name}`, async ({ page }) => {
        const server = await watch(page, { policy });
        if (name !== 'contact text') await enterAs(page, member);
        await see(page, server);
        await server.judge(name);
      });
    }
  });
}

test('an address of the server becomes a link or an image only where it is one', async ({ page }) => {
  const server = await watch(page, { policy: true });
  let address = '';
  await server.answer('/api/lookup/contact', () => ({
    contactText: '',
    lineLink: address,
    lineName: 'line',
    lineQR: address,
  }));
  for (address of hostileAddresses) {
    await page.goto('/contact');
    await expect(page.getByText(label('contact.later'))).toBeVisible();
    await expect(main(page).locator('a[target=_blank]')).toHaveCount(0);
    await server.judge(address);
  }
});

test('a game is opened at a web address alone, whoever names it', async ({ page }) => {
  const server = await watch(page, { policy: true });
  await enterAs(page, member);
  let address = '';
  await server.answer('/api/wallet', (wallet: { slots: { code: string }[] }) => ({
    ...wallet,
    slots: wallet.slots.map((slot) =>
      slot.code === game
        ? {
            ...slot,
            code: 'hostile',
            name: 'Hostile <b>game</b>',
            nameTH: 'Hostile <b>game</b>',
            logo: address,
            background: address,
            web: address,
            android: address,
            ios: address,
          }
        : slot,
    ),
  }));
  await server.answer('/api/wallet/refresh/slot', () => ({}));
  await page.route('**/api/wallet/refresh/slot', (route) => route.abort());
  let formState: object | null = null;
  await server.answer('/api/wallet/account/hostile', () => ({ username: 'u', password: 'p', formState }));
  const card = main(page).getByRole('button', { name: 'Hostile <b>game</b>', exact: true });
  const play = page.getByRole('dialog').getByRole('button', { name: label('games.playWithout') });
  for (address of hostileAddresses) {
    await page.goto('/user/home');
    await card.click();
    await expect(page.getByRole('dialog').locator('a')).toHaveCount(0);
    for (formState of [null, { action: address, fields: { submit: 'x' } }]) {
      const tab = page.context().waitForEvent('page');
      await play.click();
      const opened = await tab;
      if (!opened.isClosed()) await opened.waitForEvent('close');
      await expect(play).toBeEnabled();
    }
    await server.judge(address);
  }
});

test('a slip is shown at a web address alone', async ({ page }) => {
  const server = await watch(page, { policy: true });
  await enterAs(page, member);
  let link: string | null = null;
  let url = '';
  await server.answer('/api/statement/slip', () => ({
    total: 1,
    slips: [
      {
        _id: '1',
        createdAt: '2026-11-13T14:02:10.000Z',
        amount: 20,
        status: 'SUCCESS',
        note: null,
        link,
        reference: 'r',
      },
    ],
  }));
  await server.answer('/api/statement/slip/reference/r', () => ({ url }));
  for (const address of hostileAddresses) {
    for ([link, url] of [[address, ''] as const, [null, address] as const]) {
      await page.goto('/user/statement');
      await main(page)
        .getByRole('button', { name: label('statement.slips') })
        .click();
      const tab = page.context().waitForEvent('page');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(label('slips.viewOf').split('{')[0] ?? '') })
        .click();
      const opened = await tab;
      if (!opened.isClosed()) await opened.waitForEvent('close');
      await server.judge(`${link} ${url}`);
    }
  }
});

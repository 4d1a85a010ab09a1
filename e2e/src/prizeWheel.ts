import { createHash, createHmac, randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Locale, text } from './messages.ts';

/** An error in the form that the server answers. */
interface Refusal {
  status: number;
  code: string;
}

export interface WheelStage {
  coins: number;
  coupons: { code: string; name: string }[];
  /** How the next spins or claims fail: with an error, or `lost` when their answer does not arrive. */
  spinRefusal: Refusal | 'lost' | null;
  claimRefusal: Refusal | null;
  /** The requested spins. */
  spins: { clientSeed: string; key: string | undefined }[];
}

const SLICES = [
  { code: 'cash10', label: '฿10', type: 'money', amount: 10 },
  { code: 'again', label: 'ลุ้นใหม่', type: 'nothing', amount: 0 },
  { code: 'cash50', label: '฿50', type: 'money', amount: 50 },
  { code: 'coins3', label: '+3 เหรียญ', type: 'coins', amount: 3 },
  { code: 'coupon20', label: '฿20', type: 'coupon', amount: 20 },
  { code: 'cash500', label: '฿500', type: 'money', amount: 500 },
  { code: 'cash10b', label: '฿10', type: 'money', amount: 10 },
  { code: 'bonus20', label: 'โบนัส 20%', type: 'nothing', amount: 0 },
  { code: 'cash100', label: '฿100', type: 'money', amount: 100 },
  { code: 'coins1', label: '+1 เหรียญ', type: 'coins', amount: 1 },
] as const;

type SliceCode = (typeof SLICES)[number]['code'];

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * Opens the prize wheel for this page. Its calls are mocked in the browser, because the wheel is off until an operator
 * opens it, and prizes are random. The spins are verifiable; `prize` has all but one in 100 million of the weight.
 */
export async function openWheel(page: Page, prize: SliceCode): Promise<WheelStage> {
  const stage: WheelStage = {
    coins: 24,
    coupons: [20, 10, 50, 30].map((baht) => ({ code: `COUPON-${baht}`, name: `เครดิต ฿${baht}` })),
    spinRefusal: null,
    claimRefusal: null,
    spins: [],
  };
  const slices = SLICES.map((slice) => ({ ...slice, weight: slice.code === prize ? 1_000_000_000 : 1 }));
  let seed = randomBytes(32);
  let nonce = 1;

  await page.route('**/api/spinwheel/active', (route) => route.fulfill({ json: { isActive: true } }));
  await page.route('**/api/spinwheel/setup', (route) =>
    route.fulfill({
      json: {
        activeSpinwheel: {
          name: 'กระเป๋า',
          slice: slices.map(({ code, label, weight, type, amount }, index) => ({
            code,
            label,
            weight,
            bgColor: amount === 500 ? '#e3bd72' : index % 2 ? '#1a131d' : '#2a1f2e',
            textColor: amount === 500 ? '#2a1d0c' : type === 'money' ? '#f3e7cf' : '#cfc3c9',
          })),
        },
        userCoin: stage.coins,
        serverSeedHash: sha256(seed),
        nonce,
      },
    }),
  );
  await page.route('**/api/spinwheel/spin', (route) => {
    const { clientSeed } = route.request().postDataJSON();
    stage.spins.push({ clientSeed, key: route.request().headers()['idempotency-key'] });
    if (stage.spinRefusal === 'lost') return route.abort('connectionreset');
    if (stage.spinRefusal) return route.fulfill(refusalOf(stage.spinRefusal));
    const won = drawn(slices, seed, `${clientSeed}:${nonce}`);
    const next = randomBytes(32);
    stage.coins += won.type === 'coins' ? won.amount - 1 : -1;
    const answer = {
      code: won.code,
      label: won.label,
      remainingCoin: stage.coins,
      prize: {
        type: won.type,
        amount: won.amount,
        coupon: won.type === 'coupon' ? (stage.coupons[0]?.code ?? null) : null,
      },
      serverSeed: seed.toString('hex'),
      serverSeedHash: sha256(seed),
      clientSeed,
      nonce,
      slice: slices.map(({ code, weight }) => ({ code, weight })),
      nextServerSeedHash: sha256(next),
    };
    seed = next;
    nonce += 1;
    return route.fulfill({ json: answer });
  });
  await page.route('**/api/spinwheel/coupon', (route) =>
    route.fulfill({
      json: stage.coupons.map(({ code, name }) => ({
        code,
        prize: { name, slice: { label: name, htmlDescription: '<p>เข้ากระเป๋าหลักทันที</p>' } },
        amount: 20,
        createdAt: '2026-11-13T14:02:10.000Z',
        expiresAt: '2026-12-13T14:02:10.000Z',
      })),
    }),
  );
  await page.route('**/api/spinwheel/coupon/claim', (route) => {
    if (stage.claimRefusal) return route.fulfill(refusalOf(stage.claimRefusal));
    const { coupon } = route.request().postDataJSON();
    stage.coupons = stage.coupons.filter(({ code }) => code !== coupon);
    return route.fulfill({ json: { code: 'SUCCESS' } });
  });
  return stage;
}

const refusalOf = ({ status, code }: Refusal) => ({ status, json: { code, message: code } });

function drawn<Slice extends { weight: number }>(
  slices: readonly Slice[],
  seed: Buffer,
  text: string,
): Slice {
  const total = slices.reduce((sum, { weight }) => sum + weight, 0);
  const digest = createHmac('sha256', seed).update(text).digest();
  const numbers = Array.from({ length: 8 }, (_, at) => digest.readUInt32BE(at * 4));
  const number = numbers.find((one) => one < 2 ** 32 - (2 ** 32 % total));
  if (number === undefined) throw new Error('all numbers are in the uneven rest');
  let ticket = number % total;
  const found = slices.find(({ weight }) => {
    ticket -= weight;
    return ticket < 0;
  });
  return found as Slice;
}

/** Goes to the home screen and opens the dialog of the wheel. */
export async function enterWheel(page: Page, locale: Locale): Promise<Locator> {
  await page.goto('/user/home');
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${text(locale, 'spin.tile')}`) })
    .click();
  const dialog = page.getByRole('dialog', { name: text(locale, 'spin.title') });
  await expect(dialog.getByRole('img')).toBeVisible();
  return dialog;
}

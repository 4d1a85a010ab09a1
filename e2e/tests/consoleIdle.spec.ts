import type { Page } from '@playwright/test';
import { enterConsole, expect, makeMember, test } from '../src/consoleWorld.ts';
import { settled } from '../src/settled.ts';

/** Collects the console's calls from now on, such as `GET /api/console/queues`; the event stream does not count. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/console/live')
      calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

async function waitingTransfer(owner: Parameters<typeof enterConsole>[1]['owner'], transRef: string) {
  await owner
    .insertInto('incoming_transfer')
    .values({
      sending_bank: '004',
      trans_ref: transRef,
      source: 'NOTICE',
      amount: 701_00n,
      currency: 'THB',
      receiver: '{}',
      sender: JSON.stringify({ displayName: 'NOBODY KNOWN', name: {} }),
      transferred_at: new Date(),
    })
    .execute();
}

// The other tests of this worker share the site.
test.afterAll(async ({ site }) => {
  await site.owner.deleteFrom('incoming_transfer').where('trans_ref', 'like', 'idle%').execute();
});

const MINUTES = 5;

for (const path of ['slips', 'withdrawals', 'incoming'])
  test(`an idle console on ${path} makes at most two calls a minute, whatever goes on that is no news`, async ({
    page,
    site,
  }) => {
    const member = await makeMember(site);
    await enterConsole(page, site, 'manager');
    await page.clock.install();
    await page.goto(`/console/${path}`);
    await settled(page);
    const calls = callsOf(page);
    const lastCall: { isUnattended?: boolean } = {};
    page.on('request', (request) => {
      lastCall.isUnattended = 'x-unattended' in request.headers();
    });
    // These calls change no queue.
    await member.client('GET /api/wallet');
    await member.client('POST /api/qrcode/:bankCode', {
      params: { bankCode: 'KBANK' },
      body: { amount: 50 },
    });
    await page.clock.runFor(MINUTES * 60_000);
    await settled(page);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.length).toBeLessThanOrEqual(2 * MINUTES);
    // ASVS 7.3.1: automatic calls are marked, so that the session expires although the screen keeps polling.
    expect(lastCall.isUnattended).toBe(true);
  });

test('news of one queue asks for the counts alone where that queue is not shown, and for it where it is', async ({
  page,
  site,
}) => {
  await enterConsole(page, site, 'manager');
  await page.goto('/console/slips');
  await settled(page);
  const calls = callsOf(page);
  const counted = page.waitForRequest('**/api/console/queues');
  await waitingTransfer(site.owner, 'idle1');
  await counted;
  expect([...new Set(calls)]).toEqual(['GET /api/console/queues']);
  await page.goto('/console/incoming');
  await settled(page);
  calls.length = 0;
  const asked = [/\/console\/incoming(?:\?|$)/, /\/console\/queues$/].map((call) =>
    page.waitForRequest(call),
  );
  await waitingTransfer(site.owner, 'idle2');
  await Promise.all(asked);
  // Calls of the open item do not belong to the queue's event.
  expect([...new Set(calls.filter((call) => /console\/\w+$/.test(call)))].toSorted()).toEqual([
    'GET /api/console/incoming',
    'GET /api/console/queues',
  ]);
});

import type { BuiltInRole } from '@krapao/contract/permissions';
import type { Locator } from '@playwright/test';
import { fillConsole } from '../src/consoleCast.ts';
import { enterConsole, expect, judgeConsole, test, words } from '../src/consoleWorld.ts';

test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ site }) => {
  await fillConsole(site);
});

const REASON = words('app.reason');

interface Pane {
  name: string;
  role: BuiltInRole;
  path: string;
  tab?: string;
  /** The text fields, by their labels. */
  fields: readonly string[];
  /** The field that R requires, by its label. */
  refusal?: { field: string; says: string };
  /** Fills in the fields that the main decision needs besides the reason. */
  complete?: (decision: Locator) => Promise<void>;
  /** The last part of the path of the main decision's call. */
  verb: string;
}

const PANES: readonly Pane[] = [
  {
    name: 'slips',
    role: 'cashier',
    path: 'slips',
    fields: [words('slips.creditAmount'), words('slips.reference')],
    refusal: { field: words('slips.whyNot'), says: words('decision.missing.why') },
    complete: async (decision) => {
      await decision.getByLabel(words('slips.creditAmount')).fill('65');
      await decision.getByLabel(words('slips.reference')).fill('KB20261122SLIP');
    },
    verb: 'approve',
  },
  {
    name: 'incoming transfers',
    role: 'cashier',
    path: 'incoming',
    fields: [words('incoming.findMember'), REASON],
    complete: async (decision) => {
      await decision.getByLabel(words('incoming.findMember')).fill('Bartholomew');
      await decision.page().getByRole('listbox').getByRole('option').first().click();
    },
    verb: 'credit',
  },
  {
    name: 'late payments',
    role: 'cashier',
    path: 'incoming',
    tab: words('incoming.late'),
    fields: [REASON],
    verb: 'credit',
  },
  {
    name: 'gift links',
    role: 'cashier',
    path: 'incoming',
    tab: words('incoming.gifts'),
    fields: [words('incoming.giftAmount'), REASON],
    complete: (decision) => decision.getByLabel(words('incoming.giftAmount')).fill('65'),
    verb: 'approve',
  },
  {
    name: 'transfer claims',
    role: 'cashier',
    path: 'incoming',
    tab: words('incoming.claims'),
    fields: [words('slips.creditAmount'), words('slips.reference'), REASON],
    complete: (decision) => decision.getByLabel(words('slips.reference')).fill('KB20261122KEYS'),
    verb: 'approve',
  },
  {
    name: 'withdrawals',
    role: 'cashier',
    path: 'withdrawals',
    fields: [words('withdrawals.transRef'), REASON],
    complete: async (decision) => {
      await decision.getByLabel(words('accounts.paidFrom')).selectOption({ index: 1 });
      await decision.getByLabel(words('withdrawals.transRef')).fill('KB20261122OUT');
    },
    verb: 'pay',
  },
  { name: 'stuck transfers', role: 'manager', path: 'transfers', fields: [REASON], verb: 'settle' },
  { name: 'approvals', role: 'manager', path: 'approvals', fields: [REASON], verb: 'approve' },
];

for (const { name, role, path, tab, fields, refusal, complete, verb } of PANES) {
  test(`${name}: Escape leaves a field, letters are written, R asks for what it lacks, Enter decides`, async ({
    page,
    site,
  }) => {
    await enterConsole(page, site, role);
    await page.goto(`/console/${path}`);
    if (tab !== undefined) await page.getByRole('button', { name: tab }).click();
    const decision = page.locator('form.decision');
    await expect(decision).toBeVisible();
    const decisions: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'POST' && !/\/(?:claim|release|search)$/.test(pathname))
        decisions.push(pathname);
    });

    for (const label of fields) {
      const field = decision.getByLabel(label);
      const before = await field.inputValue();
      await field.fill('');
      await page.keyboard.type('a7rj');
      await expect(field).toHaveValue(/7/);
      await page.keyboard.press('Escape');
      await expect(field).not.toBeFocused();
      await expect(decision).toBeVisible();
      await field.fill(before);
      await page.keyboard.press('Escape');
    }

    await page.keyboard.press('r');
    const asked = decision.getByLabel(refusal?.field ?? REASON);
    const says = decision
      .getByRole('alert')
      .filter({ hasText: refusal?.says ?? words('decision.missing.reason') });
    await expect(asked).toBeFocused();
    await expect(asked).toHaveAttribute('aria-invalid', 'true');
    await expect(says).toBeVisible();
    await judgeConsole(page, `asked-${path}-${verb}`);
    await page.keyboard.press('Escape');
    await expect(asked).not.toBeFocused();
    await expect(says).toBeHidden();
    expect(decisions).toEqual([]);

    if (complete) {
      // The main decision also reports missing input, beside the field.
      await page.keyboard.press('a');
      await expect(decision.locator('[aria-invalid="true"], [role="alert"]').first()).toBeVisible();
      await complete(decision);
    }
    const reason = decision.getByRole('textbox', { name: REASON });
    if (await reason.isVisible()) await reason.fill('seen in our books');
    const answered = page.waitForResponse((response) => response.url().endsWith(`/${verb}`));
    await decision.locator('input:not([type="radio"])').last().press('Enter');
    expect((await answered).status()).toBe(200);
    expect(decisions).toHaveLength(1);
  });
}

test('a reason that R asked for is sent by Enter as the refusal that it was written for', async ({
  page,
  site,
}) => {
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/incoming');
  await page.getByRole('button', { name: words('incoming.late') }).click();
  // Before the item is held nothing is decided.
  await expect(page.locator('form.decision').getByRole('button').first()).toBeEnabled();
  await page.keyboard.press('r');
  await expect(page.getByLabel(REASON)).toBeFocused();
  await page.keyboard.type('paid back by hand');
  const answered = page.waitForResponse((response) => /\/(?:credit|dismiss)$/.test(response.url()));
  await page.keyboard.press('Enter');
  expect((await answered).url()).toMatch(/\/dismiss$/);
});

test('Enter in a choice decides: the reason of a refusal refuses, the paying account pays', async ({
  page,
  site,
}) => {
  await enterConsole(page, site, 'cashier');
  const decided = () => page.waitForResponse((response) => /\/(?:approve|reject|pay)$/.test(response.url()));
  const held = page.locator('form.decision .decide button').first();

  await page.goto('/console/slips');
  await expect(held).toBeEnabled();
  const why = page.getByLabel(words('slips.whyNot'));
  await why.selectOption('NOT_MATCH');
  const [refused] = await Promise.all([decided(), why.press('Enter')]);
  expect(refused.url()).toMatch(/\/reject$/);
  expect(refused.ok()).toBe(true);

  await page.goto('/console/withdrawals');
  await expect(held).toBeEnabled();
  await page.getByLabel(words('withdrawals.transRef')).fill('KB20261128CHOICE');
  const account = page.getByLabel(words('accounts.paidFrom'));
  await account.selectOption({ index: 1 });
  const [paid] = await Promise.all([decided(), account.press('Enter')]);
  expect(paid.url()).toMatch(/\/pay$/);
});

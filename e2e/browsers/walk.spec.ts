import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

import { callConsole, logInOverHttp } from '@krapao/server/testing/testOperator';
import { expect, test } from '@playwright/test';
import { BASE_URL } from '../src/addresses.ts';
import { type Member, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, siteAccount } from '../src/money.ts';
import { pay, slipImage } from '../src/sandbox.ts';
import { scanQr } from '../src/scan.ts';
import { KEYS } from './person.ts';
import { visit } from './visit.ts';

const th = (id: string, values: Record<string, string> = {}) =>
  Object.entries(values).reduce((words, [name, value]) => words.replace(`{${name}}`, value), text('th', id));

const GAME = 'Dok Mali';

test('a member walks through the app', async () => {
  const info = test.info();
  const member = await newMember();
  await fund(member, 2_000);
  const { slots } = await member.client('GET /api/wallet');
  const slotCode = slots.find(({ name }) => name === GAME)?.code ?? '';
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode } });
  await visit(info, async (person) => {
    const { browser } = person;
    const wallet = async () => (await member.client('GET /api/wallet')).wallet.amount;

    await test.step('a wrong password, then the right one', async () => {
      await person.goTo('/login');
      await person.fill(th('field.phone'), member.phoneNumber);
      await person.fill(th('field.password'), 'not the password');
      await person.press('button', th('login.submit'));
      await person.sees(th('error.WRONG_CREDENTIAL'));
      await person.fill(th('field.password'), member.password);
      await person.keys(KEYS.enter);
      await person.isAt('/user/home');
    });

    await test.step('home, with the agreement before it', async () => {
      await person.press('button', th('agreement.accept'));
      await person.has(0, 'dialog');
      await person.sees('2,000.00');
      await person.settled();
    });

    await test.step('the keyboard stays in a dialog, Escape and the back button close it', async () => {
      await person.press('button', th('deposit.title'));
      await person.has(1, 'dialog');
      for (let presses = 0; presses < 25; presses += 1) {
        await person.keys(KEYS.tab);
        expect(await browser.evaluate(holdsFocus)).toBe(true);
      }
      await person.keys(KEYS.escape);
      await person.has(0, 'dialog');
      expect(await browser.evaluate(() => document.activeElement?.textContent.trim())).toBe(
        th('deposit.title'),
      );
      await person.press('button', th('withdraw.title'));
      await person.has(1, 'dialog');
      expect(await browser.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe(
        'hidden',
      );
      await browser.goBack();
      await person.has(0, 'dialog');
      await person.isAt('/user/home');
    });

    await test.step('a QR is shown, saved and paid', async () => {
      await person.press('button', th('deposit.title'));
      await person.fill(th('money.amount'), '1234.5');
      expect(await person.valueOf(th('money.amount'))).toBe('1,234.5');
      await person.press('button', '500');
      await person.press('button', th('qr.create'));
      await person.sees(th('qr.expiresIn'));
      await person.settled();
      await person.press('button', th('qr.save'));
      await person.settled();
      await person.seesNo(th('qr.saveFailed'));
      await pay(member.bank, { qr: await scanQr(await browser.picture()) });
      await person.sees(th('qr.paid'));
      await person.keys(KEYS.escape);
      await person.has(0, 'dialog');
    });

    await test.step('a slip is uploaded', async () => {
      const { transRef } = await pay(member.bank, await siteAccount(member), 123.45);
      const slip = info.outputPath('slip.png');
      await writeFile(slip, await slipImage(transRef));
      await person.press('button', th('deposit.title'));
      await person.press('button', new RegExp(`^${th('deposit.ways')}`));
      await person.press('button', th('deposit.bank'));
      await person.press('button', th('slip.title'));
      await person.sees(th('slip.choose'));
      await browser.chooseFile('dialog input[type=file]', slip);
      await person.press('button', th('slip.send'));
      // The bank's own notice may have credited the transfer before the slip is read.
      await person.sees(new RegExp(`${th('slip.credited')}|${th('slip.refused')}`));
      await expect.poll(wallet).toBeGreaterThan(2_623);
      while ((await person.count('dialog')) > 0) {
        await person.keys(KEYS.escape);
        await person.settled();
      }
    });

    await test.step('a withdrawal, which is confirmed', async () => {
      await person.press('button', th('withdraw.title'));
      await person.fill(th('money.amount'), '1000');
      expect(await person.valueOf(th('money.amount'))).toBe('1,000');
      await person.press('button', th('withdraw.submitAmount', { amount: '฿1,000.00' }));
      await person.sees(new RegExp(`${th('withdraw.successTitle')}|${th('withdraw.paidTitle')}`));
      await person.press('button', th('dialog.ok'));
      await person.has(0, 'dialog');
    });

    await test.step('a game is played with the money of the wallet, which is taken back', async () => {
      await person.press('button', th('games.playOf', { name: GAME }));
      await person.press('button', new RegExp(th('games.playWith', { amount: '.*' })));
      const inGame = async () => {
        const { slots: games } = await member.client('GET /api/wallet');
        return games.find(({ code }) => code === slotCode)?.amount ?? 0;
      };
      await expect.poll(inGame).toBeGreaterThan(1_600);
      let opened: string[] = [];
      await expect
        .poll(async () => {
          const addresses = await browser.closeOtherTabs();
          if (addresses.length > 0) opened = addresses;
          return opened.length;
        })
        .toBe(1);
      await person.press('button', new RegExp(th('home.takeBack', { amount: '.*' })));
      await expect.poll(inGame).toBe(0);
      await person.has(0, 'dialog');
    });

    await test.step('the statement is filtered, and a row opens', async () => {
      await person.press('link', th('nav.statement'));
      await person.isAt('/user/statement');
      await person.sees('−฿1,000.00');
      // Where the browser has web push, an offer of it lies over the page; other toasts go by themselves.
      await browser.evaluate(closeToasts);
      await person.has(0, '.toast');
      await person.press('button', th('statement.filter'));
      await person.press('button', th('statement.deposit'));
      await person.has(3, 'main li');
      await person.fill(th('statement.filter.search'), '2000');
      await person.has(1, 'main li');
      await person.press('button', new RegExp(`^${th('statement.deposit')}.`));
      await person.sees(th('story.title'));
      await person.press('button', th('story.receipt'));
      await person.settled();
      await person.seesNo(th('story.receipt.failed'));
      await person.keys(KEYS.escape);
      await person.has(0, 'dialog');
    });

    await test.step('a message to the team, and its answer', async () => {
      await person.press('button', th('chat.open'));
      await person.fill(th('chat.placeholder'), 'สวัสดีค่ะ');
      await person.keys(KEYS.enter);
      await person.sees('สวัสดีค่ะ');
      await answer(member, 'ยินดีช่วยค่ะ');
      await person.sees('ยินดีช่วยค่ะ');
      await browser.goBack();
      await person.has(0, 'dialog');
    });

    await test.step('Lao, and Thai again', async () => {
      const choose = async (label: string, language: string, tag: string) => {
        await browser.evaluate(chooseOption, label, language);
        await expect.poll(() => browser.evaluate(() => document.documentElement.lang)).toBe(tag);
      };
      await choose(th('language.label'), 'la', 'lo');
      await person.sees(text('la', 'statement.title'));
      await choose(text('la', 'language.label'), 'th', 'th');
      await person.sees(th('statement.title'));
    });

    await test.step('log out', async () => {
      await person.press('button', th('nav.logout'));
      await person.sees(th('nav.logoutTitle'));
      await person.press('button', th('nav.logout'));
      await person.isAt('/login');
      expect(await browser.evaluate(() => localStorage.getItem('token'))).toBeNull();
    });
  });
});

/** An operator answers the member's conversation in the console. */
async function answer(member: Member, words: string): Promise<void> {
  const { cookie } = await logInOverHttp(BASE_URL, { username: 'admin', password: 'krapao-demo' });
  const call = (key: string, body: object) =>
    callConsole(BASE_URL, cookie, key, body, { 'Idempotency-Key': randomUUID() });
  let id: string | undefined;
  await expect
    .poll(async () => {
      const { body } = await call('POST /api/console/chat/rooms', {
        queue: 'all',
        search: member.phoneNumber,
        limit: 1,
        skip: 0,
      });
      [{ id } = { id: undefined }] = (body as { rooms: { id: string }[] }).rooms;
      return id;
    })
    .toBeDefined();
  const { status } = await call(`POST /api/console/chat/rooms/${id}/messages`, {
    clientId: randomUUID(),
    message: { message_type: 'text', payload: { text: words } },
  });
  expect(status).toBe(200);
}

/** Runs in the page: true while the focus is in a dialog, or in no element, where the browser's own bar has it. */
function holdsFocus(): boolean {
  return document.activeElement === document.body || document.activeElement?.closest('dialog') !== null;
}

/** Runs in the page: the list of a native select is drawn outside of it, where no driver presses. */
function chooseOption(label: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`);
  if (!select) throw new Error('no select');
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Runs in the page: a toast may go before a driver has pressed its button. */
function closeToasts(): void {
  for (const button of document.querySelectorAll<HTMLElement>('.toast .icon-button')) button.click();
}

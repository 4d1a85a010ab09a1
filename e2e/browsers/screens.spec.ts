import { expect, type TestInfo, test } from '@playwright/test';
import { newMember } from '../src/member.ts';
import { type Locale, text } from '../src/messages.ts';
import { fund } from '../src/money.ts';
import { KEYS, type Person } from './person.ts';
import { keepPicture, visit } from './visit.ts';

const PUBLIC = ['/login', '/register', '/howto', '/contact'];
const MEMBERS = ['/user/home', '/user/profile', '/user/bonus', '/user/statement', '/user/contact'];
/** Dialogs of the home screen, by the text of the button that opens them. */
const DIALOGS = ['deposit.title', 'withdraw.title', 'transfer.title'];

for (const locale of ['th', 'la', 'en'] as const) {
  test(`the main screens in ${locale} do not scroll sideways`, async () => {
    const info = test.info();
    const member = await newMember();
    await fund(member, 12_580.75);
    await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
    await member.client('POST /api/wallet/withdraw', { body: { amount: 2_000 } });
    await visit(info, async (person) => {
      const look = (name: string) => lookAt(info, person, locale, name);
      await person.goTo('/login');
      await person.browser.evaluate((language) => localStorage.setItem('locale', language), locale);
      for (const path of PUBLIC) {
        await person.goTo(path);
        await look(path.slice(1));
      }
      await person.browser.evaluate((token) => {
        localStorage.setItem('token', token);
        localStorage.setItem('remember-agreement', 'true');
      }, member.token);
      for (const path of MEMBERS) {
        await person.goTo(path);
        await look(path.slice(1).replace('/', '-'));
      }
      await person.goTo('/user/home');
      for (const id of DIALOGS) {
        await person.press('button', text(locale, id));
        await person.has(1, 'dialog[open] .dialog-footer');
        await look(`dialog-${id.replace('.title', '')}`);
        await person.keys(KEYS.escape);
        await person.has(0, 'dialog');
      }
      await person.press('button', text(locale, 'chat.open'));
      await person.has(1, 'dialog[open] textarea');
      await look('dialog-chat');
    });
  });
}

async function lookAt(info: TestInfo, person: Person, locale: Locale, name: string): Promise<void> {
  await person.settled();
  await keepPicture(info, person, `${locale}-${name}`);
  const { tag, wide, room, small } = await person.browser.evaluate(() => ({
    tag: document.documentElement.lang,
    wide: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
    // The language list has 16 px on iOS alone.
    small: [
      ...document.querySelectorAll('input:not([type=checkbox]), textarea, select:not(.language *)'),
    ].filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16).length,
  }));
  expect.soft(tag, name).toBe(locale === 'la' ? 'lo' : locale);
  expect.soft(wide, `${name} scrolls sideways`).toBeLessThanOrEqual(room);
  expect.soft(small, `fields of ${name} into which iOS would zoom`).toBe(0);
}

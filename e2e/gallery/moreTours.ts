import type { SlipReason } from '@krapao/contract/errors';
import { expect } from '@playwright/test';
import { changeAnswer } from '../src/changeAnswer.ts';
import { conversation } from '../src/chatWorld.ts';
import { longNames } from '../src/longNames.ts';
import { picture } from '../src/mediaFiles.ts';
import { enterAs } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { settled } from '../src/settled.ts';
import type { Tour } from '../src/tour.ts';

const LONG_WORD = 'ทดสอบข้อความยาวมากที่ไม่มีช่องว่างเลย'.repeat(4);

/** Tours only for the gallery, in addition to those that the tests also use. */
export const moreTours: Record<string, Tour> = {
  'a long name': async (page, { member }, locale, look) => {
    await enterAs(page, member, locale);
    await longNames(page);
    await page.goto('/user/profile');
    await settled(page);
    await look('state-long-profile');
  },

  'slips that were sent': async (page, { member }, locale, look) => {
    const reasons: (SlipReason | null)[] = [null, null, 'NOT_MATCH', 'EXPIRED_SLIP', 'INVALID_SLIP'];
    const statuses = ['SUCCESS', 'PENDING', 'FAILED', 'FAILED', 'FAILED'];
    await enterAs(page, member, locale);
    await page.route(/\/api\/statement\/slip$/, (route) =>
      route.fulfill({
        json: {
          total: reasons.length,
          slips: reasons.map((note, index) => ({
            _id: `${index}`,
            createdAt: new Date(Date.UTC(2026, 10, 21, 9, 30 - index)).toISOString(),
            amount: index === 4 ? null : 1_250.5 * (index + 1),
            status: statuses[index],
            note,
            link: null,
            reference: `slip-${index}`,
          })),
        },
      }),
    );
    await page.goto('/user/statement');
    await page
      .getByRole('main')
      .getByRole('button', { name: text(locale, 'statement.slips') })
      .click();
    await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(reasons.length + 1);
    await look('dialog-slips-sent');
  },

  'a name to correct': async (page, { member }, locale, look) => {
    await enterAs(page, member, locale);
    await changeAnswer(
      page,
      /\/api\/account\/profile$/,
      (body: { bankCode: string; bankAccountName: string }) => {
        body.bankCode = 'KTB';
        body.bankAccountName = 'สมชาย ใจดี';
      },
    );
    await page.goto('/user/profile/account');
    await page.getByRole('button', { name: text(locale, 'profile.correctName') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('dialog-bank-name');
    await page.getByRole('dialog').getByRole('textbox').fill('สมชาย');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text(locale, 'save'), exact: true })
      .click();
    await look('dialog-bank-name-error');
  },

  'the chat': async (page, _cast, locale, look) => {
    await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
    await page.goto('/contact');
    await page.getByRole('button', { name: text(locale, 'chat.card') }).click();
    const chat = conversation(page, locale);
    await expect(chat.panel.getByText(text(locale, 'chat.empty'))).toBeVisible();
    await look('chat-empty');
    await chat.say('สวัสดีค่ะ ฝากเงินแล้วยอดยังไม่เข้าค่ะ');
    await expect(chat.panel.locator('.chat-reply').first()).toBeVisible();
    await look('chat-answered');
    await chat.chooser.setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: picture() });
    await look('chat-attachment');
    await chat.send.click();
    await expect(chat.log.locator('.chat-mine:not([data-delivery]) img')).toBeVisible();
    await chat.say(LONG_WORD);
    await page.route('**/api/chat/send-message', (route) => route.abort());
    await chat.field.fill('ขอบคุณค่ะ');
    await chat.field.press('Enter');
    await expect(chat.log.locator('[data-delivery=failed]')).toBeVisible();
    await look('chat-failed');
  },
};

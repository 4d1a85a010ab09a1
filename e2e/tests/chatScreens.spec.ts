import { conversation, enter, expect, openMemberChat, test } from '../src/chatWorld.ts';
import { picture } from '../src/mediaFiles.ts';
import { type Locale, text } from '../src/messages.ts';
import { judge, listen } from '../src/screen.ts';

const LONG = 'ทดสอบข้อความยาวมากที่ไม่มีช่องว่างเลย'.repeat(8);

for (const locale of ['th', 'la', 'en'] as const satisfies readonly Locale[]) {
  const label = (id: string) => text(locale, id);

  test(`the chat's first screens in ${locale} are whole, accessible and quiet`, async ({ page }, info) => {
    const isQuiet = listen(page);
    await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
    await page.goto('/contact');
    await page.getByRole('button', { name: label('chat.card') }).click();
    const chat = conversation(page, locale);
    await expect(chat.panel.getByText(label('chat.empty'))).toBeVisible();
    await judge(page, info, `chat-empty-${locale}`);
    await chat.say('สวัสดีค่ะ ฝากเงินแล้วยอดยังไม่เข้าค่ะ');
    await expect(chat.panel.locator('.chat-reply').first()).toBeVisible();
    await judge(page, info, `chat-guest-${locale}`);
    isQuiet();
  });

  test(`long conversations in ${locale} are whole and accessible`, async ({ page, nodes }, info) => {
    const member = await nodes.member();
    const send = (words: string) =>
      member.client('POST /api/chat/send-message', {
        body: { message: { message_type: 'text', payload: { text: words } } },
      });
    await send('ยินดีค่ะ ขอให้เป็นวันที่ดีนะคะ');
    await nodes.db
      .updateTable('chat_room')
      .set({ last_message_at: new Date(Date.now() - 13 * 3_600_000) })
      .where('member_id', '=', BigInt(member.id))
      .execute();
    await enter(page, member, locale);
    const chat = await openMemberChat(page, nodes.customerUrl, locale);
    await chat.say('สวัสดีค่ะ ฝากเงินแล้วยอดยังไม่เข้าค่ะ');
    await chat.chooser.setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: picture() });
    await judge(page, info, `chat-attachment-${locale}`);
    await chat.send.click();
    await expect(chat.log.locator('.chat-mine:not([data-delivery]) img')).toBeVisible();
    await nodes.operatorSays('ได้รับสลิปแล้วค่ะ กำลังตรวจสอบให้ สักครู่นะคะ');
    await expect(chat.bubble('กำลังตรวจสอบให้')).toBeVisible();
    await page.route('**/api/chat/send-message', (route) => route.abort());
    for (const words of ['ใช้เวลานานไหมคะ', 'ขอบคุณค่ะ']) {
      await chat.field.fill(words);
      await chat.field.press('Enter');
    }
    // The one that was lost, and the one behind it.
    await expect(chat.log.locator('[data-delivery=failed]')).toHaveCount(2);
    await judge(page, info, `chat-${locale}`);
    await nodes.operatorSays(LONG);
    await nodes.operatorSays({
      message_type: 'buttons',
      payload: {
        text: 'เลือกได้เลยค่ะ',
        buttons: [
          { type: 'postback', title: 'ตรวจสอบยอดฝาก', payload: 'A' },
          { type: 'web_url', title: 'วิธีใช้งาน', url: 'https://krapao.example/howto' },
        ],
      },
    });
    await nodes.operatorSays({
      message_type: 'generic',
      payload: {
        elements: ['โบนัสสมาชิกใหม่', 'โบนัสรายวัน', 'คืนยอดเสีย'].map((title) => ({
          title,
          subtitle: 'รับได้ทุกวัน เงื่อนไขตามหน้าโบนัส',
          buttons: [{ type: 'postback', title: 'สนใจ', payload: title }],
        })),
      },
    });
    await expect(chat.log.getByRole('listitem')).toHaveCount(3);
    await judge(page, info, `chat-long-${locale}`);
  });
}

test('the chat is whole at 320 px, with text at 200 %, and in the light theme', async ({
  page,
  nodes,
}, info) => {
  const member = await nodes.member();
  await enter(page, member);
  await page.setViewportSize({ width: 320, height: 640 });
  const chat = await openMemberChat(page, nodes.customerUrl);
  await chat.say('สวัสดีค่ะ ฝากเงินแล้วยอดยังไม่เข้าค่ะ');
  await judge(page, info, 'chat-narrow');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await judge(page, info, 'chat-large-text');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
    document.documentElement.dataset.theme = 'light';
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await judge(page, info, 'chat-light');
});

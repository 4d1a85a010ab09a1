import type { Browser, Page } from '@playwright/test';
import { judgeConsole, logIn, type TestServer } from '../src/consoleWorld.ts';
import { holdAnswer } from '../src/holdAnswer.ts';
import { picture } from '../src/mediaFiles.ts';
import { clientOf, type Member, newMember, uniqueDigits } from '../src/member.ts';
import { fund } from '../src/money.ts';
import { listen } from '../src/screen.ts';
import { expect, test } from '../src/siteWorld.ts';

const LARGE = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false };

test.use(LARGE);

/** The colleague in a separate browser context. */
async function openColleague(browser: Browser, site: TestServer): Promise<{ page: Page; name: string }> {
  const context = await browser.newContext({ ...LARGE, baseURL: site.url });
  const page = await context.newPage();
  const { id } = await logIn(page, site, 'support');
  const name = `มะลิ ${uniqueDigits(4)}`;
  await site.owner.updateTable('operator').set({ name }).where('id', '=', id).execute();
  return { page, name };
}

const text = (words: string) => ({ message_type: 'text' as const, payload: { text: words } });
const say = (member: Member, words: string) =>
  member.client('POST /api/chat/send-message', { body: { message: text(words) } });
const historyOf = (member: Member) =>
  member.client('POST /api/chat/history', { body: { limit: 20, skip: 0 } });
const row = (page: Page, words: string) => page.locator('.queue-item').filter({ hasText: words });
const bubble = (page: Page, words: string) => page.locator('.chat-bubble').filter({ hasText: words });

test('a member’s message appears without a reload; the answer, a picture and a canned one reach the member', async ({
  page,
  site,
}) => {
  const complaints = listen(page);
  await logIn(page, site, 'administrator');
  await page.goto('/console/chat');
  await expect(page.getByText('เลือกแชททางซ้าย')).toBeVisible();
  const member = await newMember();
  const words = `ฝากแล้วยังไม่เข้า ${uniqueDigits(6)}`;
  await say(member, words);
  await page.getByLabel('ค้นหาแชท').fill(member.phoneNumber);
  await row(page, words).click();
  await expect(bubble(page, words)).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText('฿0.00');
  await expect(page).toHaveTitle(/^\(\d+\) /);

  const second = `ใช้เวลานานไหมคะ ${uniqueDigits(6)}`;
  await say(member, second);
  await expect(bubble(page, second)).toBeVisible();
  const field = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' });
  await field.fill('บรรทัดหนึ่ง');
  await field.press('Shift+Enter');
  await field.pressSequentially('บรรทัดสอง');
  await page.reload();
  await expect(field).toHaveValue('บรรทัดหนึ่ง\nบรรทัดสอง');
  await field.press('Enter');
  await expect(bubble(page, 'บรรทัดสอง')).toHaveCount(1);
  await expect(field).toHaveValue('');
  await expect(page.getByText('คุณดูแลอยู่')).toBeVisible();

  await page.locator('input[type=file]').setInputFiles({
    name: 'slip.png',
    mimeType: 'image/png',
    buffer: picture(),
  });
  await page.getByRole('button', { name: 'ส่ง', exact: true }).click();
  const sent = page.locator('.chat-message:not([data-delivery]) .chat-media img');
  await expect(sent).toHaveCount(1);
  await sent.click();
  await expect(page.getByRole('dialog').locator('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'โปรดรอ 1 นาที' }).click();
  await expect(field).toHaveValue(/โปรดรอประมาณ 1 นาที/);
  await page.getByRole('button', { name: 'ส่ง', exact: true }).click();
  // The message is on the screen before it has been sent.
  await expect(
    page.locator('.chat-message:not([data-delivery])').filter({ hasText: 'โปรดรอประมาณ' }),
  ).toHaveCount(1);
  const ours = (await historyOf(member)).filter(({ sender }) => sender === 'operator');
  expect(ours.map(({ message }) => message.message_type)).toEqual(['text', 'media', 'text']);
  expect(ours.map(({ message }) => message.payload)).toContainEqual({ text: 'บรรทัดหนึ่ง\nบรรทัดสอง' });
  await member.client('PUT /api/chat/read-customer/', { body: {} });
  await expect(page.locator('.chat-log').getByText('อ่านแล้ว').last()).toBeAttached();
  complaints();
});

test('R before a conversation has loaded leads to its field once it has', async ({ page, site }) => {
  await logIn(page, site, 'support');
  const member = await newMember();
  const words = `รบกวนสอบถามค่ะ ${uniqueDigits(6)}`;
  await say(member, words);
  await page.goto('/console/chat');
  await page.getByLabel('ค้นหาแชท').fill(member.phoneNumber);
  await expect(row(page, words)).toBeVisible();
  const release = await holdAnswer(page, /\/api\/console\/chat\/rooms\/\d+$/);
  await row(page, words).click();
  await page.keyboard.press('r');
  const field = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' });
  await expect(field).toHaveCount(0);
  release();
  await expect(field).toBeFocused();
});

test('a taken conversation is seen as taken, handed over, noted, closed and rated', async ({
  page,
  site,
  browser,
}) => {
  await logIn(page, site, 'administrator');
  const colleague = await openColleague(browser, site);
  const member = await newMember();
  const words = `ถอนเงินไม่ได้ ${uniqueDigits(6)}`;
  await say(member, words);
  for (const one of [page, colleague.page]) {
    await one.goto('/console/chat');
    await one.getByLabel('ค้นหาแชท').fill(member.phoneNumber);
    await row(one, words).click();
  }
  await page.getByRole('button', { name: 'รับเรื่อง' }).click();
  await expect(page.getByText('คุณดูแลอยู่')).toBeVisible();
  await expect(colleague.page.getByText(/กำลังดูแลแชทนี้/)).toBeVisible();
  await expect(colleague.page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toHaveCount(0);

  await page.getByLabel('เพิ่มบันทึก').fill('เคยส่งสลิปไม่ชัด');
  await page.getByRole('button', { name: 'เพิ่มบันทึก' }).click();
  await expect(colleague.page.getByText('เคยส่งสลิปไม่ชัด')).toBeVisible();
  await page.getByRole('button', { name: 'ส่งต่อ' }).click();
  await page.getByLabel('ส่งต่อให้').selectOption(colleague.name);
  await page.getByRole('dialog').getByRole('button', { name: 'ส่งต่อ' }).click();
  await expect(page.getByText(`${colleague.name} กำลังดูแลแชทนี้`)).toBeVisible();
  await expect(colleague.page.getByText('คุณดูแลอยู่')).toBeVisible();
  // A support operator can use canned answers but cannot edit them.
  await expect(colleague.page.getByRole('button', { name: 'แก้ไขคำตอบสำเร็จรูป' })).toHaveCount(0);

  await colleague.page.getByRole('button', { name: 'ปิดเรื่อง' }).click();
  await colleague.page.getByRole('dialog').getByRole('button', { name: 'ปิดเรื่อง' }).click();
  await expect(colleague.page.getByText('ยังไม่ให้คะแนน')).toBeVisible();
  const [question] = await historyOf(member);
  expect(question?.message.message_type).toBe('quick_replies');
  const rating = { message_type: 'postback', payload: { title: '★★★★★', payload: 'RATING_5' } } as const;
  await member.client('POST /api/chat/send-message', { body: { message: rating } });
  await expect(colleague.page.getByText('5 จาก 5')).toBeVisible();
  await colleague.page.context().close();
});

test('a guest is known by what there is; a missed message comes after the line was cut; canned answers are edited', async ({
  page,
  site,
  context,
}) => {
  const visitor = clientOf(null);
  const { guest } = await visitor('GET /api/chat/config');
  if (!guest) throw new Error('no guest');
  const words = `สมัครไม่ได้ ${uniqueDigits(6)}`;
  const write = (said: string) =>
    visitor('POST /api/chat/send-message', { body: { ...guest, message: text(said) } });
  await write(words);
  await logIn(page, site, 'administrator');
  await page.goto('/console/chat');
  const name = `ผู้เยี่ยมชม ${guest.guestId.slice(-4).toUpperCase()}`;
  await row(page, name).first().click();
  await expect(bubble(page, words)).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText(guest.guestId);
  await context.setOffline(true);
  const missed = `มีใครอยู่ไหม ${uniqueDigits(6)}`;
  await write(missed);
  await context.setOffline(false);
  await expect(bubble(page, missed)).toBeVisible();

  const title = `ทักทาย ${uniqueDigits(4)}`;
  await page.getByRole('button', { name: 'แก้ไขคำตอบสำเร็จรูป' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'เพิ่มคำตอบ' }).click();
  for (const [index, own] of [title, 'ທັກທາຍ', 'Hello'].entries()) {
    await dialog.getByLabel('ชื่อปุ่ม').nth(index).fill(own);
    await dialog.getByLabel('ข้อความ').nth(index).fill(`${own} !`);
  }
  await dialog.getByRole('button', { name: 'บันทึก' }).click();
  const own = dialog.getByRole('listitem').filter({ hasText: title });
  const listed = dialog.getByRole('listitem');
  await expect(own).toBeVisible();
  const last = await listed.count();
  await own.getByRole('button', { name: `เลื่อน “${title}” ขึ้น` }).focus();
  await page.keyboard.press('Enter');
  await expect(listed.nth(last - 2)).toContainText(title);
  await own.locator('.chat-answer').click();
  await dialog.getByRole('button', { name: 'ลบคำตอบ' }).click();
  await dialog.getByRole('alertdialog').getByRole('button', { name: 'กลับ' }).click();
  await dialog.getByRole('button', { name: 'กลับ' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: title, exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toHaveValue(`${title} !`);
});

test('CHT-04 CHT-06 an operator’s upload can be stopped, and what the network lost goes out once, by itself, in order', async ({
  page,
  site,
  context,
}) => {
  await logIn(page, site, 'administrator');
  const member = await newMember();
  const words = `รูปไม่ขึ้น ${uniqueDigits(6)}`;
  await say(member, words);
  await page.goto('/console/chat');
  await page.getByLabel('ค้นหาแชท').fill(member.phoneNumber);
  await row(page, words).click();
  await expect(bubble(page, words)).toBeVisible();

  const file = { name: 'slip.png', mimeType: 'image/png', buffer: picture() };
  await page.route('**/upload-image', () => undefined);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'ส่ง', exact: true }).click();
  const uploading = page.locator('[data-delivery=uploading_file]');
  await expect(uploading.getByText('กำลังอัปโหลด 0%')).toBeVisible();
  await expect(uploading.getByRole('progressbar', { name: /slip\.png/ })).toBeAttached();
  await uploading.getByRole('button', { name: 'ไม่ส่งแล้ว' }).click();
  await expect(page.locator('[data-delivery]')).toHaveCount(0);
  await page.unroute('**/upload-image');

  await context.setOffline(true);
  await page.locator('input[type=file]').setInputFiles(file);
  const field = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' });
  await field.press('Enter');
  await field.fill('ระหว่างตัด');
  await field.press('Control+Enter');
  await expect(field).toHaveValue('ระหว่างตัด');
  await field.press('Enter');
  await expect(page.locator('[data-delivery=failed]')).toHaveCount(2);
  await context.setOffline(false);
  await expect(page.locator('[data-delivery]')).toHaveCount(0);
  await expect(bubble(page, 'ระหว่างตัด')).toHaveCount(1);
  const ours = (await historyOf(member)).filter(({ sender }) => sender === 'operator');
  expect(ours.map(({ message }) => message.message_type)).toEqual(['text', 'media']);
});

test('the inbox is whole in three languages and both themes, and axe finds nothing', async ({
  page,
  site,
}) => {
  await logIn(page, site, 'administrator');
  const member = await newMember();
  await say(member, 'สวัสดีค่ะ ฝากเงินแล้วยอดยังไม่เข้าค่ะ');
  await page.goto('/console/chat');
  await page.getByLabel('ค้นหาแชท').fill(member.phoneNumber);
  await row(page, 'ฝากเงินแล้วยอดยังไม่เข้าค่ะ').first().click();
  const field = page.locator('.chat-field textarea');
  await field.fill('ได้รับแล้วค่ะ กำลังตรวจสอบให้ สักครู่นะคะ');
  await field.press('Enter');
  await expect(bubble(page, 'กำลังตรวจสอบให้')).toBeVisible();
  for (const language of ['th', 'la', 'en']) {
    await page.evaluate((chosen) => localStorage.setItem('krapao.console.language', chosen), language);
    await page.reload();
    await expect(bubble(page, 'กำลังตรวจสอบให้')).toBeVisible();
    await page.locator('.mantine-SegmentedControl-label').nth(2).click();
    await expect(page.locator('.queue-item').first()).toBeVisible();
    await field.fill('สลิปผ่านแล้วค่ะ');
    await judgeConsole(page, `chat-${language}`);
  }
});

test('a row of the statement comes with the question, opens to its story, and goes along with the answer', async ({
  page,
  site,
}) => {
  await logIn(page, site, 'administrator');
  const member = await newMember();
  await fund(member, 345);
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 1 } });
  const rowId = statements[0]?._id ?? '';
  const words = `รายการนี้ ${uniqueDigits(6)}`;
  const asked = { message_type: 'text' as const, payload: { text: words, rowId } };
  await member.client('POST /api/chat/send-message', { body: { message: asked } });

  await page.goto('/console/chat');
  await page.getByLabel('ค้นหาแชท').fill(member.phoneNumber);
  await row(page, words).click();
  await page
    .getByRole('log')
    .getByRole('button', { name: `รายการ T${rowId}` })
    .click();
  const story = page.getByRole('dialog', { name: 'รายละเอียดรายการ' });
  await expect(story.getByRole('listitem').last()).toContainText('เงินเข้ากระเป๋าหลัก');
  await expect(story).toContainText('฿345.00');
  await page.keyboard.press('Escape');

  await page.getByRole('complementary').getByRole('button', { name: 'แนบในคำตอบ' }).click();
  const field = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' });
  await field.fill('เข้าแล้วค่ะ');
  await field.press('Enter');
  await expect
    .poll(async () => (await historyOf(member)).find(({ sender }) => sender === 'operator')?.message)
    .toEqual({ message_type: 'text', payload: { text: 'เข้าแล้วค่ะ', rowId } });
});

import { conversation, enter, expect, openMemberChat, test, wordsOf } from '../src/chatWorld.ts';
import { text } from '../src/messages.ts';
import { settled } from '../src/settled.ts';
import { still } from '../src/still.ts';

const label = (id: string) => text('th', id);

test('CON-01 CHT-01 a visitor chats from the contact page as a guest, and meets the same conversation after a reload', async ({
  page,
}) => {
  await page.goto('/contact');
  await page.getByRole('button', { name: label('chat.card') }).click();
  const chat = conversation(page);
  await expect(chat.panel.getByText(label('chat.empty'))).toBeVisible();
  await chat.say('สมัครไม่ได้ค่ะ');
  await expect(chat.log).toContainText('ทีมงานได้รับข้อความแล้ว');
  const guest = await page.evaluate(() => localStorage.getItem('guest-id'));
  expect(guest).toMatch(/^g[0-9a-f]{32}\..+/);
  await page.reload();
  await page.getByRole('button', { name: label('chat.card') }).click();
  await expect(chat.bubble('สมัครไม่ได้ค่ะ')).toHaveCount(1);
  expect(await page.evaluate(() => localStorage.getItem('guest-id'))).toBe(guest);
});

test('CON-01 there is no chat while the server says so, and no socket', async ({ page, nodes }) => {
  const member = await nodes.member();
  await page.route('**/api/lookup/enableChatWidget', (route) =>
    route.fulfill({ json: { enableChatWidget: false } }),
  );
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await enter(page, member);
  await page.goto('/user/contact');
  await expect(page.getByRole('heading', { name: label('contact.chatApp') })).toBeVisible();
  await expect(page.getByRole('button', { name: label('chat.open') })).toHaveCount(0);
  expect(sockets).toEqual([]);
});

test('CHT-02 a socket comes only with the opened chat, over a websocket alone', async ({ page, nodes }) => {
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  const member = await nodes.member();
  await enter(page, member);
  await page.goto('/user/home');
  await expect(page.getByRole('banner').getByRole('button', { name: label('chat.open') })).toBeVisible();
  await settled(page);
  expect(sockets).toEqual([]);
  const opened = page.waitForEvent('websocket');
  await openMemberChat(page, nodes.customerUrl);
  await opened;
  expect(sockets).toHaveLength(1);
  expect(sockets[0]).toMatch(/transport=websocket/);
  expect(sockets[0]).not.toContain(member.token);
});

test('CHT-04 a message is on its way, then sent, then read; the answer of an operator on another node appears', async ({
  page,
  nodes,
}) => {
  await enter(page, await nodes.member());
  const chat = await openMemberChat(page, nodes.customerUrl);
  await chat.field.fill('สวัสดีค่ะ ฝากเงินแล้วยอดยังไม่เข้าค่ะ');
  await chat.send.click();
  const mine = chat.bubble('ฝากเงินแล้วยอดยังไม่เข้า').first();
  await expect(mine).toHaveAttribute('data-delivery', 'sending');
  await expect(mine).toContainText(label('chat.sending'));
  await expect(mine).toContainText(label('chat.sent'));
  await nodes.operatorSays('ได้รับแล้วค่ะ กำลังตรวจสอบให้');
  await expect(chat.bubble('กำลังตรวจสอบให้')).toContainText('พลอย');
  await expect(mine).toContainText(label('chat.read'));
});

test('CHT-05 blank texts are not sent, 2000 characters are the end, Enter sends and with a modifier does not', async ({
  page,
  nodes,
}) => {
  await enter(page, await nodes.member());
  const chat = await openMemberChat(page, nodes.customerUrl);
  await expect(chat.send).toBeDisabled();
  await chat.field.fill(' \n ');
  await chat.field.press('Enter');
  await expect(chat.send).toBeDisabled();
  await chat.field.fill('บรรทัดแรก');
  for (const key of ['Shift+Enter', 'Control+Enter', 'Alt+Enter', 'Meta+Enter']) await chat.field.press(key);
  // During IME composition, Enter confirms the composition.
  await chat.field.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await chat.field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  await expect(chat.panel.locator('.chat-message')).toHaveCount(0);
  await chat.field.fill('ก'.repeat(1999));
  await chat.field.pressSequentially('ขคง');
  await expect(chat.field).toHaveValue(`${'ก'.repeat(1999)}ข`);
  await expect(chat.panel.getByText('2000/2000')).toBeVisible();
  await chat.field.press('Enter');
  await expect(chat.bubble('กข')).toContainText(label('chat.sent'));
});

test('CHT-03 ten messages come first; scrolling to the top loads ten more and keeps the place', async ({
  page,
  nodes,
}) => {
  const member = await nodes.member();
  await member.client('POST /api/chat/send-message', {
    body: { message: { message_type: 'text', payload: { text: 'ข้อความแรก' } } },
  });
  for (let count = 1; count <= 33; count += 1) await nodes.operatorSays(`คำตอบที่ ${count}.`);
  await enter(page, member);
  const pages: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/chat/history')) pages.push(request.postDataJSON().skip);
  });
  const chat = await openMemberChat(page, nodes.customerUrl);
  await expect(chat.panel.locator('.chat-message')).toHaveCount(10);
  await expect(chat.bubble('คำตอบที่ 33.')).toBeInViewport();
  const anchor = chat.bubble('คำตอบที่ 24.');
  // While the panel slides in, its content moves. A trial click waits until it is stable.
  await still(page);
  await chat.panel.getByRole('textbox').click({ trial: true });
  await chat.log.evaluate((log) => log.scrollTo(0, 60));
  const before = await anchor.boundingBox();
  await expect(chat.panel.locator('.chat-message')).toHaveCount(20);
  const moved = async () => Math.abs(((await anchor.boundingBox())?.y ?? 0) - (before?.y ?? 1_000));
  await expect.poll(moved).toBeLessThan(3);
  expect(pages.filter((skip) => skip === 10)).toHaveLength(1);
  for (let count = 30; count <= 35; count += 10) {
    await chat.log.evaluate((log) => log.scrollTo(0, 0));
    await expect(chat.panel.locator('.chat-message')).toHaveCount(count);
  }
  await chat.log.evaluate((log) => log.scrollTo(0, 0));
  await expect(chat.bubble('ข้อความแรก')).toHaveCount(1);
  expect((await wordsOf(chat.log)).length).toBe(35);
});

test('CHT-07 a divider stands where the session changes; beyond 60 px a pill tells of new messages', async ({
  page,
  nodes,
}) => {
  const member = await nodes.member();
  const send = (words: string) =>
    member.client('POST /api/chat/send-message', {
      body: { message: { message_type: 'text', payload: { text: words } } },
    });
  await send('เมื่อวาน');
  await nodes.db
    .updateTable('chat_room')
    .set({ last_message_at: new Date(Date.now() - 13 * 3_600_000) })
    .where('member_id', '=', BigInt(member.id))
    .execute();
  await send('วันนี้');
  for (let count = 1; count <= 8; count += 1) await nodes.operatorSays(`ตอบ\nยาว\nหลาย\nบรรทัด ${count}`);
  await enter(page, member);
  const chat = await openMemberChat(page, nodes.customerUrl);
  // The chat opens at its end; a scroll before that would be undone.
  await expect(chat.bubble('บรรทัด 8')).toBeInViewport();
  await chat.log.evaluate((log) => log.scrollTo(0, 0));
  await expect(chat.log.locator('.chat-divider')).toHaveText(/การสนทนาใหม่ · \d{2}\/\d{2}\/\d{4}/);
  const place = await chat.log.evaluate((log) => log.scrollTop);
  await nodes.operatorSays('ข้อความใหม่ล่าสุด');
  const pill = chat.panel.getByRole('button', { name: 'ข้อความใหม่ 1' });
  await expect(pill).toBeVisible();
  expect(await chat.log.evaluate((log) => log.scrollTop)).toBe(place);
  await pill.click();
  await expect(chat.bubble('ข้อความใหม่ล่าสุด')).toBeInViewport();
  await expect(pill).toHaveCount(0);
  // Within 60 px of the end the log follows new messages by itself.
  await chat.log.evaluate((log) => log.scrollTo(0, log.scrollHeight - log.clientHeight - 50));
  await nodes.operatorSays('ตามมาเอง');
  await expect(chat.bubble('ตามมาเอง')).toBeInViewport();
  await expect(pill).toHaveCount(0);
});

test('CHT-08 a badge counts what was not seen; it is read one second after it is seen, not before', async ({
  page,
  nodes,
}) => {
  const member = await nodes.member();
  await member.client('POST /api/chat/send-message', {
    body: { message: { message_type: 'text', payload: { text: 'สวัสดี' } } },
  });
  await enter(page, member);
  await page.goto('/user/home');
  const badge = (count: number) =>
    page
      .getByRole('banner')
      .getByRole('button', { name: label('chat.openUnread').replace('{count}', String(count)) });
  await expect(badge(1)).toBeVisible();
  // The conversation is active, so the badge updates at once.
  await nodes.operatorSays('มาแล้วค่ะ');
  await expect(badge(2)).toBeVisible();
  const unread = async () => (await member.client('GET /api/chat/config')).unread;
  expect(await unread()).toBe(2);
  const marked: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/chat/read-customer/')) marked.push(Date.now());
  });
  const read = page.waitForResponse('**/api/chat/read-customer/');
  await badge(2).click();
  const chat = conversation(page);
  await expect(chat.bubble('มาแล้วค่ะ')).toBeVisible();
  const seen = Date.now();
  await read;
  expect((marked[0] ?? 0) - seen).toBeGreaterThan(500);
  expect(await unread()).toBe(0);
  await chat.panel.getByRole('button', { name: label('dialog.close') }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: label('chat.open') })).toBeVisible();
  // While the chat is closed, nothing is marked as read.
  await nodes.operatorSays('ยังอยู่ไหมคะ');
  await expect(badge(1)).toBeVisible();
  expect(await unread()).toBe(1);
});

test('CHT-09 every type of message is rendered and its buttons answer', async ({ page, nodes }) => {
  const member = await nodes.member();
  await enter(page, member);
  const chat = await openMemberChat(page, nodes.customerUrl);
  await chat.say('สวัสดี https://krapao.example/x <img src=x onerror=alert(1)>');
  await expect(chat.log.getByRole('link', { name: 'https://krapao.example/x' })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );
  await chat.panel.getByRole('button', { name: 'ฝากเงินแล้วยอดไม่เข้า' }).click();
  await expect(chat.log).toContainText('ส่งรูปสลิปในแชทนี้ได้เลยค่ะ');
  await nodes.operatorSays({
    message_type: 'buttons',
    payload: {
      text: 'เลือกได้เลยค่ะ',
      buttons: [
        { type: 'postback', title: 'ใช่ค่ะ', payload: 'YES' },
        { type: 'web_url', title: 'วิธีใช้งาน', url: 'https://krapao.example/howto' },
        { type: 'web_url', title: 'อันตราย', url: 'javascript:alert(1)' },
      ],
    },
  });
  await expect(chat.log.getByRole('link', { name: 'วิธีใช้งาน' })).toHaveAttribute('target', '_blank');
  await expect(chat.log.getByText('อันตราย')).toHaveCount(0);
  await chat.log.getByRole('button', { name: 'ใช่ค่ะ' }).click();
  await expect(chat.log.locator('.chat-mine').filter({ hasText: 'ใช่ค่ะ' })).toContainText(label('chat.sent'));
  await nodes.operatorSays({
    message_type: 'generic',
    payload: {
      elements: [
        {
          title: 'โบนัสสมาชิกใหม่',
          subtitle: 'รับ 50%',
          buttons: [{ type: 'postback', title: 'รับ', payload: 'B1' }],
        },
        { title: 'โบนัสรายวัน', subtitle: 'รับ 10%' },
      ],
    },
  });
  await expect(chat.log.getByRole('listitem')).toHaveCount(2);
  const history = await member.client('POST /api/chat/history', { body: { limit: 100, skip: 0 } });
  expect(
    history
      .filter(({ message }) => message.message_type === 'postback')
      .map(({ message }) => message.payload),
  ).toEqual([
    { title: 'ใช่ค่ะ', payload: 'YES' },
    { title: 'ฝากเงินแล้วยอดไม่เข้า', payload: 'DEPOSIT' },
  ]);
});

test('guests who log in keep their history', async ({ page, nodes }) => {
  const member = await nodes.member();
  await page.goto('/contact');
  await page.getByRole('button', { name: label('chat.card') }).click();
  const chat = conversation(page);
  await chat.say('ถามก่อนสมัคร');
  await page.evaluate((token) => {
    localStorage.setItem('token', token);
    localStorage.setItem('remember-agreement', 'true');
  }, member.token);
  const mine = await openMemberChat(page, nodes.customerUrl);
  await expect(mine.bubble('ถามก่อนสมัคร')).toHaveCount(1);
  expect(await page.evaluate(() => localStorage.getItem('guest-id'))).toBeNull();
});

test('the back button and Escape close the chat; what was being written stays', async ({ page, nodes }) => {
  await enter(page, await nodes.member());
  const chat = await openMemberChat(page, nodes.customerUrl);
  await chat.field.fill('ยังไม่ส่ง');
  await page.goBack();
  await expect(chat.panel).toHaveCount(0);
  await expect(page).toHaveURL(/\/user\/contact$/);
  await page
    .getByRole('banner')
    .getByRole('button', { name: label('chat.open') })
    .click();
  await expect(chat.field).toHaveValue('ยังไม่ส่ง');
  await page.keyboard.press('Escape');
  await expect(chat.panel).toHaveCount(0);
});

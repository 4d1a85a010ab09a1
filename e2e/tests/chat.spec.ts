import { conversation, enter, expect, openMemberChat, test, wordsOf } from '../src/chatWorld.ts';
import { movie, PLACE, picture } from '../src/mediaFiles.ts';
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
  await openMemberChat(page, nodes.customerUrl);
  await expect.poll(() => sockets.length).toBe(1);
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

test('CHT-04 a refused message says why and is sent again by a tap, once; it can be taken away', async ({
  page,
  nodes,
}) => {
  await enter(page, await nodes.member());
  const chat = await openMemberChat(page, nodes.customerUrl);
  await page.route('**/api/chat/send-message', (route) =>
    route.fulfill({ status: 429, json: { code: 'REQUEST_LIMIT', message: 'REQUEST_LIMIT' } }),
  );
  for (const words of ['ใช้เวลานานไหมคะ', 'ไม่เอาแล้ว']) {
    await chat.field.fill(words);
    await chat.field.press('Enter');
    await expect(chat.bubble(words)).toContainText(label('error.REQUEST_LIMIT'));
  }
  await chat
    .bubble('ไม่เอาแล้ว')
    .getByRole('button', { name: label('chat.discard') })
    .click();
  await expect(chat.bubble('ไม่เอาแล้ว')).toHaveCount(0);
  await page.unroute('**/api/chat/send-message');
  await chat.bubble('ใช้เวลานานไหมคะ').getByRole('button', { name: 'ส่งใหม่' }).click();
  await expect(chat.bubble('ใช้เวลานานไหมคะ')).toContainText(label('chat.sent'));
  await expect(chat.bubble('ใช้เวลานานไหมคะ')).toHaveCount(1);
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
  await badge(2).click();
  const chat = conversation(page);
  await expect(chat.bubble('มาแล้วค่ะ')).toBeVisible();
  const seen = Date.now();
  await expect.poll(() => marked.length).toBeGreaterThan(0);
  expect((marked[0] ?? 0) - seen).toBeGreaterThan(500);
  await expect.poll(unread).toBe(0);
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

test('CHT-06 a picture is shown before it is sent, uploads with progress, and arrives with its caption', async ({
  page,
  nodes,
}) => {
  const member = await nodes.member();
  await enter(page, member);
  const chat = await openMemberChat(page, nodes.customerUrl);
  await chat.chooser.setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: picture() });
  await expect(chat.panel.getByText('slip.png')).toBeVisible();
  await chat.field.fill('สลิปค่ะ');
  await chat.field.press('Enter');
  await expect(chat.log.locator('[data-delivery=uploading_file], [data-delivery=sending]')).toHaveCount(1);
  const sent = chat.log.locator('.chat-message:not([data-delivery])').filter({ hasText: 'สลิปค่ะ' });
  await expect(sent.getByRole('img')).toBeVisible();
  await expect
    .poll(() => sent.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const [media] = await member.client('POST /api/chat/history', { body: { limit: 2, skip: 0 } });
  expect(JSON.stringify(media?.message)).not.toContain('slip.png');
});

test('CHT-06 an upload can be stopped, and one that broke is tried again', async ({ page, nodes }) => {
  await enter(page, await nodes.member());
  const chat = await openMemberChat(page, nodes.customerUrl);
  const file = { name: 'slip.png', mimeType: 'image/png', buffer: picture() };
  let hang = true;
  await page.route('**/api/chat/upload-image', (route) =>
    hang ? undefined : route.fulfill({ status: 500, json: { code: 'INTERNAL_SERVER_ERROR', message: 'x' } }),
  );
  await chat.chooser.setInputFiles(file);
  await chat.send.click();
  const uploading = chat.log.locator('[data-delivery=uploading_file]');
  await expect(uploading.getByRole('progressbar')).toBeVisible();
  await uploading.getByRole('button', { name: label('chat.cancel') }).click();
  await expect(chat.panel.locator('.chat-message')).toHaveCount(0);
  hang = false;
  await chat.chooser.setInputFiles(file);
  await chat.send.click();
  const failed = chat.log.locator('[data-delivery=failed]');
  await expect(failed).toBeVisible();
  await page.unroute('**/api/chat/upload-image');
  await failed.getByRole('button', { name: 'ส่งใหม่' }).click();
  await expect(chat.log.locator('.chat-mine:not([data-delivery])').getByRole('img')).toHaveCount(1);
});

test('CHT-06 files that are not supported or too large are refused before they are sent', async ({
  page,
  nodes,
}) => {
  await enter(page, await nodes.member());
  const chat = await openMemberChat(page, nodes.customerUrl);
  const choose = (name: string, mimeType: string, size: number) =>
    chat.chooser.setInputFiles({ name, mimeType, buffer: Buffer.alloc(size) });
  await choose('slip', 'image/png', 10);
  await expect(page.getByText(label('chat.unsupported'))).toBeVisible();
  await page.getByRole('alert').getByRole('button').click();
  await choose('slip.png', 'image/png', 10 * 1024 * 1024 + 1);
  await expect(page.getByText(label('chat.tooLarge'))).toBeVisible();
  await expect(chat.send).toBeDisabled();
});

test('CHT-06 a video arrives and plays, without what the phone wrote into it', async ({ page, nodes }) => {
  await enter(page, await nodes.member());
  const chat = await openMemberChat(page, nodes.customerUrl);
  const file = await movie(page);
  expect(file.includes(PLACE)).toBe(true);
  await chat.chooser.setInputFiles({ name: 'IMG_1.mp4', mimeType: 'video/mp4', buffer: file });
  await chat.send.click();
  const video = chat.log.locator('.chat-message:not([data-delivery]) video');
  await expect(video).toBeVisible();
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(160);
  await video.evaluate((element: HTMLVideoElement) => element.play());
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0.2);
  const address = (await video.getAttribute('src')) ?? '';
  const response = await page.request.get(address, { headers: { Range: 'bytes=0-99' } });
  expect([response.status(), (await response.body()).length]).toEqual([206, 100]);
  const whole = await (await page.request.get(address)).body();
  expect(whole.length).toBe(file.length);
  expect(whole.includes(PLACE)).toBe(false);
});

test('CHT-02 the network cut for ten seconds in the middle loses nothing and doubles nothing', async ({
  page,
  nodes,
  network,
}) => {
  const member = await nodes.member();
  await enter(page, member);
  const chat = await openMemberChat(page, network.url);
  await chat.say('ก่อนตัด');
  await nodes.operatorSays('ตอบก่อนตัด');
  await expect(chat.bubble('ตอบก่อนตัด')).toBeVisible();

  network.cut();
  const isBack = new Promise((resolve) => setTimeout(resolve, 10_000)).then(() => network.restore());
  for (const words of ['ระหว่างตัด 1', 'ระหว่างตัด 2']) {
    await chat.field.fill(words);
    await chat.field.press('Enter');
    await expect(chat.bubble(words)).toHaveCount(1);
  }
  for (let count = 1; count <= 14; count += 1) await nodes.operatorSays(`ตอบระหว่างตัด ${count}.`);
  await isBack;

  await expect(chat.panel.locator('.chat-message:not([data-delivery])')).toHaveCount(19);
  await expect(chat.panel.locator('[data-delivery]')).toHaveCount(0);
  const said = [
    ...Array.from({ length: 14 }, (_, index) => `ตอบระหว่างตัด ${index + 1}.`),
    ...['ก่อนตัด', 'ตอบก่อนตัด', 'ระหว่างตัด 1', 'ระหว่างตัด 2'],
  ];
  const shown = await wordsOf(chat.log);
  for (const words of said) expect(shown.filter((one) => one === words)).toEqual([words]);
  expect(shown.indexOf('ระหว่างตัด 1')).toBeLessThan(shown.indexOf('ระหว่างตัด 2'));
  const history = await member.client('POST /api/chat/history', { body: { limit: 100, skip: 0 } });
  expect(history).toHaveLength(19);
  // Later messages arrive over the socket again.
  await nodes.operatorSays('หลังตัด');
  await expect(chat.bubble('หลังตัด')).toBeVisible();
});

test('CHT-04 a message whose answer was lost is sent again by itself and is there once', async ({
  page,
  nodes,
}) => {
  const member = await nodes.member();
  await enter(page, member);
  const chat = await openMemberChat(page, nodes.customerUrl);
  let lost = 0;
  await page.route('**/api/chat/send-message', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await chat.field.fill('ครั้งเดียว');
  await chat.field.press('Enter');
  await expect(chat.bubble('ครั้งเดียว')).toContainText(label('chat.sent'));
  await expect(chat.bubble('ครั้งเดียว')).toHaveCount(1);
  expect(lost).toBe(1);
  const history = await member.client('POST /api/chat/history', { body: { limit: 100, skip: 0 } });
  expect(history.filter(({ sender }) => sender === 'customer')).toHaveLength(1);
});

test('offline a message waits and goes out by itself when the network is back', async ({
  page,
  nodes,
  context,
}) => {
  await enter(page, await nodes.member());
  const chat = await openMemberChat(page, nodes.customerUrl);
  await chat.say('ก่อน');
  await context.setOffline(true);
  await chat.field.fill('ตอนไม่มีเน็ต');
  await chat.field.press('Enter');
  await expect(chat.bubble('ตอนไม่มีเน็ต')).toContainText(label('chat.notSent'));
  await context.setOffline(false);
  await expect(chat.bubble('ตอนไม่มีเน็ต')).toContainText(label('chat.sent'));
  await expect(chat.bubble('ตอนไม่มีเน็ต')).toHaveCount(1);
});

test('a chat that cannot be loaded says so and is tried again', async ({ page, nodes }) => {
  await enter(page, await nodes.member());
  await page.route('**/api/chat/history', (route) => route.abort());
  const chat = await openMemberChat(page, nodes.customerUrl);
  await expect(chat.panel.getByText(label('chat.failed'))).toBeVisible();
  await page.unroute('**/api/chat/history');
  await chat.panel.getByRole('button', { name: label('retry') }).click();
  await expect(chat.panel.getByText(label('chat.empty'))).toBeVisible();
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

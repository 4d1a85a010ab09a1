import { enter, expect, openMemberChat, test, wordsOf } from '../src/chatWorld.ts';
import { text } from '../src/messages.ts';

const label = (id: string) => text('th', id);

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

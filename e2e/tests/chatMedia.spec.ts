import { enter, expect, openMemberChat, test } from '../src/chatWorld.ts';
import { movie, PLACE, picture } from '../src/mediaFiles.ts';
import { text } from '../src/messages.ts';
import { playedTo } from '../src/playback.ts';

const label = (id: string) => text('th', id);

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
  await expect(sent.getByRole('img')).not.toHaveJSProperty('naturalWidth', 0);
  const [media] = await member.client('POST /api/chat/history', { body: { limit: 2, skip: 0 } });
  expect(JSON.stringify(media?.message)).not.toContain('slip.png');
});

test('CHT-09 a picture that could not be loaded is loaded again by a tap, also from the same address', async ({
  page,
  nodes,
}) => {
  await enter(page, await nodes.member());
  let chat = await openMemberChat(page, nodes.customerUrl);
  await chat.chooser.setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: picture() });
  await chat.send.click();
  const sent = chat.log.locator('.chat-message:not([data-delivery])').getByRole('img');
  await expect(sent).toBeVisible();
  await page.route('**/media/**', (route) => route.abort());
  await page.reload();
  chat = await openMemberChat(page, nodes.customerUrl);
  const again = chat.log.getByRole('button', { name: label('chat.mediaFailed') });
  await expect(again).toBeVisible();
  await page.unroute('**/media/**');
  await again.click();
  await expect(sent).not.toHaveJSProperty('naturalWidth', 0);
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
  // A screen reader hears that it has begun, not every percent.
  await expect(uploading.locator('.chat-meta')).toMatchAriaSnapshot(`
    - text: ${label('chat.uploadOf').replace('{name}', 'slip.png')}
    - button "${label('chat.cancel')}"
  `);
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
  await expect(video).toHaveJSProperty('videoWidth', 160);
  await video.evaluate((element: HTMLVideoElement) => element.play());
  await playedTo(video, 0.2);
  const address = (await video.getAttribute('src')) ?? '';
  const response = await page.request.get(address, { headers: { Range: 'bytes=0-99' } });
  expect([response.status(), (await response.body()).length]).toEqual([206, 100]);
  const whole = await (await page.request.get(address)).body();
  expect(whole.length).toBe(file.length);
  expect(whole.includes(PLACE)).toBe(false);
});

import { generate } from 'promptparse';
import QRCode from 'qrcode';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { readQrCodes } from '../../../parsing/qrCodes.ts';
import { memberTurn } from '../../../parsing/turns.ts';
import { paintSlip } from '../../../testing/slipPicture.ts';
import { readSlip as readSlipOf } from './readSlip.ts';
import { redrawSlip as redrawSlipOf } from './slipImage.ts';

const SLIP = { sendingBank: '004', transRef: '20261121130500123456' };
const PAYLOAD = generate.slipVerify(SLIP);
const MEMBER = 1n;
const readSlip = (image: Buffer) => readSlipOf(image, memberTurn(MEMBER), async () => undefined);
const redrawSlip = (read: () => Promise<Buffer>) => redrawSlipOf(MEMBER, read);
let slip: Buffer;

beforeAll(async () => {
  slip = await paintSlip(PAYLOAD);
});

const SPOILED: readonly [string, (image: Sharp) => Sharp][] = [
  ['as it was saved', (image) => image],
  ['as JPEG of poor quality', (image) => image.jpeg({ quality: 30 })],
  ['as WebP', (image) => image.webp({ quality: 60 })],
  ['turned by 90 degrees', (image) => image.rotate(90)],
  ['upside down', (image) => image.rotate(180)],
  ['turned by 17 degrees', (image) => image.rotate(17, { background: '#808080' })],
  ['turned by 45 degrees', (image) => image.rotate(45, { background: '#303030' })],
  ['darkened to a fifth', (image) => image.linear(0.2, 4)],
  ['nearly black', (image) => image.linear(0.06, 3)],
  ['washed out', (image) => image.linear(0.15, 210)],
  ['inverted', (image) => image.negate({ alpha: false })],
  ['blurred a little', (image) => image.blur(2)],
  ['blurred', (image) => image.blur(3)],
  ['at half its size', (image) => image.resize({ width: 540 })],
  ['at a third of its size', (image) => image.resize({ width: 360 })],
  ['cut to its lower half', (image) => image.extract({ left: 0, top: 960, width: 1080, height: 960 })],
];

test.each(SPOILED)('DEP-05 a slip %s is read', async (_name, spoil) => {
  const upload = await spoil(sharp(slip)).toBuffer();
  expect(await readSlip(await redrawSlip(async () => upload))).toEqual({
    kind: 'slip',
    payload: PAYLOAD,
    ...SLIP,
  });
});

test('DEP-05 a picture turned by its EXIF orientation alone is read', async () => {
  const upload = await sharp(slip).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const image = await redrawSlip(async () => upload);
  expect(await sharp(image).metadata()).toMatchObject({ width: 1920, height: 1080 });
  expect(await readSlip(image)).toMatchObject({ kind: 'slip', ...SLIP });
});

test('DEP-05 a picture without a QR, with another QR and with two slips tells which', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const photo = await sharp({
    create: { width: 900, height: 1200, channels: 3, background: '#88aa66', noise },
  })
    .jpeg()
    .toBuffer();
  expect(await readSlip(photo)).toEqual({ kind: 'nothing' });
  expect(await readSlip(await paintSlip('https://example.com'))).toEqual({ kind: 'not_a_slip' });
  expect(await readSlip(await paintSlip(PAYLOAD.replace(/....$/, '0000')))).toEqual({ kind: 'not_a_slip' });
  const other = await paintSlip(generate.slipVerify({ ...SLIP, transRef: '20261121130500654321' }));
  const both = await sharp({ create: { width: 2160, height: 1920, channels: 3, background: '#ffffff' } })
    .composite([
      { input: slip, left: 0, top: 0 },
      { input: other, left: 1080, top: 0 },
    ])
    .png()
    .toBuffer();
  expect(await readSlip(both)).toEqual({ kind: 'unstable' });
});

test('DEP-05 a slip cut through its QR is not read as another one', async () => {
  const cut = await sharp(slip).extract({ left: 0, top: 0, width: 1080, height: 1640 }).png().toBuffer();
  expect(await readSlip(await redrawSlip(async () => cut))).toEqual({ kind: 'nothing' });
});

test('DEP-05 of a picture that cannot be read, no QR of a picture before is told', async () => {
  for (let nth = 0; nth < 12; nth++) {
    const text = `the slip of member ${nth}, whom the next one does not know`;
    const qr = await QRCode.toBuffer(text, { width: 200, margin: 2 });
    const ground = sharp({ create: { width: 400, height: 600, channels: 3, background: '#ffffff' } });
    const shown = await ground
      .composite([{ input: qr, left: 50, top: 300 }])
      .png()
      .toBuffer();
    const dark = await sharp(shown).linear(0.06, 3).jpeg({ quality: 92 }).toBuffer();
    // Of the dark one the others would read nothing: it is the one before's.
    if (nth > 0) expect(await readQrCodes(sharp(dark).greyscale().normalise())).toEqual([]);
    expect(await readQrCodes(sharp(shown))).toEqual([text]);
  }
});

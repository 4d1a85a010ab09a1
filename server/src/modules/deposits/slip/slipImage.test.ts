import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../appError.ts';
import { paintSlip } from '../../../testing/slipPicture.ts';
import { redrawSlip as redrawSlipOf } from './slipImage.ts';

const redrawSlip = (read: () => Promise<Buffer>) => redrawSlipOf(1n, read);
let png: Buffer;
let jpeg: Buffer;

beforeAll(async () => {
  png = await paintSlip('https://example.com');
  jpeg = await sharp(png)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toBuffer();
});

const WEB_PAGE = Buffer.from('<html><script>alert(1)</script></html>');
const ZIP_END = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);

/** A PNG that claims a size far beyond what its few bytes hold. */
async function pixelFlood(): Promise<Buffer> {
  return sharp({
    create: { width: 8_000, height: 8_000, channels: 3, background: '#000000' },
    limitInputPixels: false,
  })
    .png()
    .toBuffer();
}

const HOSTILE: readonly [string, () => Buffer | Promise<Buffer>][] = [
  [
    'an SVG with script',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
  ],
  ['a GIF', async () => sharp(png).gif().toBuffer()],
  ['text', () => Buffer.from('no picture at all')],
  ['a PNG with a web page behind it', () => Buffer.concat([png, WEB_PAGE])],
  ['a JPEG with an archive behind it', () => Buffer.concat([jpeg, ZIP_END])],
  ['a web page behind the first bytes of a JPEG', () => Buffer.concat([jpeg.subarray(0, 3), WEB_PAGE])],
  ['a JPEG that calls itself PNG', () => Buffer.concat([png.subarray(0, 8), jpeg])],
  ['a truncated PNG', () => png.subarray(0, png.length / 2)],
  ['a truncated JPEG', () => jpeg.subarray(0, jpeg.length / 2)],
  ['a pixel flood', pixelFlood],
  ['a picture of one pixel', () => sharp(png).resize(1, 1).png().toBuffer()],
  ['nothing', () => Buffer.alloc(0)],
];

test.each(HOSTILE)('DEP-05 %s is refused', async (_name, make) => {
  const refusal = await redrawSlip(async () => make()).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect((refusal as AppError).code).toBe('SLIP_INVALID_FILE');
});

test('DEP-05 what is kept is drawn anew: upright, small enough, without metadata or hidden bytes', async () => {
  const hidden = Buffer.concat([jpeg, Buffer.from('bytes behind the picture')]);
  const stored = await redrawSlip(async () => hidden);
  expect(stored.includes('secret place')).toBe(false);
  expect(stored.includes('behind the picture')).toBe(false);
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1920 });
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
});

test('DEP-05 of forty pixel floods at once one is in memory at a time, and none is decoded', async () => {
  const flood = await pixelFlood();
  let [inMemory, most] = [0, 0];
  const refusals = await Promise.all(
    Array.from({ length: 40 }, () =>
      redrawSlip(async () => {
        inMemory += 1;
        most = Math.max(most, inMemory);
        return flood;
      }).catch((error: unknown) => {
        inMemory -= 1;
        return error;
      }),
    ),
  );
  expect(inMemory).toBe(0);
  // The next one may be read a moment before this test learns of a refusal.
  expect(most).toBeLessThanOrEqual(2);
  // The limit is compared with what the first bytes say.
  for (const refusal of refusals) expect(String(refusal)).toContain('exceeds pixel limit');
});

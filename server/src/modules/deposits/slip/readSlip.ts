import sharp, { type Sharp } from 'sharp';
import { machineClock } from '../../../clock.ts';
import { parseMiniQr } from '../../../parsing/miniQr.ts';
import { readQrCodes } from '../../../parsing/qrReader.ts';
import { PIXELS_MAX } from './slipImage.ts';
import { readTexts, type SlipReading } from './slipPayload.ts';

interface Size {
  width: number;
  height: number;
}

/** One way to preprocess a picture for the QR reader. */
type Preparation = (image: Sharp, size: Size) => Sharp;

/** A reference counts if this many preprocessings read it; other QR codes end the search in the same way. */
/** A hostile picture delays the others by at most this and one preprocessing. */
const READ_WITHIN_MS = 10_000;
const READINGS_WANTED = 2;
const ENLARGED_SIDE_MAX = 3_200;

const enlarged = (image: Sharp, { width, height }: Size): Sharp => {
  const factor = Math.min(2, ENLARGED_SIDE_MAX / Math.max(width, height));
  return image.resize({ width: Math.round(width * factor), kernel: 'cubic' });
};
const shrunk = (image: Sharp, { width }: Size): Sharp => image.resize({ width: Math.round(width / 2) });
const crop =
  (left: number, top: number, width: number, height: number): Preparation =>
  (image, size) => {
    const area = {
      left: Math.floor(size.width * left),
      top: Math.floor(size.height * top),
      width: Math.floor(size.width * width),
      height: Math.floor(size.height * height),
    };
    return enlarged(image.extract(area), area).normalise();
  };

/** The cheap ones first; most slips need two. */
const PREPARATIONS: readonly Preparation[] = [
  (image) => image,
  (image) => image.greyscale().normalise(),
  (image) => image.greyscale().normalise({ lower: 0, upper: 70 }),
  (image) => image.greyscale().sharpen({ sigma: 2, m1: 2, m2: 6 }),
  enlarged,
  (image, size) => enlarged(image.greyscale(), size).normalise().sharpen({ sigma: 3, m1: 3, m2: 8 }),
  shrunk,
  (image) => image.greyscale().median(3).normalise(),
  (image) => image.greyscale().normalise().gamma(2.2),
  crop(0, 0.5, 1, 0.5),
  crop(0, 0, 1, 0.5),
  crop(0.5, 0.5, 0.5, 0.5),
];

/**
 * Searches a picture for a slip's mini-QR, in two preprocessings if two can read it.
 * @throws Error if the picture cannot be decoded
 */
export async function readSlip(image: Buffer): Promise<SlipReading> {
  const { width, height } = await sharp(image, { limitInputPixels: PIXELS_MAX }).metadata();
  const texts: string[] = [];
  let readings = 0;
  let others = 0;
  const until = machineClock.now() + READ_WITHIN_MS;
  for (const prepare of PREPARATIONS) {
    if (machineClock.now() > until) break;
    const prepared = prepare(sharp(image, { limitInputPixels: PIXELS_MAX }), { width, height });
    const { data, info } = await prepared
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const seen = await readQrCodes({
      width: info.width,
      height: info.height,
      data: new Uint8ClampedArray(data),
    });
    texts.push(...seen);
    if (seen.some((text) => parseMiniQr(text) !== null)) readings += 1;
    else if (seen.length > 0) others += 1;
    if (readings === READINGS_WANTED || others === READINGS_WANTED) break;
  }
  return readTexts(texts);
}

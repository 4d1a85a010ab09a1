import sharp, { type Sharp } from 'sharp';
import { parseMiniQr } from './miniQr.ts';
import { readQrCodes } from './qrCodes.ts';
import type { SlipSearch } from './slipSearchState.ts';

/**
 * A turn begins no preprocessing after this, by the time of the processor: a busy machine shortens no search. One takes up to
 * a second and a half, of noise.
 */
const TURN_MS = 1_000;
/** No more turns are taken after this. */
const SEARCH_MS = 6_000;
/** A reference counts if this many preprocessings read it; other QR codes end the search in the same way. */
const READINGS_WANTED = 2;
const ENLARGED_SIDE_MAX = 3_200;
const PIXELS_MAX = 30_000_000;

interface Size {
  width: number;
  height: number;
}

/** One way to preprocess a picture for the QR reader. */
type Preparation = (image: Sharp, size: Size) => Sharp;

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
 * Searches a picture for a slip's mini-QR for one turn, and ends when two preprocessings have read it.
 * @param search how far the turns before have come
 * @throws Error if the picture cannot be decoded
 */
export async function searchSlip(image: Buffer, search: SlipSearch): Promise<SlipSearch> {
  const input = () => sharp(image, { limitInputPixels: PIXELS_MAX });
  const { width, height } = await input().metadata();
  const before = search.spentMs;
  const worked = stopwatch();
  let { texts, readings, others, spentMs } = search;
  for (let next = search.next; ; next += 1) {
    spentMs = before + worked();
    const prepare = PREPARATIONS[next];
    const isFound = readings === READINGS_WANTED || others === READINGS_WANTED;
    const isOver = isFound || prepare === undefined || spentMs > SEARCH_MS;
    if (isOver || spentMs - before > TURN_MS) return { next, texts, readings, others, spentMs, isOver };
    const seen = await readQrCodes(prepare(input(), { width, height }));
    texts = [...texts, ...seen];
    if (seen.some((text) => parseMiniQr(text) !== null)) readings += 1;
    else if (seen.length > 0) others += 1;
  }
}

/** Milliseconds of the processor since it was made. */
function stopwatch(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
}

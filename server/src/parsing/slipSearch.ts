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
const SEARCH_MS = 15_000;
/** A reference counts if this many preprocessings read it; other QR codes end the search in the same way. */
const READINGS_WANTED = 2;
/** The reader gets no more: of a picture full of marks, its work grows with the square of the pixels. */
const READ_PIXELS_MAX = 4_000_000;

interface Size {
  width: number;
  height: number;
}

/** One way to preprocess a picture for the QR reader. */
type Preparation = (image: Sharp, size: Size) => Sharp;

/** Scales a picture by the factor, or by less where it would have too many pixels. */
const scaled =
  (wanted: number): Preparation =>
  (image, { width, height }) => {
    const factor = Math.min(wanted, Math.sqrt(READ_PIXELS_MAX / (width * height)));
    const kernel = factor > 1 ? 'cubic' : 'lanczos3';
    return factor === 1 ? image : image.resize({ width: Math.floor(width * factor), kernel });
  };
const natural = scaled(1);
const enlarged = scaled(2);
const shrunk = scaled(0.5);
const grey: Preparation = (image, size) => natural(image, size).greyscale();
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
  natural,
  (image, size) => grey(image, size).normalise(),
  (image, size) => grey(image, size).normalise({ lower: 0, upper: 70 }),
  (image, size) => grey(image, size).sharpen({ sigma: 2, m1: 2, m2: 6 }),
  crop(0, 0.5, 1, 0.5),
  enlarged,
  (image, size) => enlarged(image.greyscale(), size).normalise().sharpen({ sigma: 3, m1: 3, m2: 8 }),
  shrunk,
  (image, size) => grey(image, size).median(3).normalise(),
  (image, size) => grey(image, size).normalise().gamma(2.2),
  crop(0, 0, 1, 0.5),
  crop(0.5, 0.5, 0.5, 0.5),
];

/**
 * Searches a picture for a slip's mini-QR for one turn, and ends when two preprocessings have read it.
 * @param search how far the turns before have come
 * @throws Error if the picture cannot be decoded
 */
export async function searchSlip(image: Buffer, search: SlipSearch): Promise<SlipSearch> {
  const input = () => sharp(image);
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

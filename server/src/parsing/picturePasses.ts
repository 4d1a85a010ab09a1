export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif';

/** Progressive pictures of cameras, phones and messengers have about ten scans. */
export const PASSES_MAX = 32;
/** Pixels times passes: the largest picture that any upload takes, with the scans of usual encoders. */
export const WORK_MAX = 400_000_000;

/**
 * Refuses a picture whose decoder would go over its pixels too often. A hundred kilobytes can ask for 2,600 passes over 30
 * million pixels.
 * @throws Error that says how many
 */
export function requireFewPasses(pixels: number, passes: number): void {
  if (passes > PASSES_MAX || pixels * passes > WORK_MAX)
    throw new Error(`${passes} passes over ${pixels} pixels`);
}

/** How often a decoder goes over the pixels of a picture, from its markers alone. */
export function passesOf(format: PictureFormat, picture: Buffer): number {
  if (format === 'jpeg') return scansOf(picture);
  return format === 'png' && isInterlaced(picture) ? INTERLACE_PASSES : 1;
}

/** The last byte of the first chunk says so. */
const INTERLACE_AT = 28;
const INTERLACE_PASSES = 7;

const isInterlaced = (png: Buffer) => png[INTERLACE_AT] === 1;

const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * The scans of a JPEG, counted as its decoder meets them: what a segment carries is skipped by its length, and what stands
 * between markers is data of a scan.
 */
function scansOf(jpeg: Buffer): number {
  let scans = 0;
  for (let at = jpeg.indexOf(MARKER); at >= 0; at = jpeg.indexOf(MARKER, at)) {
    while (jpeg[at] === MARKER) at += 1;
    const marker = jpeg[at];
    if (marker === undefined || marker === END_OF_IMAGE) break;
    at += 1;
    if (marker === START_OF_SCAN) scans += 1;
    if (hasLength(marker) && at + 2 <= jpeg.length) at += Math.max(jpeg.readUInt16BE(at), 2);
  }
  return scans;
}

/** Of other markers nothing is skipped: a decoder refuses them or finds no length behind them. */
function hasLength(marker: number): boolean {
  const isRestart = marker >= 0xd0 && marker <= 0xd7;
  return marker >= 0xc0 && marker !== 0xd8 && !isRestart && (marker <= 0xef || marker === 0xfe);
}

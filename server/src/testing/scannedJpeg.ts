/** No larger ones are made: a hundred kilobytes of a large one stop a decoder for a minute. */
type SmallSide = 64 | 104 | 304;

const COEFFICIENTS = 64;
/** Codes of one bit: a difference of zero, and the end of a block. */
const ONE_CODE = [1, ...Array.from({ length: 15 }, () => 0), 0];

/**
 * A small grey progressive JPEG whose decoder goes over it so often: once for its grounds, then once for each coefficient,
 * of which all are zero. It is drawn in a moment.
 * @param scans at most 64
 * @param side pixels, a multiple of 8
 */
export function scannedJpeg(scans: number, side: SmallSide = 64): Buffer {
  const blocks = (side / 8) ** 2;
  // One bit for each block, all of them zero.
  const data = Buffer.alloc(Math.ceil(blocks / 8));
  const scan = (coefficient: number) => [segment(0xda, 1, 1, 0x00, coefficient, coefficient, 0), data];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array.from({ length: COEFFICIENTS }, () => 1)),
    segment(0xc2, 8, side >> 8, side & 0xff, side >> 8, side & 0xff, 1, 1, 0x11, 0),
    segment(0xc4, 0x00, ...ONE_CODE),
    segment(0xc4, 0x10, ...ONE_CODE),
    ...Array.from({ length: scans }, (_, nth) => scan(nth)).flat(),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A marker with what it carries. */
export function segment(marker: number, ...body: number[]): Buffer {
  const length = body.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...body]);
}

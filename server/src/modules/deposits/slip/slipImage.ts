import { pictureRedrawer, within } from '../../../files/redrawPicture.ts';

/** Pictures of more pixels are refused before they are decoded. */
export const PIXELS_MAX = 30_000_000;
/** The stored picture's longest side; a slip's QR stays far larger than its reader needs. */
const SIDE_STORED = 3_000;

const redraw = pictureRedrawer({
  formats: ['png', 'jpeg', 'webp'],
  refusal: 'SLIP_INVALID_FILE',
  pixelsMax: PIXELS_MAX,
  sideMin: 50,
  frames: 1,
  drawnWithinSeconds: 15,
  draw: (image) =>
    image
      .flatten({ background: '#ffffff' })
      .resize(within(SIDE_STORED))
      .jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
});

/** Checks the picture of a slip and re-encodes it as a JPEG. @throws AppError SLIP_INVALID_FILE */
export async function redrawSlip(read: () => Promise<Buffer>): Promise<Buffer> {
  return (await redraw(read)).bytes;
}

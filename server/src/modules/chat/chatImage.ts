import { pictureRedrawer, within } from '../../files/redrawPicture.ts';

const SIDE_STORED = 2_048;
const GIF_SIDE_STORED = 480;

export interface StoredMedia {
  content: Buffer;
  contentType: string;
  extension: string;
  width: number | null;
  height: number | null;
}

const redraw = pictureRedrawer({
  formats: ['png', 'jpeg', 'gif'],
  refusal: 'FILE_NOT_SUPPORTED',
  pixelsMax: 40_000_000,
  sideMin: 1,
  frames: 300,
  drawnWithinSeconds: 20,
  draw: (image, isMoving) =>
    isMoving
      ? image.resize(within(GIF_SIDE_STORED)).webp({ quality: 75, effort: 1 })
      : image.resize(within(SIDE_STORED)).flatten({ background: '#ffffff' }).jpeg({ quality: 86 }),
});

/**
 * Checks a chat picture and re-encodes it: a still one as JPEG, an animated one as WebP. @throws AppError
 * FILE_NOT_SUPPORTED
 */
export async function redrawImage(read: () => Promise<Buffer>): Promise<StoredMedia> {
  const { bytes, width, height, isMoving } = await redraw(read);
  const type = isMoving ? 'webp' : 'jpeg';
  return {
    content: bytes,
    contentType: `image/${type}`,
    extension: isMoving ? 'webp' : 'jpg',
    width,
    height,
  };
}

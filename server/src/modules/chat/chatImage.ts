import type { PictureRules } from '../../parsing/drawPicture.ts';
import { redrawPicture } from '../../parsing/redrawPicture.ts';
import type { TurnTaker } from '../../parsing/turns.ts';

const SIDE_STORED = 2_048;
const GIF_SIDE_STORED = 480;

export interface StoredMedia {
  content: Buffer;
  contentType: string;
  extension: string;
  width: number | null;
  height: number | null;
}

const CHAT_PICTURES: PictureRules = {
  formats: ['png', 'jpeg', 'gif'],
  refusal: 'FILE_NOT_SUPPORTED',
  pixelsMax: 40_000_000,
  sideMin: 1,
  frames: 300,
  stored: { side: SIDE_STORED, ground: '#ffffff', as: { format: 'jpeg', quality: 86 } },
  storedMoving: { side: GIF_SIDE_STORED, as: { format: 'webp', quality: 75, effort: 1 } },
};

/**
 * Checks a chat picture and re-encodes it: a still one as JPEG, an animated one as WebP. @throws AppError
 * FILE_NOT_SUPPORTED
 */
export async function redrawImage(taker: TurnTaker, read: () => Promise<Buffer>): Promise<StoredMedia> {
  const { bytes, width, height, isMoving } = await redrawPicture(CHAT_PICTURES, taker, read);
  const type = isMoving ? 'webp' : 'jpeg';
  return {
    content: bytes,
    contentType: `image/${type}`,
    extension: isMoving ? 'webp' : 'jpg',
    width,
    height,
  };
}

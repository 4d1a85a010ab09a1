import type { PictureRules } from '../../../parsing/drawPicture.ts';
import { redrawPicture } from '../../../parsing/redrawPicture.ts';
import { memberTurn } from '../../../parsing/turns.ts';

/** The stored picture's longest side; a slip's QR stays far larger than its reader needs. */
const SIDE_STORED = 3_000;

const SLIP_PICTURES: PictureRules = {
  formats: ['png', 'jpeg', 'webp'],
  refusal: 'SLIP_INVALID_FILE',
  pixelsMax: 30_000_000,
  sideMin: 50,
  frames: 1,
  stored: {
    side: SIDE_STORED,
    ground: '#ffffff',
    as: { format: 'jpeg', quality: 92, chromaSubsampling: '4:4:4' },
  },
};

/** Checks the picture of a member's slip and re-encodes it as a JPEG. @throws AppError SLIP_INVALID_FILE */
export async function redrawSlip(memberId: bigint, read: () => Promise<Buffer>): Promise<Buffer> {
  return (await redrawPicture(SLIP_PICTURES, memberTurn(memberId), read)).bytes;
}

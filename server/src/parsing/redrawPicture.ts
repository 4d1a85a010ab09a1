import type { PictureRules } from './drawPicture.ts';
import { askAboutPicture } from './pictures.ts';
import type { TurnTaker } from './turns.ts';

export interface DrawnPicture {
  bytes: Buffer;
  width: number;
  height: number;
  isMoving: boolean;
}

/** A picture that takes longer is refused. What its markers ask for is bounded before (picturePasses.ts). */
const DRAWN_WITHIN_MS = 15_000;

/**
 * Checks an uploaded picture by its bytes and draws it anew: upright, without metadata or anything hidden in the file
 * (docs/decisions/152-uploads.md).
 * @param read is called when the taker's turn begins, so that memory stays flat
 * @throws AppError with the refusal's code
 */
export function redrawPicture(
  rules: PictureRules,
  taker: TurnTaker,
  read: () => Promise<Buffer>,
): Promise<DrawnPicture> {
  return askAboutPicture(taker, async () => ({ kind: 'draw', upload: await read(), rules }), {
    withinMs: DRAWN_WITHIN_MS,
    tooMuch: rules.refusal,
  });
}

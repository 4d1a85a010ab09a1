import { askAboutPicture } from '../../../parsing/pictures.ts';
import type { SlipSearch } from '../../../parsing/slipSearch.ts';
import type { TurnTaker } from '../../../parsing/turns.ts';
import { readTexts, type SlipReading } from './slipPayload.ts';

/** Far more than one turn of a search takes (slipSearch.ts). */
const TURN_WITHIN_MS = 20_000;

/**
 * Searches a picture for a slip's mini-QR, in as many of the taker's turns as it needs.
 * @throws Error if the picture cannot be decoded
 */
export async function readSlip(image: Buffer, taker: TurnTaker): Promise<SlipReading> {
  const limit = { withinMs: TURN_WITHIN_MS, tooMuch: 'SLIP_INVALID_FILE' } as const;
  let search: SlipSearch | null = null;
  while (!search?.isOver) {
    const soFar: SlipSearch | null = search;
    search = await askAboutPicture<'slip'>(taker, async () => ({ kind: 'slip', image, soFar }), limit);
  }
  return readTexts(search.texts);
}

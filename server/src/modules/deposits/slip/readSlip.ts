import { Unanswered } from '../../../parsing/parserPool.ts';
import { askAboutPicture } from '../../../parsing/pictures.ts';
import { NEW_SEARCH, passOver } from '../../../parsing/slipSearchState.ts';
import type { TurnTaker } from '../../../parsing/turns.ts';
import { readTexts, type SlipReading } from './slipPayload.ts';

/** Three times what one turn of a search takes of the processor (slipSearch.ts), with the start of its process. */
const TURN_WITHIN_MS = 10_000;

export type AskAboutSlip = typeof askAboutPicture<'slip'>;

/**
 * Searches a picture for a slip's mini-QR, in as many of the taker's turns as it needs. What takes too long is passed over.
 * @param beginTurn is awaited when a turn begins
 * @throws what `beginTurn` throws; Unanswered: 'failed' if the picture cannot be decoded, 'ended' if a process could not say,
 * 'late' if nothing was found and a part of the search was passed over
 */
export async function readSlip(
  image: Buffer,
  taker: TurnTaker,
  beginTurn: () => Promise<void>,
  ask: AskAboutSlip = askAboutPicture,
): Promise<SlipReading> {
  let search = NEW_SEARCH;
  let late: Unanswered | undefined;
  while (!search.isOver) {
    const soFar = search;
    const question = async () => {
      await beginTurn();
      return { kind: 'slip', image, soFar } as const;
    };
    try {
      search = await ask(taker, question, { withinMs: TURN_WITHIN_MS });
    } catch (error) {
      if (!(error instanceof Unanswered) || error.why !== 'late') throw error;
      late = error;
      search = passOver(soFar, TURN_WITHIN_MS);
    }
  }
  const reading = readTexts(search.texts);
  if (reading.kind === 'nothing' && late !== undefined) throw late;
  return reading;
}

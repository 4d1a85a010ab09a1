import { type AnswerLimit, parserPool } from './parserPool.ts';
import { parserProcess } from './parserProcess.ts';
import type { PictureAnswers, PictureQuestion } from './pictureProgram.ts';
import type { TurnTaker } from './turns.ts';

type Of<Kind> = Extract<PictureQuestion, { kind: Kind }>;

/** While one is at work, another one's picture has a free process. */
const AT_ONCE = 2;
const MEMORY_MB = 128;

const pool = parserPool<PictureQuestion, unknown>({
  atOnce: AT_ONCE,
  start: () => parserProcess(new URL('./pictureProgram.ts', import.meta.url), MEMORY_MB),
});

/**
 * Has a picture from outside drawn or read in the taker's next turn, by a process that can be ended: libvips finishes what
 * it has begun, whatever becomes of the thread that asked.
 * @param question is made when the turn begins
 * @throws AppError; `tooMuch` of the limit if the process crashes or takes too long
 */
export function askAboutPicture<Kind extends PictureQuestion['kind']>(
  taker: TurnTaker,
  question: () => Promise<Of<Kind>>,
  limit: AnswerLimit,
): Promise<PictureAnswers[Kind]> {
  // The answer is of the kind of the question.
  return pool.turn(taker, async (ask) => ask(await question(), limit)) as Promise<PictureAnswers[Kind]>;
}

import { type AnswerLimit, parserPool } from './parserPool.ts';
import { parserProcess } from './parserProcess.ts';
import type { PictureAnswers, PictureQuestion } from './pictureProgram.ts';
import type { TurnTaker } from './turns.ts';

type Of<Kind> = Extract<PictureQuestion, { kind: Kind }>;

const MEMORY_MB = 128;
const pool = (atOnce: number) =>
  parserPool<PictureQuestion, unknown>({
    atOnce,
    start: () => parserProcess(new URL('./pictureProgram.ts', import.meta.url), MEMORY_MB),
  });

/** While one is at work, another one's picture has a free process. */
const uploads = pool(2);
/** A member's payment waits for no upload. */
const makers = pool(1);

/**
 * Has an upload drawn or read in the taker's next turn, by a process that can be ended: libvips finishes what it has begun,
 * whatever becomes of the thread that asked.
 * @param question is made when the turn begins
 * @throws AppError; Unanswered; `tooMuch` of the limit, if it has one, where the process crashes or takes too long
 */
export function askAboutPicture<Kind extends 'draw' | 'slip'>(
  taker: TurnTaker,
  question: () => Promise<Of<Kind>>,
  limit: AnswerLimit,
): Promise<PictureAnswers[Kind]> {
  // The answer is of the kind of the question.
  return uploads.turn(taker, async (ask) => ask(await question(), limit)) as Promise<PictureAnswers[Kind]>;
}

/**
 * Has the SVG of a payment maker read in the maker's next turn, in the same way (svgQr.ts).
 * @throws Unanswered
 */
export function readSvg(taker: TurnTaker, svg: string, withinMs: number): Promise<PictureAnswers['svg']> {
  const question = { kind: 'svg', svg } as const;
  return makers.turn(taker, (ask) => ask(question, { withinMs })) as Promise<PictureAnswers['svg']>;
}

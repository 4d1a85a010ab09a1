import { type EventEmitter, once } from 'node:events';
import type { AnyErrorCode } from '@krapao/contract/consoleErrors';
import { AppError } from '../appError.ts';
import { machineClock } from '../clock.ts';
import type { ParserAnswer } from './answerQuestions.ts';
import { Turns, type TurnTaker } from './turns.ts';

/** A running thread or process that parses. Its events are `message`, `error` and `exit`. */
export interface Parser {
  events: EventEmitter;
  /** @param transfer buffers of the question that a thread takes over */
  post(question: unknown, transfer: ArrayBuffer[]): void;
  /** Ends it for good, whatever it is doing. */
  end(): void;
}

interface Running {
  parser: Parser;
  exit: AbortSignal;
}

interface Terms {
  /** How many parse at once. */
  atOnce: number;
  start: () => Parser;
}

/** What one answer may take. */
export interface AnswerLimit {
  /** Milliseconds, counted from the question. */
  withinMs: number;
  /** The refusal of a question at which the parser ends or is late. Without it that is Unanswered. */
  tooMuch?: AnyErrorCode;
}

/** A question has no answer: the program `failed` at it, or the parser did not start or `ended`, or was `late`. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  readonly why: 'failed' | 'ended' | 'late';

  constructor(why: 'failed' | 'ended' | 'late', message?: string) {
    super(message ?? why);
    this.why = why;
  }
}

/**
 * Puts a question to a parser.
 * @throws AppError from the program; `tooMuch` if the parser crashes or takes too long, and the next question gets a new
 * one; Unanswered if the program fails without a code
 */
export type Ask<Question, Answer> = (
  question: Question,
  limit: AnswerLimit,
  transfer?: ArrayBuffer[],
) => Promise<Answer>;

/** Parses untrusted files outside of the thread that answers calls, in turns. */
export interface ParserPool<Question, Answer> {
  /** Does `work` in the taker's next turn. One turn's questions are put one after the other. */
  turn<Result>(taker: TurnTaker, work: (ask: Ask<Question, Answer>) => Promise<Result>): Promise<Result>;
}

/** Starts its parsers when they are first needed. */
export function parserPool<Question, Answer>({ atOnce, start }: Terms): ParserPool<Question, Answer> {
  const turns = new Turns(atOnce);
  const idle: Running[] = [];

  function startOne(): Running {
    const parser = start();
    const exited = new AbortController();
    const one = { parser, exit: exited.signal };
    parser.events.once('exit', () => {
      exited.abort(new Error('the parser ended'));
      const at = idle.indexOf(one);
      if (at >= 0) idle.splice(at, 1);
    });
    // Its exit tells enough; without a listener an error would end this process.
    parser.events.on('error', () => undefined);
    return one;
  }

  const ask: Ask<Question, Answer> = async (question, { withinMs, tooMuch }, transfer = []) => {
    const late = machineClock.deadline(withinMs);
    let one: Running | undefined;
    let said: ParserAnswer<Answer>;
    try {
      one = idle.pop() ?? startOne();
      const signal = AbortSignal.any([one.exit, late]);
      const answered = once(one.parser.events, 'message', { signal });
      // A parser that did not start cannot be posted to, and says so later: nobody awaits this then.
      answered.catch(() => undefined);
      one.parser.post(question, transfer);
      [said] = await answered;
    } catch (error) {
      one?.parser.end();
      const isLate = late.aborted && one?.exit.aborted !== true;
      const reason = reasonOf(one?.exit.aborted ? one.exit.reason : isLate ? late.reason : error);
      if (tooMuch !== undefined) throw new AppError(tooMuch, reason);
      throw new Unanswered(isLate ? 'late' : 'ended', reason);
    }
    idle.push(one);
    if ('answer' in said) return said.answer;
    if (said.code === undefined) throw new Unanswered('failed', said.message);
    throw new AppError(said.code as AnyErrorCode, said.message);
  };

  return { turn: (taker, work) => turns.take(taker, () => work(ask)) };
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

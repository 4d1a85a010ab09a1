import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import type { FastifyReply } from 'fastify';
import type { Transfer } from '../bank/ledger.ts';
import { type SlipFacts, slipFacts, transferOfSlip, WRONG_BY } from '../bank/slipFacts.ts';
import type { Fault, FaultMode } from '../faults/switches.ts';
import type { Fields } from '../http/fields.ts';
import { Problem } from '../http/problem.ts';
import type { World } from '../world.ts';
import { MAKER_FAULT_MODES, type SlipMakerName } from './slipMakers.ts';

/** A transfer as its maker tells it: the amount as a JSON number. */
export interface ToldSlip extends SlipFacts {
  amount: number;
}

/** A documented refusal: its HTTP status and words, and whether it carries the transfer. */
export type Refusal = readonly [status: number, message: string, withSlip?: 'withSlip'];

/** One maker's way to say no. */
export interface SlipDialect {
  name: SlipMakerName;
  refusals: Readonly<Record<string, Refusal>>;
  /** Which refusal stands for what. A maker without one for a case says something else there. */
  says: Readonly<
    Record<'badRequest' | 'notASlip' | 'notFound' | 'wrongKey' | 'outOfQuota' | 'busy', string> &
      Partial<Record<'pending' | 'repeated', string>>
  >;
  refusal(code: string, message: string, slip: ToldSlip | null): object;
}

export interface SlipQuestion {
  payload: unknown;
  isKeyRight: boolean;
  /** The checks that the caller wished. @returns the refusal's code, or null */
  check?(slip: ToldSlip, isRepeated: boolean): string | null | undefined;
}

const LOOKED_UP = 'slipLookUps';
const QUOTA = 10_000;
const FAULTS: readonly FaultMode[] = [
  'timeoutBeforeApply',
  'timeoutAfterApply',
  'pendingForever',
  'falseNotFound',
  'wrongAmount',
  'duplicate',
  ...MAKER_FAULT_MODES,
];

/** Answers a slip look-up in a maker's format, through the switch `slip:<maker>`. */
export function answerSlip(
  world: World,
  dialect: SlipDialect,
  reply: FastifyReply,
  question: SlipQuestion,
  found: (slip: ToldSlip, isRepeated: boolean) => object,
): Promise<object> {
  return world.calls.run<object>(reply, {
    target: `slip:${dialect.name}`,
    applies: false,
    special: FAULTS,
    apply: (fault) => {
      const raw = fault && rawAnswer(reply, fault);
      if (raw) return raw;
      const named = transferOfSlip(world.bank, typeof question.payload === 'string' ? question.payload : '');
      const transfer = typeof named === 'object' ? named : null;
      const slip = transfer && told(transfer, fault);
      const wasLookedUp = transfer !== null && isLookedUp(world, dialect, transfer);
      const isRepeated = wasLookedUp || fault?.mode === 'duplicate';
      const code =
        refusalByFault(dialect, question, fault) ??
        refusalByQuestion(dialect, question, named) ??
        (slip && question.check?.(slip, isRepeated));
      if (code || slip === null || transfer === null)
        return refuse(
          dialect,
          reply,
          code || dialect.says.notFound,
          fault?.mode === 'bareCode' ? null : slip,
        );
      world.store.put(LOOKED_UP, keyOf(dialect, transfer), true);
      return found(slip, isRepeated);
    },
  });
}

/** A refusal in the maker's format. Throws Problem 400 for a code that it does not have. */
export function refuse(
  dialect: SlipDialect,
  reply: FastifyReply,
  code: string,
  slip: ToldSlip | null = null,
): object {
  const refusal = dialect.refusals[code];
  if (!refusal) throw new Problem(400, 'BAD_REQUEST', `${dialect.name} has no answer ${code}.`);
  const [status, message, withSlip] = refusal;
  reply.code(status);
  return dialect.refusal(code, message, withSlip ? slip : null);
}

/** Paid calls that are left: all but those used, or none by the fault outOfQuota. */
export function quotaLeft(world: World, { name }: SlipDialect): number {
  if (world.switches.isOn(`slip:${name}`, 'outOfQuota')) return 0;
  const used = [...world.store.all(LOOKED_UP).keys()].filter((key) => key.startsWith(`${name}/`)).length;
  return QUOTA - used;
}

export const bodyOf = (body: unknown): Fields =>
  typeof body === 'object' && body !== null ? (body as Fields) : {};

function refusalByFault(
  { says }: SlipDialect,
  { isKeyRight }: SlipQuestion,
  fault: Fault | null,
): string | null | undefined {
  if (!isKeyRight) return says.wrongKey;
  switch (fault?.mode) {
    case 'wrongKey':
    case 'outOfQuota':
    case 'busy':
      return says[fault.mode];
    case 'pendingForever':
      return says.pending ?? says.notFound;
    case 'falseNotFound':
      return says.notFound;
    case 'duplicate':
      return says.repeated;
    case 'code':
    case 'bareCode':
      return fault.code;
    default:
      return null;
  }
}

function refusalByQuestion(
  { says }: SlipDialect,
  { payload }: SlipQuestion,
  named: ReturnType<typeof transferOfSlip>,
): string | null {
  if (typeof payload !== 'string' || payload === '') return says.badRequest;
  if (named === 'not_a_slip') return says.notASlip;
  return named === undefined ? says.notFound : null;
}

/** An answer in no maker's format; null if the fault asks for none. */
export function rawAnswer(reply: FastifyReply, { mode }: Fault): object | null {
  switch (mode) {
    case 'html':
      return reply.type('text/html').send('<!doctype html><title>Just a moment</title><p>Checking.</p>');
    case 'gigantic':
      return { padding: 'x'.repeat(3 * 1024 * 1024) };
    case 'redirect':
      return reply.redirect('/bank', 302);
    default:
      return null;
  }
}

function told(transfer: Transfer, fault: Fault | null): ToldSlip {
  const facts = slipFacts(transfer);
  const amount: Satang = transfer.amount + (fault?.mode === 'wrongAmount' ? WRONG_BY : 0n);
  const transRef =
    fault?.mode === 'otherSlip'
      ? facts.transRef.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
      : facts.transRef;
  return { ...facts, transRef, amount: bahtFromSatang(amount) };
}

const keyOf = ({ name }: SlipDialect, { transRef }: Transfer) => `${name}/${transRef}`;

function isLookedUp(world: World, dialect: SlipDialect, transfer: Transfer): boolean {
  return world.store.all(LOOKED_UP).has(keyOf(dialect, transfer));
}

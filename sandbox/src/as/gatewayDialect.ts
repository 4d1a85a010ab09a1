import type { FastifyReply } from 'fastify';
import { clock } from '../clock.ts';
import type { Fault, FaultMode } from '../faults/switches.ts';
import { type GatewayPayment, WRONG_BY } from '../gateway/gatewayBook.ts';
import { Problem } from '../http/problem.ts';
import type { World } from '../world.ts';
import { GATEWAY_MAKER_FAULT_MODES, type GatewayMakerName, TAKING_BACK } from './gatewayMakers.ts';
import { rawAnswer } from './slipDialect.ts';

/** One gateway's way to say no. */
export interface GatewayDialect {
  name: GatewayMakerName;
  /** Documented refusals: HTTP status and words. */
  refusals: Readonly<Record<string, readonly [status: number, message: string]>>;
  /** Which refusal stands for what. */
  says: Readonly<Record<'badRequest' | 'notFound' | 'wrongKey' | 'busy', string>>;
  refusal(code: string, message: string): object;
}

export interface GatewayCall {
  isKeyRight: boolean;
  /** Whether it makes an order. */
  applies: boolean;
}

const FAULTS: readonly FaultMode[] = [
  'timeoutBeforeApply',
  'timeoutAfterApply',
  'pendingForever',
  'falseNotFound',
  'wrongAmount',
  ...GATEWAY_MAKER_FAULT_MODES,
];

/** Answers a merchant's call in a maker's format, through the switch `gateway:<maker>`. */
export function answerCall(
  world: World,
  dialect: GatewayDialect,
  reply: FastifyReply,
  { isKeyRight, applies }: GatewayCall,
  apply: (fault: Fault | null) => object,
): Promise<object> {
  return world.calls.run<object>(reply, {
    target: `gateway:${dialect.name}`,
    applies,
    special: [...FAULTS, ...(TAKING_BACK[dialect.name] ?? [])],
    apply: (fault) => {
      const raw = fault && rawAnswer(reply, fault);
      if (raw) return raw;
      const code = refusalOf(dialect, isKeyRight, applies, fault);
      return code === null ? apply(fault) : refuseCall(dialect, reply, code);
    },
  });
}

function refusalOf(
  { says }: GatewayDialect,
  isKeyRight: boolean,
  applies: boolean,
  fault: Fault | null,
): string | null {
  if (!isKeyRight || fault?.mode === 'wrongKey') return says.wrongKey;
  if (fault?.mode === 'busy') return says.busy;
  if (fault?.mode === 'falseNotFound' && !applies) return says.notFound;
  return fault?.mode === 'code' ? fault.code : null;
}

/** A refusal in the maker's format. Throws Problem 400 for a code that it does not have. */
export function refuseCall(dialect: GatewayDialect, reply: FastifyReply, code: string): object {
  const refusal = dialect.refusals[code];
  if (!refusal) throw new Problem(400, 'BAD_REQUEST', `${dialect.name} has no answer ${code}.`);
  const [status, message] = refusal;
  reply.code(status);
  return dialect.refusal(code, message);
}

export type PaymentState = 'paid' | 'pending' | 'expired';

/** The payment as the fault lets the maker tell it. */
export function toldPayment(payment: GatewayPayment, fault: Fault | null): GatewayPayment {
  switch (fault?.mode) {
    case 'wrongAmount':
      return {
        ...payment,
        amount: payment.amount + WRONG_BY,
        paid: payment.paid && { ...payment.paid, amount: payment.paid.amount + WRONG_BY },
      };
    case 'otherOrder':
      return {
        ...payment,
        paymentId: other(payment.paymentId),
        reference: other(payment.reference),
        told: {},
      };
    default:
      return payment;
  }
}

const other = (id: string) => id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));

export function stateOf({ paid, stuck, expiresAt }: GatewayPayment): PaymentState {
  if (stuck) return 'pending';
  if (paid) return 'paid';
  return Date.parse(expiresAt) < clock.now() ? 'expired' : 'pending';
}

/** A currency as the fault lets the maker tell it. */
export const toldCurrency = ({ currency }: GatewayPayment, fault: Fault | null) =>
  fault?.mode === 'otherCurrency' ? 'USD' : currency;

/** A number of an answer; a text by the fault textNumbers. */
export const toldNumber = (value: number, fault: Fault | null) =>
  fault?.mode === 'textNumbers' ? String(value) : value;

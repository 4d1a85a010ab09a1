import { Type } from '@krapao/contract/endpoint';
import type { Promised } from '@krapao/contract/queues';
import { YEAR } from './shapes.ts';

const minutes = (description: string) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: YEAR.minutes }), Type.Null()], { description });

const toTheEnd = (what: string) => minutes(`to the end of ${what}; null: no promise`);

/** Within how many minutes members are promised an answer. Members read it while they wait. */
export const PROMISE_SETTING = {
  schema: Type.Object({
    chats: minutes('to the first answer of a person in a chat; null: no promise'),
    slips: toTheEnd('a slip'),
    incoming: toTheEnd('a transfer that reached our account'),
    latePayments: toTheEnd('a late payment of a gateway'),
    gifts: toTheEnd('a gift link'),
    transferClaims: toTheEnd('a transfer claim'),
    withdrawals: toTheEnd('a withdrawal'),
    transfers: toTheEnd('a transfer to or from a game'),
  }),
  default: {
    chats: null,
    slips: null,
    incoming: null,
    latePayments: null,
    gifts: null,
    transferClaims: null,
    withdrawals: null,
    transfers: null,
  } as Record<Promised, number | null>,
};

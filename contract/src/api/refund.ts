import { family, Type } from '../endpoint.ts';
import { Baht, Banner, Html, PageRequest, Time } from './common.ts';

const errors = ['NO_REFUND', 'REFUND_CONDITION', 'REFUND_INACTIVE', 'REFUND_MINIMUM'] as const;
const Received = Type.Object({ message: Type.Literal('REFUND_SUCCESS') });

export const refundCalls = family({
  'POST /api/refund': {
    summary: 'The received refunds (RFD-01)',
    auth: 'member',
    body: PageRequest,
    response: Type.Object({
      total: Type.Integer(),
      refunds: Type.Array(Type.Object({ refundAmount: Baht, createdAt: Time })),
    }),
  },
  'GET /api/refund/check': {
    summary: 'The available refund, and whether a bonus blocks it (RFD-01)',
    auth: 'member',
    response: Type.Object({
      result: Type.Boolean(),
      bonus: Type.Boolean(),
      info: Html,
      refundAmount: Baht,
      refundSuccess: Type.Number(),
      refundFail: Type.Number(),
    }),
  },
  'GET /api/refund/receive': {
    summary: 'Credits the refund as a bonus (RFD-02)',
    auth: 'member',
    mutates: true,
    idempotent: true,
    response: Received,
    errors,
  },
  'GET /api/refund/addWallet': {
    summary: 'Moves a refund without open condition into the wallet (RFD-02)',
    auth: 'member',
    mutates: true,
    idempotent: true,
    response: Received,
    errors,
  },
  'GET /api/refund/banners': {
    summary: 'The banners shown before the refund dialog (HOM-10)',
    auth: 'member',
    response: Type.Array(Banner),
  },
});

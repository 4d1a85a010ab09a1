import { family, Type } from '../endpoint.ts';
import { Baht, Html, Text } from './common.ts';

const Slice = Type.Object({
  code: Type.String(),
  label: Type.String(),
  bgColor: Type.String(),
  textColor: Type.String(),
});

const Coupon = Type.Object({
  code: Type.String(),
  prize: Type.Object({
    name: Type.String(),
    slice: Type.Object({ label: Type.String(), htmlDescription: Html }),
  }),
  amount: Baht,
});

export const spinwheelCalls = family({
  'GET /api/spinwheel/setup': {
    summary: 'The wheel, the coins of the member and the hash of the next server seed (SPN-01)',
    auth: 'member',
    response: Type.Object({
      activeSpinwheel: Type.Object({ name: Type.String(), slice: Type.Array(Slice) }),
      userCoin: Type.Integer(),
      serverSeedHash: Type.String(),
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/spinwheel/spin': {
    summary: 'Spins once for one coin; the server draws (SPN-02)',
    auth: 'member',
    idempotent: true,
    body: Type.Object({ clientSeed: Type.Optional(Text(64)) }),
    response: Type.Object({
      code: Type.String(),
      label: Type.String(),
      remainingCoin: Type.Integer(),
      serverSeed: Type.String(),
    }),
    errors: ['MONEY_NOT_ENOUGH', 'NO_DATA', 'IDEMPOTENCY_MISMATCH'],
  },
  'GET /api/spinwheel/coupon': {
    summary: 'Coupons that can be claimed (SPN-03)',
    auth: 'member',
    response: Type.Array(Coupon),
  },
  'POST /api/spinwheel/coupon/claim': {
    summary: 'Claims a coupon (SPN-03)',
    auth: 'member',
    idempotent: true,
    body: Type.Object({ coupon: Text(64) }),
    response: Type.Object({ code: Type.Literal('SUCCESS') }),
    errors: [
      'NO_CLAIMABLE_COUPON',
      'INVALID_PRIZE_CODE',
      'INVALID_CODE',
      'INVALID_COUPON_TYPE',
      'COUPON_EXPIRED',
      'IDEMPOTENCY_MISMATCH',
    ],
  },
  'GET /api/spinwheel/active': {
    summary: 'Whether the wheel is on (HOM-04)',
    auth: 'member',
    response: Type.Object({ isActive: Type.Boolean() }),
  },
});

import { family, Type } from '../endpoint.ts';
import { Baht, Html, Text, Time } from './common.ts';

/** A slice's chance is its weight over the sum of all weights. */
const Weight = Type.Integer({ minimum: 1 });

const Slice = Type.Object({
  code: Type.String(),
  label: Type.String(),
  bgColor: Type.String(),
  textColor: Type.String(),
  weight: Weight,
});

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$', description: '32 bytes in hexadecimal' });

const Coupon = Type.Object({
  code: Type.String(),
  prize: Type.Object({
    name: Type.String(),
    slice: Type.Object({ label: Type.String(), htmlDescription: Html }),
  }),
  amount: Baht,
  createdAt: Time,
  expiresAt: Time,
});

/** The prize of a spin: `amount` is in baht for money and coupons, in coins for coins. */
const Prize = Type.Object({
  type: Type.Union([
    Type.Literal('nothing'),
    Type.Literal('coins'),
    Type.Literal('money'),
    Type.Literal('coupon'),
  ]),
  amount: Type.Number(),
  coupon: Type.Union([Type.String(), Type.Null()], { description: 'the code to claim the coupon' }),
});

export const spinwheelCalls = family({
  'GET /api/spinwheel/setup': {
    summary:
      'The wheel with its weights, the member’s coins, and the hash that commits the server to the next spin (SPN-01)',
    auth: 'member',
    response: Type.Object({
      activeSpinwheel: Type.Object({ name: Type.String(), slice: Type.Array(Slice) }),
      userCoin: Type.Integer(),
      serverSeedHash: Hex32,
      nonce: Type.Integer({ description: "the number of the member's next spin" }),
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/spinwheel/spin': {
    summary:
      'Spins once for one coin; the server draws the prize (SPN-02). scripts/verify-spin.mjs verifies a saved answer offline',
    auth: 'member',
    idempotent: true,
    body: Type.Object({
      clientSeed: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z0-9_-]{1,64}$',
          description: "the member's part of the random seed; the server creates one when it is missing",
        }),
      ),
    }),
    response: Type.Object({
      code: Type.String(),
      label: Type.String(),
      remainingCoin: Type.Integer(),
      prize: Prize,
      serverSeed: Hex32,
      serverSeedHash: Hex32,
      clientSeed: Type.String(),
      nonce: Type.Integer(),
      slice: Type.Array(Type.Object({ code: Type.String(), weight: Weight })),
      nextServerSeedHash: Hex32,
    }),
    errors: ['MONEY_NOT_ENOUGH', 'NO_DATA', 'IDEMPOTENCY_MISMATCH'],
  },
  'GET /api/spinwheel/coupon': {
    summary: 'The coupons that can be claimed, the earliest expiry first (SPN-03)',
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
      'BONUS_REMAINING',
      'BONUS_CONDITION',
      'IDEMPOTENCY_MISMATCH',
    ],
  },
  'GET /api/spinwheel/active': {
    summary: 'Whether the wheel is on (HOM-04)',
    auth: 'member',
    response: Type.Object({ isActive: Type.Boolean() }),
  },
});

import { family, Type } from '../endpoint.ts';
import { Baht, Banner, Code, Html, Time } from './common.ts';

const UserBonus = Type.Object({
  _id: Type.String(),
  isActive: Type.Boolean(),
  received: Type.Array(Type.Object({ updatedAt: Time })),
});

export const Bonus = Type.Object({
  code: Type.String(),
  name: Type.String(),
  type: Type.Union([Type.Literal('limit'), Type.Literal('day'), Type.Literal('week')]),
  maxReceived: Type.Integer(),
  percentFail: Type.Number(),
  banners: Type.Array(Banner),
  userBonus: Type.Union([UserBonus, Type.Null()]),
});

const Progress = Type.Object({
  base: Baht,
  target: Baht,
  floor: Baht,
  now: Baht,
  cancelCost: Baht,
  turnover: Type.Optional(
    Type.Object(
      { needed: Baht, staked: Baht },
      {
        description:
          'only for a bonus that wants stakes besides its target: how much, and how much was staked since its start; beyond the specification',
      },
    ),
  ),
});

const CodeParams = Type.Object({ code: Code });

export const bonusCalls = family({
  'GET /api/bonus': {
    summary: 'The bonuses that are offered (BON-03)',
    auth: 'member',
    response: Type.Array(Bonus),
  },
  'GET /api/bonus/activate/:code': {
    summary: 'Activates a bonus (BON-04)',
    auth: 'member',
    mutates: true,
    idempotent: true,
    params: CodeParams,
    response: UserBonus,
    errors: [
      'BONUS_REMAINING',
      'BONUS_ALREADY_ACTIVE',
      'BONUS_MAX_CLAIMED',
      'BONUS_FULL',
      'BONUS_CONDITION',
      'NO_DATA',
      'IDEMPOTENCY_MISMATCH',
    ],
  },
  'GET /api/bonus/check/active': {
    summary: 'The active bonus and its progress (BON-01)',
    auth: 'member',
    openToExcluded: true,
    response: Type.Object({
      status: Type.Boolean(),
      type: Type.Union([Type.String(), Type.Null()]),
      progress: Type.Union([Progress, Type.Null()]),
    }),
  },
  'GET /api/bonus/check/minimum': {
    summary: 'The minimum deposit of a bonus (defined, unused)',
    auth: 'member',
    response: Type.Object({ minimum: Baht }),
  },
  'GET /api/bonus/clear': {
    summary: 'Cancels the active bonus (BON-01)',
    auth: 'member',
    mutates: true,
    idempotent: true,
    response: Type.Object({ message: Type.Literal('BONUS_CLEAR') }),
    errors: ['BONUS_CONDITION', 'NO_DATA', 'IDEMPOTENCY_MISMATCH'],
  },
  'GET /api/promotion/current': {
    summary: 'The promotion whose condition the member is fulfilling (defined)',
    auth: 'member',
    response: Type.Object({ code: Type.Union([Type.String(), Type.Null()]) }),
  },
  'GET /api/promotion/find/:code': {
    summary: 'Finds a promotion by its upper-cased code (BON-02)',
    auth: 'member',
    params: CodeParams,
    response: Type.Object({ code: Type.String(), percentFail: Type.Number(), description: Html }),
    errors: ['NO_PROMOTION', 'PROMOTION_RECEIVED', 'REQUEST_LIMIT'],
  },
  'GET /api/promotion/activate/:code': {
    summary: 'Activates a promotion (BON-02)',
    auth: 'member',
    mutates: true,
    idempotent: true,
    params: CodeParams,
    response: Type.Object({ message: Type.Literal('SUCCESS') }),
    errors: [
      'NO_PROMOTION',
      'PROMOTION_RECEIVED',
      'BONUS_REMAINING',
      'BONUS_ALREADY_ACTIVE',
      'BONUS_CONDITION',
      'BONUS_FULL',
      'IDEMPOTENCY_MISMATCH',
    ],
  },
});

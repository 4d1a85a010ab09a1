import { ALARM_KINDS } from '../alarms.ts';
import { Type } from '../endpoint.ts';
import { PROMISED } from '../queues.ts';
import { Baht, orNull, Time } from './common.ts';

const Id = Type.String({ pattern: '^[0-9]{1,19}$' });
const Uuid = Type.String({ format: 'uuid' });
const oneOf = (...words: string[]) => Type.Union(words.map((word) => Type.Literal(word)));
const WALLET_OR_GAME = Type.String({ description: '`WALLET`, or the code of a game' });

/** One type of event as data: it makes the check of its payload, the choice in the console and its part of docs/events.md. */
interface EventType {
  /** When it happens. */
  summary: string;
  /** What `data` holds; of members, besides `memberId`. */
  data: Record<string, Parameters<typeof Type.Union>[0][number]>;
  example: Readonly<Record<string, unknown>>;
}

const DEPOSIT = {
  statementId: Id,
  amount: Baht,
  source: Type.String({ description: 'a code of a bank or gateway, `BANK`, `TRUEMONEY`' }),
};
const DEPOSIT_EXAMPLE = { statementId: '90210', amount: 1500, source: 'KBANK' };
const WITHDRAWAL = {
  withdrawalId: Uuid,
  amount: Baht,
  bank: Type.String(),
  accountEnd: Type.String({ maxLength: 4, description: 'the last four digits' }),
};
const WITHDRAWAL_EXAMPLE = {
  withdrawalId: '6f1f2c0e-8a5b-4a55-9d0e-2f1c3b4d5e6f',
  amount: 800.5,
  bank: 'SCB',
  accountEnd: '4821',
};
const TRANSFER = {
  transferId: Uuid,
  from: WALLET_OR_GAME,
  to: WALLET_OR_GAME,
  amount: Baht,
  moved: Type.Number({ description: 'baht that have reached the destination' }),
  reason: orNull(oneOf('MONEY_NOT_ENOUGH', 'TRANSFER_FAIL')),
};
const TRANSFER_EXAMPLE = {
  transferId: '0b54f9a1-3c1d-4f6e-a9b7-7f0f2d1c9e88',
  from: 'WALLET',
  to: 'pg',
  amount: 300,
  moved: 300,
  reason: null,
};
const BONUS = {
  bonusId: Id,
  code: orNull(Type.String()),
  source: oneOf('bonus', 'promotion', 'refund', 'invite'),
  deposit: Type.Number({ description: 'baht of the deposit that it is given for' }),
  bonus: Type.Number({ description: 'baht that were given' }),
};
const BONUS_EXAMPLE = { bonusId: '77', code: 'WELCOME', source: 'bonus', deposit: 500, bonus: 250 };

const QUEUES = PROMISED.map((name) => `\`${name}\``).join(', ');
const ALARM = {
  alarmId: Type.String({ description: 'the same when it begins and when it ends' }),
  kind: oneOf(...ALARM_KINDS),
  subject: Type.String({
    description: `of a queue ${QUEUES}; of a feed or connection its id; of the ledger \`unsound\`, \`unsealed\`; of codes \`hour\`, \`day\``,
  }),
  begunAt: Time,
};
const ALARM_EXAMPLE = {
  alarmId: '318',
  kind: 'queue',
  subject: 'withdrawals',
  begunAt: '2026-11-25T09:30:12.401Z',
};

/** What is told of members: receivers that choose nothing get these, and keys read them. */
const MEMBER_EVENTS = {
  'member.registered': {
    summary: 'Somebody has registered.',
    data: {
      invitedBy: orNull(Id),
      sourceCode: orNull(Type.String({ description: 'the campaign that they came from' })),
      registeredAt: Time,
    },
    example: { invitedBy: '1042', sourceCode: 'line-oa', registeredAt: '2026-11-25T09:30:12.401Z' },
  },
  'member.changed': {
    summary: 'An account was suspended, opened, closed, frozen, unfrozen or merged.',
    data: {
      state: oneOf('active', 'suspended', 'closed'),
      isFrozen: Type.Boolean(),
      mergedInto: orNull(Id),
    },
    example: { state: 'suspended', isFrozen: false, mergedInto: null },
  },
  'member.paused': {
    summary:
      'A break or an exclusion began, or its end was changed. Nobody advertises to this member until `member.resumed`.',
    data: { pauseId: Id, until: orNull(Time) },
    example: { pauseId: '12', until: '2026-12-02T09:30:12.401Z' },
  },
  'member.resumed': {
    summary: 'A break or an exclusion has ended. Another one of the member may still hold.',
    data: { pauseId: Id, until: orNull(Time) },
    example: { pauseId: '12', until: '2026-12-02T09:30:12.401Z' },
  },
  'member.marketing': {
    summary: 'The member has agreed to advertising, or has taken it back.',
    data: { isAllowed: Type.Boolean() },
    example: { isAllowed: false },
  },
  'member.erased': {
    summary: 'The personal data of the member was erased. Erase what you keep of them.',
    data: { erasedAt: Time },
    example: { erasedAt: '2026-11-25T09:30:12.401Z' },
  },
  'deposit.pending': {
    summary: 'A deposit is known and waits for its check.',
    data: DEPOSIT,
    example: DEPOSIT_EXAMPLE,
  },
  'deposit.credited': { summary: 'A deposit is in the wallet.', data: DEPOSIT, example: DEPOSIT_EXAMPLE },
  'deposit.refused': {
    summary: 'A deposit was refused; nothing was credited.',
    data: DEPOSIT,
    example: DEPOSIT_EXAMPLE,
  },
  'slip.refused': {
    summary: 'A picture of a bank slip was refused; nothing was credited for it.',
    data: { slipId: Id, reason: orNull(Type.String({ description: 'a code, as on the statement' })) },
    example: { slipId: '311', reason: 'INVALID_SLIP' },
  },
  'withdrawal.requested': {
    summary: 'The member has asked for a withdrawal.',
    data: WITHDRAWAL,
    example: WITHDRAWAL_EXAMPLE,
  },
  'withdrawal.paid': { summary: 'A withdrawal was paid.', data: WITHDRAWAL, example: WITHDRAWAL_EXAMPLE },
  'withdrawal.rejected': {
    summary: 'A withdrawal was refused or could not be paid; its money is in the wallet again.',
    data: WITHDRAWAL,
    example: WITHDRAWAL_EXAMPLE,
  },
  'transfer.completed': {
    summary: 'A transfer between wallet and games has ended; `moved` may be less than `amount`.',
    data: TRANSFER,
    example: TRANSFER_EXAMPLE,
  },
  'transfer.failed': {
    summary: 'A transfer between wallet and games has failed; its money is where it was.',
    data: TRANSFER,
    example: { ...TRANSFER_EXAMPLE, moved: 0, reason: 'TRANSFER_FAIL' },
  },
  'wallet.adjusted': {
    summary: 'An operator has corrected a balance, or two accounts were merged. Below zero: money was taken.',
    data: { statementId: Id, amount: Baht },
    example: { statementId: '90344', amount: -20.25 },
  },
  'bonus.credited': {
    summary: 'The house has given money: a bonus, a refund, a share for an invitation, a prize.',
    data: { statementId: Id, amount: Baht, kind: oneOf('bonus', 'refund', 'invite', 'prize') },
    example: { statementId: '90350', amount: 250, kind: 'bonus' },
  },
  'bonus.started': {
    summary: 'A bonus with a condition has started; `bonus.credited` tells of its money.',
    data: BONUS,
    example: BONUS_EXAMPLE,
  },
  'bonus.ended': {
    summary: 'A bonus has ended.',
    data: {
      ...BONUS,
      result: oneOf('REACHED', 'FAILED', 'CANCELLED'),
      removed: Type.Number({ description: 'baht that were taken back' }),
    },
    example: { ...BONUS_EXAMPLE, result: 'REACHED', removed: 0 },
  },
  'session.opened': {
    summary: 'The member has logged in.',
    data: { sessionId: Uuid },
    example: { sessionId: '3d6f0a52-1f0e-4b0c-8a34-55c0a6f2b111' },
  },
  'session.closed': {
    summary: 'The member has logged out. A session that timed out is told within 8 days.',
    data: { sessionId: Uuid, lastSeenAt: Time },
    example: {
      sessionId: '3d6f0a52-1f0e-4b0c-8a34-55c0a6f2b111',
      lastSeenAt: '2026-11-25T10:02:45.118Z',
    },
  },
  'play.opened': {
    summary: 'A seamless game was opened. Single bets are no events.',
    data: { playId: Id, game: Type.String() },
    example: { playId: '5501', game: 'pgsoft' },
  },
  'play.closed': {
    summary: 'A seamless game was closed, with its sums. A bet or win that comes later tells the sums again.',
    data: {
      playId: Id,
      game: Type.String(),
      rounds: Type.Integer(),
      staked: Type.Number({ description: 'baht' }),
      won: Type.Number({ description: 'baht' }),
      openedAt: Time,
      closedAt: Time,
    },
    example: {
      playId: '5501',
      game: 'pgsoft',
      rounds: 48,
      staked: 960,
      won: 915.5,
      openedAt: '2026-11-25T09:40:00.000Z',
      closedAt: '2026-11-25T10:02:45.118Z',
    },
  },
} as const satisfies Record<string, EventType>;

/** What is told of the site itself: only receivers that choose it get it (docs/decisions/280-alarms-by-webhook.md). */
const SITE_EVENTS = {
  'alarm.began': {
    summary:
      'An alarm began: something in a queue has waited for too long, a bank feed is silent, a connection fails, or the ledger needs a check.',
    data: ALARM,
    example: ALARM_EXAMPLE,
  },
  'alarm.ended': {
    summary: 'An alarm has ended: nothing was wrong for five minutes.',
    data: { ...ALARM, endedAt: Time },
    example: { ...ALARM_EXAMPLE, endedAt: '2026-11-25T09:48:42.077Z' },
  },
} as const satisfies Record<string, EventType>;

/**
 * Every type of event that the site tells systems outside, in the order of docs/events.md. A field is added at any time;
 * none changes its meaning, and none goes (docs/decisions/270-events.md).
 */
export const EVENT_TYPES = { ...MEMBER_EVENTS, ...SITE_EVENTS };

export type MemberEventName = keyof typeof MEMBER_EVENTS;
export type EventTypeName = keyof typeof EVENT_TYPES;

/** The names of all types that tell of a member. */
export const MEMBER_EVENT_NAMES = Object.keys(MEMBER_EVENTS) as MemberEventName[];
/** The names of all types. */
export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as EventTypeName[];

/** Whether an event tells of a member, whose number is then in its `data`. */
export const isOfMember = (name: EventTypeName): boolean => name in MEMBER_EVENTS;

/** The schema of an event's `data`. */
export const eventData = (name: EventTypeName) =>
  Type.Object(
    { ...(isOfMember(name) && { memberId: Id }), ...EVENT_TYPES[name].data },
    { additionalProperties: false },
  );

/** The type of a test that an operator sends; it tells of nothing. */
export const TEST_EVENT = 'test';

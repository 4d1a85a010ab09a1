import { family, Type } from '../../endpoint.ts';
import { Baht, Done, Text, Time } from '../common.ts';
import {
  PAUSE_KINDS,
  PAUSE_SOURCES,
  PauseChoices,
  type PauseKind,
  type PauseSource,
} from '../protection/breaks.ts';
import { MemberFacts, MemberName, NumberId, Reason } from './common.ts';
import { AgeConfirmed } from './memberList.ts';
import { DoneOrWaits, Waits } from './waits.ts';

const Money = Type.Object({ available: Baht, held: Baht, inTransfer: Baht, inGames: Baht });

const Note = Type.Object({
  id: Type.String(),
  operatorName: Type.String(),
  text: Type.String(),
  createdAt: Time,
});

const ReasonCode = Type.Union([
  Type.Literal('MISSING_DEPOSIT'),
  Type.Literal('GOODWILL'),
  Type.Literal('OPERATOR_ERROR'),
  Type.Literal('PROVIDER_CORRECTION'),
  Type.Literal('FRAUD'),
  Type.Literal('OTHER'),
]);

const Adjustment = Type.Object({
  id: Type.String(),
  member: MemberName,
  amount: Baht,
  reasonCode: ReasonCode,
  reason: Type.String(),
  state: Type.Union([Type.Literal('PENDING'), Type.Literal('APPLIED'), Type.Literal('REJECTED')]),
  requestedBy: Type.Object({ id: Type.String(), name: Type.String() }),
  decidedBy: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()]),
  createdAt: Time,
});

/** A break or an exclusion of a member, and whose decision it was. */
const MemberPause = Type.Object({
  id: Type.String(),
  kind: Type.Unsafe<PauseKind>({ enum: [...PAUSE_KINDS] }),
  source: Type.Unsafe<PauseSource>({ enum: [...PAUSE_SOURCES] }),
  reference: Type.Union([Type.String(), Type.Null()], {
    description: 'of the entry in the central register',
  }),
  operatorName: Type.Union([Type.String(), Type.Null()]),
  reason: Type.Union([Type.String(), Type.Null()]),
  from: Time,
  until: Type.Union([Time, Type.Null()], { description: 'null: for ever' }),
  returnAskedAt: Type.Union([Time, Type.Null()]),
  endedAt: Type.Union([Time, Type.Null()]),
  endCause: Type.Union([
    Type.Literal('OVER'),
    Type.Literal('RETURNED'),
    Type.Literal('WRONG_ENTRY'),
    Type.Null(),
  ]),
  holds: Type.Boolean(),
  mayBeWrong: Type.Boolean({ description: 'two operators may still end it as a mistake' }),
});

const LinkReason = Type.Union([
  Type.Literal('ACCOUNT'),
  Type.Literal('DEVICE'),
  Type.Literal('NAME'),
  Type.Literal('ADDRESS'),
]);

const LinkDecision = Type.Object({
  other: Type.String({ pattern: '^[0-9]{1,18}$', description: 'the other member' }),
  reason: Reason,
});

/** Members as operators see them: identity, money and possible actions. */
export const operatorMemberCalls = family({
  'POST /api/console/members/search': {
    summary:
      'Finds members by telephone, name, id, bank account or the reference of a transaction: 20 per page, the best match first',
    auth: 'operator',
    permission: 'member.read',
    body: Type.Object({
      text: Text(80),
      skip: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 1_000, description: 'Number of matches to skip' }),
      ),
    }),
    response: Type.Object({
      count: Type.Integer({ description: 'Number of matches; at most 1,000 are counted' }),
      isMore: Type.Boolean({ description: 'True when there are more matches than were counted' }),
      members: Type.Array(
        Type.Object({
          ...MemberFacts.properties,
          because: Type.Union([
            Type.Literal('id'),
            Type.Literal('phone'),
            Type.Literal('name'),
            Type.Literal('account'),
            Type.Literal('reference'),
          ]),
        }),
      ),
    }),
  },
  'GET /api/console/members/:id': {
    summary: 'One member: money, game accounts, sessions, bonuses, invitations, notes and tags',
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    response: Type.Object({
      member: MemberFacts,
      pauses: Type.Array(MemberPause, { description: 'breaks and exclusions, the newest first' }),
      pauseChoices: PauseChoices,
      frozen: Type.Union(
        [Type.Object({ since: Time, operatorName: Type.Union([Type.String(), Type.Null()]) }), Type.Null()],
        { description: 'nothing leaves the account; without a name the member froze it' },
      ),
      payoutsStopped: Type.Union(
        [Type.Object({ since: Time, operatorName: Type.String(), reason: Type.String() }), Type.Null()],
        { description: 'withdrawals wait, and nothing else does' },
      ),
      isAgeConfirmed: AgeConfirmed,
      coin: Type.Integer(),
      invitedBy: Type.Union([MemberName, Type.Null()]),
      invitees: Type.Integer(),
      mergedInto: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()], {
        description: 'the account that it was merged into; it stays to be read',
      }),
      oldAccounts: Type.Array(Type.Object({ id: Type.String() }), {
        description: 'accounts that were merged into this one',
      }),
      money: Money,
      games: Type.Array(
        Type.Object({
          provider: Type.String(),
          title: Type.String({ description: 'of the game' }),
          username: Type.String(),
          amount: Baht,
          toldAt: Type.Union([Time, Type.Null()]),
        }),
      ),
      totals: Type.Object(
        {
          deposits: Baht,
          withdrawals: Baht,
          cost: Type.Number({
            description: 'baht of bonuses and other rewards, minus what their ends took back',
          }),
          adjustments: Type.Number({ description: 'baht added, minus baht taken' }),
          stake: Baht,
          win: Baht,
        },
        { description: 'since the registration, as the figures of reports of the same names' },
      ),
      sessions: Type.Array(
        Type.Object({
          id: Type.String(),
          device: Type.String(),
          address: Type.String(),
          createdAt: Time,
          lastSeenAt: Time,
        }),
      ),
      bonuses: Type.Array(
        Type.Object({
          id: Type.String(),
          source: Type.String(),
          name: Type.String(),
          state: Type.String(),
          deposit: Baht,
          bonus: Baht,
          createdAt: Time,
        }),
      ),
      tags: Type.Array(Type.String()),
      notes: Type.Array(Note),
      adjustments: Type.Array(Adjustment),
      chatRoomId: Type.Union([Type.String(), Type.Null()], { description: 'the member’s conversation' }),
    }),
    errors: ['NO_USER'],
  },
  'GET /api/console/members/:id/links': {
    summary:
      'The members who are the same person as this one, with the evidence, and those whom an operator has separated',
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    response: Type.Object({
      links: Type.Array(
        Type.Object({
          ...MemberName.properties,
          reasons: Type.Array(LinkReason),
          via: Type.Union([MemberName, Type.Null()], {
            description: 'the other member who shares it; absent when it is the member',
          }),
        }),
      ),
      apart: Type.Array(
        Type.Object({
          ...MemberName.properties,
          operatorName: Type.String(),
          reason: Type.String(),
          createdAt: Time,
        }),
      ),
    }),
  },
  'POST /api/console/members/:id/separate': {
    summary: 'Separates two members who are different persons despite shared data; needs two operators',
    auth: 'operator',
    permission: 'member.suspend',
    asksCodeAgain: true,
    params: NumberId,
    body: LinkDecision,
    response: DoneOrWaits,
    errors: ['NO_USER', 'ALREADY_DECIDED', 'APPROVAL_WAITING'],
    mutates: true,
  },
  'POST /api/console/members/:id/join': {
    summary: 'Undoes a separation: the shared data of the two members counts again',
    auth: 'operator',
    permission: 'member.suspend',
    params: NumberId,
    body: LinkDecision,
    response: Done,
    errors: ['NO_USER', 'ALREADY_DECIDED'],
    mutates: true,
  },
  'POST /api/console/members/:id/reveal': {
    summary:
      'A member’s telephone and account in full, for roles to which other calls tell the last digits; the audit log has the reason',
    auth: 'operator',
    permission: ['member.read', 'chat.answer'],
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: Type.Object({ phoneNumber: Type.String(), bankAccountNo: Type.String() }),
    errors: ['NO_USER'],
    mutates: true,
  },
  'POST /api/console/members/:id/notes': {
    summary: 'Adds an internal note',
    auth: 'operator',
    permission: 'member.note',
    params: NumberId,
    body: Type.Object({ text: Text(1000) }),
    response: Done,
    errors: ['NO_USER'],
    mutates: true,
  },
  'PUT /api/console/members/:id/tags': {
    summary: 'Sets the tags',
    auth: 'operator',
    permission: 'member.note',
    params: NumberId,
    body: Type.Object({ tags: Type.Array(Text(40), { maxItems: 20, uniqueItems: true }) }),
    response: Done,
    errors: ['NO_USER'],
    mutates: true,
  },
  'POST /api/console/members/:id/change': {
    summary:
      'Changes the name, the telephone number or the payout bank account; needs two operators. A new telephone number ends the sessions',
    auth: 'operator',
    permission: 'member.change',
    asksCodeAgain: true,
    params: NumberId,
    body: Type.Object({
      name: Text(60),
      phoneNumber: Text(24),
      bankCode: Type.String({ pattern: '^[A-Z0-9]{1,40}$' }),
      bankAccountNo: Text(40),
      bankAccountName: Text(120),
      reason: Reason,
    }),
    response: Type.Object({ waits: Type.Union([Waits, Type.Null()]) }),
    errors: [
      'NO_USER',
      'NO_DATA',
      'PHONE_NUMBER_REQUIRE_10_DIGIT',
      'INVALID_USER_INFO',
      'INVALID_BANK',
      'BANK_ACCOUNT_NAME_ENG',
      'EXISTING_USER',
      'EXISTING_BANK',
      'APPROVAL_WAITING',
    ],
    mutates: true,
  },
  'POST /api/console/members/:id/adjust': {
    summary:
      'Adjusts the wallet by a posting: at once up to the limit; above it after a second operator’s approval',
    auth: 'operator',
    permission: 'balance.adjust',
    asksCodeAgain: true,
    params: NumberId,
    body: Type.Object({
      amount: Type.Number({ minimum: -100_000_000, maximum: 100_000_000 }),
      reasonCode: ReasonCode,
      reason: Reason,
    }),
    response: Type.Object({ adjustment: Adjustment, waits: Type.Union([Waits, Type.Null()]) }),
    errors: ['NO_USER', 'INVALID_AMOUNT', 'MONEY_NOT_ENOUGH', 'IDEMPOTENCY_MISMATCH'],
    mutates: true,
    idempotent: true,
  },
});

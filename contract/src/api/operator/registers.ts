import { family, Type } from '../../endpoint.ts';
import type { MoneyFigure } from '../../figures.ts';
import { AMOUNT_CEILING_BAHT } from '../../limits.ts';
import { QUEUE_NAMES, type QueueName } from '../../queues.ts';
import { Baht, Code, orNull, PageRequest, Time } from '../common.ts';
import { MemberName, Moment } from './common.ts';

/** The states and ways of the rows of each register; sums are by both. */
export const REGISTERS = {
  deposits: {
    states: ['PENDING', 'SUCCESS', 'FAILED'],
    ways: ['slip', 'qr', 'gateway', 'gift', 'claim', 'incoming'],
  },
  withdrawals: {
    states: ['COLLECTING', 'HELD', 'SENT', 'UNKNOWN', 'MANUAL', 'EXPORTED', 'STUCK', 'PAID', 'REJECTED'],
    ways: ['machine', 'file', 'operator'],
  },
  transfers: {
    states: ['INTENT', 'SENT', 'UNKNOWN', 'STUCK', 'CONFIRMED', 'REJECTED'],
    ways: ['in', 'out'],
  },
  bonuses: {
    states: ['ACTIVE', 'REACHED', 'FAILED', 'CANCELLED', 'PAID'],
    ways: ['bonus', 'promotion', 'refund', 'invite', 'coupon', 'wheel'],
  },
} as const;
export type RegisterName = keyof typeof REGISTERS;
export type RegisterState = (typeof REGISTERS)[RegisterName]['states'][number];
export type RegisterWay = (typeof REGISTERS)[RegisterName]['ways'][number];
export const REGISTER_NAMES = Object.keys(REGISTERS) as RegisterName[];

/** The figures of Reports that a register's rows come to once they are booked. */
export const REGISTER_FIGURES = {
  deposits: ['deposits'],
  withdrawals: ['withdrawals'],
  transfers: [],
  bonuses: ['cost', 'bonus', 'cashback', 'invite', 'wheel', 'coupon'],
} as const satisfies Record<RegisterName, readonly MoneyFigure[]>;
export type RegisterFigure = (typeof REGISTER_FIGURES)[RegisterName][number];

/** Registers of money that goes through our own accounts. */
export const OF_OWN_ACCOUNTS: readonly RegisterName[] = ['deposits', 'withdrawals'];

const REGISTER_PAGE_MAX = 500;

/** Registers have one type, and each its own words. */
const stateIn = (name: RegisterName) =>
  Type.Unsafe<RegisterState>({ type: 'string', enum: [...REGISTERS[name].states] });
const wayIn = (name: RegisterName) =>
  Type.Unsafe<RegisterWay>({ type: 'string', enum: [...REGISTERS[name].ways] });

const Bound = Type.Number({
  minimum: 0,
  maximum: AMOUNT_CEILING_BAHT * 1_000,
  description: 'baht, included',
});

/** What every register can be narrowed by. */
const FILTER = {
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
  member: Type.Optional(
    Type.String({ minLength: 1, maxLength: 80, description: 'id, telephone number, or a part of the name' }),
  ),
  place: Type.Optional(Code),
  minimum: Type.Optional(Bound),
  maximum: Type.Optional(Bound),
  operator: Type.Optional(
    Type.String({ minLength: 1, maxLength: 60, description: 'id or user name of who decided it' }),
  ),
  reference: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'ours (T12, S7, an id), or a bank’s or gateway’s',
    }),
  ),
};

const ACCOUNT = {
  account: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,18}$',
      description: 'id of one of our accounts, which a deposit arrived in or a payout was paid from',
    }),
  ),
};

const filterOf = (name: RegisterName) => ({
  ...FILTER,
  ...(OF_OWN_ACCOUNTS.includes(name) ? ACCOUNT : ({} as typeof ACCOUNT)),
  states: Type.Optional(Type.Array(stateIn(name), { minItems: 1, maxItems: 20 })),
  ways: Type.Optional(Type.Array(wayIn(name), { minItems: 1, maxItems: 20 })),
});

/** What a register is narrowed by. */
export type RegisterFilter = Type.Static<Type.TObject<ReturnType<typeof filterOf>>>;

/** A row of a register. */
const rowOf = (name: RegisterName) =>
  Type.Object({
    id: Type.String(),
    at: Time,
    member: orNull(MemberName),
    state: stateIn(name),
    way: wayIn(name),
    place: Type.String({ description: 'the code of the bank, gateway, game or bonus; empty if unknown' }),
    amount: orNull(Baht),
    takenBack: Baht,
    account: orNull(Type.String({ description: 'bank and number of our own account that it went through' })),
    reference: orNull(Type.String({ description: 'of the bank or the gateway' })),
    operatorName: orNull(Type.String({ description: 'who decided it' })),
    row: orNull(Type.String({ description: 'the row of the member’s statement, whose story it has' })),
    item: orNull(
      Type.Object({
        queue: Type.Unsafe<QueueName>({ type: 'string', enum: [...QUEUE_NAMES] }),
        id: Type.String(),
      }),
      'where it waits or was decided; null where it never waited, or this role may not see it',
    ),
  });

const sumOf = (name: RegisterName) =>
  Type.Object({
    state: stateIn(name),
    way: wayIn(name),
    count: Type.Integer(),
    amount: Baht,
    takenBack: Type.Number({ description: 'baht that the ends of bonuses took back; 0 elsewhere' }),
  });

const read = (name: RegisterName, summary: string) =>
  ({
    summary: `${summary}; the sums are of all rows that fit, by state and way`,
    auth: 'operator',
    permission: 'report.read',
    body: Type.Object({
      page: PageRequest.properties.page,
      limit: Type.Integer({ minimum: 1, maximum: REGISTER_PAGE_MAX }),
      total: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'of a page read before: nothing is counted anew, and no sums come',
        }),
      ),
      ...filterOf(name),
    }),
    response: Type.Object({
      total: Type.Integer(),
      rows: Type.Array(rowOf(name)),
      sums: Type.Array(sumOf(name), { description: 'empty where `total` was given' }),
      figures: Type.Array(
        Type.Object({
          figure: Type.Unsafe<RegisterFigure>({
            type: 'string',
            enum: Object.values(REGISTER_FIGURES).flat(),
          }),
          amount: Type.Number({ description: 'baht; rewards minus what was taken back' }),
        }),
        {
          description:
            'what was booked in these days, as Reports and the member’s page say it: rows count on the day they began, figures on the day they were booked. Empty where `total` was given, and where the filter asks for more than whole days and one member',
        },
      ),
    }),
  }) as const;

const file = (name: RegisterName) =>
  ({
    summary: `A part of the register of ${name} as a CSV file, newest first: put the parts together until \`next\` is null. The audit log has a line for each part`,
    auth: 'operator',
    permission: 'report.read',
    body: Type.Object({
      ...filterOf(name),
      after: Type.Optional(
        Type.String({
          pattern: '^[0-9]{1,16}\\|(?:[0-9]{1,18}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$',
          description: '`next` of the part before',
        }),
      ),
    }),
    response: Type.Object({ content: Type.String(), next: orNull(Type.String()) }),
    mutates: true,
  }) as const;

/** The registers of all members' money. */
export const registerCalls = family({
  'POST /api/console/registers/deposits': read(
    'deposits',
    'Deposits of all members, newest first: credited, waiting and refused',
  ),
  'POST /api/console/registers/withdrawals': read('withdrawals', 'Withdrawals of all members, newest first'),
  'POST /api/console/registers/transfers': read(
    'transfers',
    'Money that went into games and came out, newest first: one row for each operation at a game',
  ),
  'POST /api/console/registers/bonuses': read(
    'bonuses',
    'Bonuses and other rewards that members were given, newest first',
  ),
  'POST /api/console/registers/deposits/file': file('deposits'),
  'POST /api/console/registers/withdrawals/file': file('withdrawals'),
  'POST /api/console/registers/transfers/file': file('transfers'),
  'POST /api/console/registers/bonuses/file': file('bonuses'),
});

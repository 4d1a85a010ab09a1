import { family, Type } from '../../endpoint.ts';
import { orNull, Text, Time } from '../common.ts';
import { Reason } from './common.ts';
import { Waits } from './waits.ts';

const Id = Type.String({ pattern: '^[0-9a-f-]{36}$' });
const Heard = {
  heardAt: orNull(Time),
  toldAt: orNull(Type.Unsafe<string>({ ...Time, description: 'the newest report of money' })),
  unread: Type.Integer({ description: 'texts of a bank that tell of no money, or that no pattern reads' }),
};

const Phone = Type.Object({
  id: Type.String(),
  name: Type.String(),
  holder: Type.String({
    description:
      'who carries it; all phones of one holder count as one source. Empty: not known, confirms nobody',
  }),
  isService: Type.Boolean({ description: 'a service that tells of transfers, not a phone' }),
  createdAt: Time,
  revokedAt: orNull(Time),
  ...Heard,
});

const Feed = Type.Object({
  id: Type.String(),
  name: Type.String(),
  isActive: Type.Boolean(),
  receivesAt: Type.String({ description: 'path of this site to which phones send' }),
  silentMinutes: Type.Integer(),
  silentSince: orNull(
    Type.Unsafe<string>({
      ...Time,
      description: 'switched on, and not heard since then for longer than that',
    }),
  ),
  phones: Type.Array(Phone),
  ...Heard,
});

const GUARDED = {
  auth: 'operator',
  permission: 'connection.manage',
  asksCodeAgain: true,
  mutates: true,
} as const;

/** Feeds that tell of money in our accounts, and the phones that forward notices of banks. */
export const feedCalls = family({
  'GET /api/console/feeds': {
    summary: 'All bank feeds with their phones, and when each was last heard',
    auth: 'operator',
    permission: 'connection.manage',
    response: Type.Object({ feeds: Type.Array(Feed) }),
  },
  'POST /api/console/feeds/:id/phones': {
    summary: 'Makes a key for one more phone or service. The key is shown in this answer alone',
    ...GUARDED,
    params: Type.Object({ id: Id }),
    body: Type.Object({
      name: Text(60),
      holder: Text(60),
      isService: Type.Boolean({ description: 'a service, whose limits are those of a feed’s own key' }),
      reason: Reason,
    }),
    response: Type.Object({
      id: Type.String(),
      key: Type.String({
        description: 'the bearer of this phone or service; it counts once a second operator agreed',
      }),
      waits: Type.Union([Waits, Type.Null()]),
    }),
    errors: ['NO_DATA', 'APPROVAL_WAITING'],
  },
  'POST /api/console/feeds/:id/phones/:phone/rename': {
    summary: 'Gives a phone another name; its key stays',
    auth: 'operator',
    permission: 'connection.manage',
    mutates: true,
    params: Type.Object({ id: Id, phone: Id }),
    body: Type.Object({ name: Text(60) }),
    response: Type.Object({}),
    errors: ['NO_DATA'],
  },
  'POST /api/console/feeds/:id/phones/:phone/revoke': {
    summary: 'Revokes the key of one phone at once; what it sends from now on credits nothing',
    ...GUARDED,
    params: Type.Object({ id: Id, phone: Id }),
    body: Type.Object({ reason: Reason }),
    response: Type.Object({}),
    errors: ['NO_DATA'],
  },
  'GET /api/console/feeds/:id/texts': {
    summary: 'The texts that a feed reads, and who may send them',
    auth: 'operator',
    permission: 'connection.manage',
    params: Type.Object({ id: Id }),
    response: Type.Object({
      banks: Type.Array(
        Type.Object({
          bank: Type.String(),
          currency: Type.Union([Type.Literal('THB'), Type.Literal('LAK')]),
          from: Type.Array(Type.String(), { description: 'packages of apps, and senders of SMS' }),
          texts: Type.Array(
            Type.Object({
              text: Type.String({ description: 'with places such as {amount} for what changes' }),
              isConfirmed: Type.Boolean({ description: 'false: the form of the text is assumed' }),
            }),
          ),
        }),
      ),
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/feeds/:id/try': {
    summary: 'How a feed reads a notice, and which member it would go to. Nothing is stored',
    auth: 'operator',
    permission: 'connection.manage',
    mutates: true,
    params: Type.Object({ id: Id }),
    body: Type.Object({ text: Text(2_000), from: Text(80), at: Type.Optional(Time) }),
    response: Type.Object({
      reading: Type.Union([Type.Literal('report'), Type.Literal('stranger'), Type.Literal('other')], {
        description:
          '`stranger`: its sender speaks for no bank. `other`: it tells of no money, or has an unknown form',
      }),
      nearest: orNull(
        Type.Object(
          {
            bank: Type.String(),
            form: Type.String(),
            read: Type.String({ description: 'the beginning of the text that has this form' }),
            unread: Type.String({ description: 'the rest of the text' }),
            expected: Type.String({ description: 'the rest of the form; empty if the whole text has it' }),
          },
          {
            description:
              'of a text that is no report: the known form that it follows furthest. A text that follows it to its end tells no amount, or a time that cannot be',
          },
        ),
      ),
      report: orNull(
        Type.Object({
          isConfirmed: Type.Boolean({ description: 'false: the form of the text is assumed' }),
          amount: Type.Number(),
          currency: Type.Union([Type.Literal('THB'), Type.Literal('LAK')]),
          bank: Type.String(),
          account: Type.String({ description: 'as the text shows it; empty if it shows none' }),
          depositAccount: orNull(Type.Object({ bankCode: Type.String(), accountNo: Type.String() })),
          isUnclear: Type.Boolean({ description: 'more than one account of ours may be meant' }),
          sender: Type.String(),
          namesBank: Type.Boolean({
            description:
              'false: the text names no bank of the sender, so that nobody is its owner by it until another source names the bank',
          }),
          sentAt: Time,
          hasTime: Type.Boolean({ description: 'false: the text tells no time, and counts as shown then' }),
          balance: orNull(Type.Number()),
          member: orNull(Type.Object({ id: Type.String(), name: Type.String() })),
          note: orNull(Type.String({ description: 'why no machine would credit it' })),
        }),
      ),
    }),
    errors: ['NO_DATA'],
  },
});

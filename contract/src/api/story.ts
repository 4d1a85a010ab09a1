import { Type } from '../endpoint.ts';
import { Baht, Time } from './common.ts';
import { StatementEntry } from './statementEntry.ts';

/**
 * What can have happened to a movement of money. `asked`: the member asked for it, or sent the proof. `sent`: the bank
 * or the payer sent the money. `seen`: the bank told us. `checked`: a person decided. `released`: handed to the bank to
 * be paid. `handed`: handed to the game. `left`: out of the game, in the wallet. `arrived`: in the game. `stayed`: never
 * left the game. `credited`: in the wallet. `paid`: at the member's bank. `taken`: out of the wallet by our staff.
 * `returned`: back in the wallet. `refused`: no money was moved. `sentBack`: kept out by safer play, and sent back to its
 * sender. `ended`: the bonus is over. `opened`: the game was opened. `lastRound`: the last bet or win of the session.
 */
export const STORY_STEPS = [
  'asked',
  'sent',
  'seen',
  'checked',
  'released',
  'handed',
  'left',
  'arrived',
  'stayed',
  'credited',
  'paid',
  'taken',
  'returned',
  'refused',
  'sentBack',
  'ended',
  'opened',
  'lastRound',
] as const;
export type StoryStep = (typeof STORY_STEPS)[number];

/**
 * Whom a movement waits for; `site` is our own work on a slip, `giftWallet` the maker of gift links, `saferPlay` an operator
 * because the member's limits, break or level keep the money out.
 */
export const STORY_WAITS = ['bank', 'giftWallet', 'operator', 'saferPlay', 'game', 'member', 'site'] as const;
export type StoryWait = (typeof STORY_WAITS)[number];

/** The id of a row that tells its story: a statement entry, or a slip that is not yet one. */
export const STORY_ID = '^(slip-)?[0-9]{1,18}$';

/** The story of one row of the statement: for the member and for operators. */
export const Story = Type.Object({
  entry: StatementEntry,
  reference: Type.String({ description: 'names this row in a chat, on a receipt and in a search' }),
  receiptCode: Type.Union([Type.String(), Type.Null()], {
    description:
      'proves a receipt of this row at POST /api/receipt; null for a row in progress and for a slip',
  }),
  bankReference: Type.Union([Type.String(), Type.Null()], {
    description: 'the reference of the bank or gateway, if it told one',
  }),
  steps: Type.Array(
    Type.Object({
      name: Type.Unsafe<StoryStep>({ enum: [...STORY_STEPS] }),
      at: Type.Union([Time, Type.Null()], { description: 'null for a step that is still ahead' }),
      place: Type.Optional(Type.String({ description: 'the name of the game' })),
    }),
  ),
  rounds: Type.Optional(
    Type.Array(
      Type.Object({
        at: Time,
        staked: Baht,
        won: Baht,
        isOpen: Type.Boolean({ description: 'the game has not said that the round is over' }),
      }),
      { description: 'of a session of play, the newest first, at most 200' },
    ),
  ),
  waitsFor: Type.Union([Type.Unsafe<StoryWait>({ enum: [...STORY_WAITS] }), Type.Null()]),
  place: Type.Optional(Type.String({ description: 'the name of the game that it waits for' })),
  promisedMinutes: Type.Union([Type.Integer(), Type.Null()], {
    description: 'within which it was promised to end, while an operator has it; null for no promise',
  }),
  usual: Type.Union(
    [
      Type.Object({
        half: Type.Integer({ description: 'seconds within which half of them were done' }),
        most: Type.Integer({ description: 'seconds within which nine of ten were done' }),
      }),
      Type.Null(),
    ],
    { description: 'learned from recent movements of the same kind at the same place; null for too few' },
  ),
});
export type Story = Type.Static<typeof Story>;

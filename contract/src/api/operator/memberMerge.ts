import { family, Type } from '../../endpoint.ts';
import { MERGE_BLOCKS, type MergeBlock, WAITING_DEPOSITS, type WaitingDeposit } from '../../merges.ts';
import { Baht, Time } from '../common.ts';
import { MemberFacts, NumberId, Reason } from './common.ts';
import { DoneOrWaits } from './waits.ts';

const Other = NumberId.properties.id;

/** Merging two accounts of one person; `:id` is the account that stays. */
export const memberMergeCalls = family({
  'POST /api/console/members/:id/merge/preview': {
    summary: 'What a merge would do, and what must end first; it changes nothing',
    auth: 'operator',
    permission: 'member.change',
    params: NumberId,
    body: Type.Object({ other: Other }),
    response: Type.Object({
      stays: MemberFacts,
      goes: MemberFacts,
      amount: Type.Number({ description: 'baht that move to the wallet of the account that stays' }),
      balanceAfter: Baht,
      coins: Type.Integer({ description: 'coins of the wheel that move' }),
      invitees: Type.Integer({ description: 'invited members who count for the account that stays' }),
      limits: Type.Array(
        Type.Object({
          kind: Type.String(),
          period: Type.String(),
          most: Type.Number({ description: 'baht, of time minutes' }),
        }),
        { description: 'stricter limits of the account that goes, which hold for the one that stays' },
      ),
      pauses: Type.Integer({ description: 'breaks and exclusions that hold for the account that stays too' }),
      blocks: Type.Array(Type.Unsafe<MergeBlock>({ enum: [...MERGE_BLOCKS] }), {
        description: 'what must end first',
      }),
      deposits: Type.Array(
        Type.Object({
          kind: Type.Unsafe<WaitingDeposit['kind']>({ enum: [...WAITING_DEPOSITS] }),
          id: Type.String(),
          memberId: Type.String(),
          amount: Type.Union([Baht, Type.Null()]),
          since: Time,
        }),
        { description: 'which deposits have not ended, the oldest first; at most ten' },
      ),
      isOnePerson: Type.Boolean({
        description:
          'the accounts share a device, a payout account or a name, and their names do not differ; without it no merge',
      }),
    }),
    errors: ['NO_USER', 'ALREADY_DECIDED'],
  },
  'POST /api/console/members/:id/merge': {
    summary: 'Asks a second operator to merge two accounts of one person; a merge cannot be undone',
    auth: 'operator',
    permission: 'member.change',
    asksCodeAgain: true,
    params: NumberId,
    body: Type.Object({ other: Other, reason: Reason }),
    response: DoneOrWaits,
    errors: ['NO_USER', 'ALREADY_DECIDED', 'APPROVAL_WAITING', 'MERGE_BLOCKED', 'MERGE_STRANGERS'],
    mutates: true,
  },
});

import { family, Type } from '../../endpoint.ts';
import { Baht, orNull, Time } from '../common.ts';
import { Claim, MemberName } from './common.ts';
import { Queue } from './queues.ts';

export const inboxCalls = family({
  'GET /api/console/inbox': {
    summary:
      'What waits in the queues that the operator may decide, or in one of them: overdue items first, then the oldest, at most 100',
    auth: 'operator',
    query: Type.Object({
      queue: Type.Optional(Queue),
      mine: Type.Optional(Type.Literal('1', { description: 'only what the operator has claimed' })),
    }),
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          queue: Queue,
          id: Type.String(),
          since: Time,
          isOverdue: Type.Boolean(),
          member: orNull(MemberName, 'null where nobody knows whose it is, or where it is nobody’s'),
          amount: orNull(Baht, 'in `currency`; null where it is about no money, or nobody knows how much'),
          currency: Type.String(),
          claim: Claim,
        }),
      ),
      isMore: Type.Boolean({ description: 'more than these wait' }),
    }),
    errors: ['OPERATOR_FORBIDDEN'],
  },
});

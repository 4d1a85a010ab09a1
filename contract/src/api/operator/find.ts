import { family, Type } from '../../endpoint.ts';
import { Baht, orNull, Text, Time } from '../common.ts';
import { MemberName } from './common.ts';
import { Queue } from './queues.ts';

export const findCalls = family({
  'POST /api/console/find': {
    summary:
      'Finds slips, transfers that arrived, payouts, gateway payments and operations at providers by one reference, the bank’s or ours: the newest 20 that the operator may decide',
    auth: 'operator',
    body: Type.Object({ text: Text(80) }),
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          queue: Queue,
          id: Type.String(),
          at: Time,
          state: Type.Union([Type.Literal('WAITING'), Type.Literal('OPEN'), Type.Literal('OVER')], {
            description:
              'WAITING: for an operator; OPEN: for a machine, the bank or the member, or a machine ended it',
          }),
          member: orNull(MemberName, 'null where nobody knows whose it is'),
          amount: orNull(Baht, 'in `currency`; null where nobody knows how much'),
          currency: Type.String(),
        }),
      ),
    }),
  },
});

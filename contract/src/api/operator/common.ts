import type { Static, TProperties, TSchema } from 'typebox';
import { Type } from '../../endpoint.ts';
import { Day, Text, Time } from '../common.ts';

/** The operator's reason for a decision, in their own words; recorded in the audit log. */
export const Reason = Text(300);

export const NumberId = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) });

export const UuidId = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
});

/** The bound of a filter by time. */
export const Moment = Type.Union([Day, Time], {
  description: 'a day in Bangkok, included, or a time: `from` included, `to` not',
});

/** The order of a queue; equal items come oldest first. `largest` sorts by baht, `why` by the reason for waiting. */
const QueueOrder = Type.Union([
  Type.Literal('oldest'),
  Type.Literal('newest'),
  Type.Literal('largest'),
  Type.Literal('why'),
]);
export type QueueOrder = Static<typeof QueueOrder>;

/** Which page of a queue to read: the whole queue in one order, starting at the cursor from the previous page. */
export const QueueQuery = Type.Object({
  order: Type.Optional(QueueOrder),
  after: Type.Optional(
    Type.String({
      pattern: '^-?[0-9]{1,18}\\|-?[0-9]{1,18}\\|[0-9a-f-]{36}\\|[\\s\\S]{0,61}$',
      description: '`next` of the previous page, read in the same order',
    }),
  ),
});
export type QueueQuery = Static<typeof QueueQuery>;

/** One page of a queue. */
export function queuePage<Item extends TSchema, More extends TProperties = Record<never, never>>(
  item: Item,
  more?: More,
) {
  return Type.Object({
    ...(more ?? ({} as More)),
    items: Type.Array(item),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'cursor of the next page; null on the last page',
    }),
  });
}

/** The operator who has claimed a queue item. */
export const Claim = Type.Union([
  Type.Object({ operatorName: Type.String(), isMine: Type.Boolean() }),
  Type.Null(),
]);

export const MemberName = Type.Object({
  id: Type.String(),
  name: Type.String(),
  phoneNumber: Type.String(),
});

/** The member affected by a decision about money. */
export const MemberFacts = Type.Object({
  id: Type.String(),
  name: Type.String(),
  phoneNumber: Type.String(),
  status: Type.String(),
  isFrozen: Type.Boolean(),
  bankCode: Type.String(),
  bankAccountNo: Type.String(),
  bankAccountName: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
});

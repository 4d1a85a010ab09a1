import type { CallKey } from '@krapao/contract/api/index';
import type { FastifyInstance } from 'fastify';
import type { Operator } from '../../calls/authenticateOperator.ts';
import { bind, type Handler } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import type { Actor } from '../audit.ts';
import { ONE_LOOK, recordLook } from '../recordLook.ts';
import { asSeenBy } from './privateData.ts';

/**
 * Writes that an operator has looked at a member, once for each operator, member and day in Bangkok. Who asks for nobody has
 * looked at nobody.
 */
export async function lookAtMember(db: Db, actor: Actor, memberId: bigint): Promise<void> {
  const member = await db.selectFrom('member').select('id').where('id', '=', memberId).executeTakeFirst();
  if (member === undefined) return;
  const look = { action: 'member.look', subject: `member:${memberId}`, memberId } as const;
  await recordLook(db, actor, look, ONE_LOOK.day);
}

/** Calls that read one member, named by the address. */
type MemberRead = Extract<CallKey, `${'GET' | 'POST'} /api/console/members/:id${string}`>;

interface Looking {
  operator: Operator;
  ip: string;
  params: { id: string };
}

/**
 * Binds a call that tells of one member's data or money: its answer is a look (docs/decisions/373-consents-are-acts.md), and is
 * masked for who does not see telephones and accounts.
 */
export function bindLook<const K extends MemberRead>(
  app: FastifyInstance,
  context: AppContext,
  key: K,
  handler: Handler<K>,
): void {
  bind(app, context, key, async (call) => {
    const answer = await handler(call);
    const { operator, ip, params } = call as unknown as Looking;
    await lookAtMember(context.db, { operator, ip }, BigInt(params.id));
    return asSeenBy(operator.role, answer);
  });
}

import { randomUUID } from 'node:crypto';
import type { TestServer } from './testServer.ts';

/** Rows that games depend on, written straight into the database. */
export function gameRows(
  { owner }: Pick<TestServer, 'owner'>,
  { operatorId, memberId }: { operatorId: bigint; memberId: bigint },
) {
  /** Adds a connection that is switched off. @returns its id */
  async function connection(capability = 'game'): Promise<string> {
    const id = randomUUID();
    await owner
      .insertInto('connection')
      .values({
        id,
        capability,
        driver: 'tested',
        name: `Tested ${id.slice(0, 8)}`,
        priority: 1,
        is_active: false,
        is_shadow: false,
        config: JSON.stringify({}),
        secrets: Buffer.alloc(0),
        secret_names: [],
        created_by: operatorId,
        changed_by: operatorId,
      })
      .execute();
    return id;
  }

  /** Gives the member an account with an amount in satang, as a transfer would. */
  async function hold(code: string, amount: bigint): Promise<void> {
    await owner
      .insertInto('game_account')
      .values({
        member_id: memberId,
        provider: code,
        username: `km${memberId}${code}`,
        password: Buffer.alloc(40),
        is_open: true,
        amount,
      })
      .onConflict((conflict) => conflict.columns(['member_id', 'provider']).doUpdateSet({ amount }))
      .execute();
  }

  /** A transfer from a game to `to` whose first leg waits for an operator. @returns its id */
  async function openTransfer(
    to: string,
    db: TestServer['owner'] = owner,
    connectionId: string | null = null,
    provider = 'pg',
  ): Promise<string> {
    const { id } = await db
      .insertInto('transfer')
      .values({ member_id: memberId, kind: 'move', from_code: provider, to_code: to, amount: 5_00n })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('transfer_leg')
      .values({
        transfer_id: id,
        member_id: memberId,
        provider,
        username: `km${memberId}${provider}`,
        direction: 'out',
        amount: 5_00n,
        amount_before: 5_00n,
        state: 'STUCK',
        due_at: null,
        connection_id: connectionId,
      })
      .execute();
    return id;
  }

  return { connection, hold, openTransfer };
}

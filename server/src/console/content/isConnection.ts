import type { Capability } from '@krapao/contract/connections';
import type { Db, Trx } from '../../database/connect.ts';

/** Whether the operators have a connection with this id and capability, switched on or off. */
export async function isConnection(db: Db | Trx, id: string, capability: Capability): Promise<boolean> {
  const found = await db
    .selectFrom('connection')
    .select('id')
    .where('id', '=', id)
    .where('capability', '=', capability)
    .executeTakeFirst();
  return found !== undefined;
}

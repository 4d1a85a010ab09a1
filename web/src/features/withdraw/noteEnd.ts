import { client } from '../../lib/api.ts';
import { saysRow } from '../../lib/saidMoney.ts';

/**
 * Notes that the form says how the newest withdrawal ended: its notification does not say it again. One that is still on its way
 * ends later, and its notification says so.
 */
export async function noteEnd(): Promise<void> {
  const body = { page: 1, limit: 1, kinds: ['withdraw' as const] };
  const { statements } = await client('POST /api/statement', { body });
  for (const { _id, statementType, status } of statements)
    if (statementType === 'withdraw' && status !== 'PENDING') saysRow(_id);
}

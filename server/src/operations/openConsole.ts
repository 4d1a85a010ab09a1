import type { AuditAction } from '@krapao/contract/auditActions';
import type { Db } from '../database/connect.ts';
import { readSetting, writeSetting } from '../settings/settings.ts';
import { StartupError } from '../startupError.ts';

const ACTION: AuditAction = 'console.openToAll';

/**
 * Empties the list of networks of the console, with a line in the audit log of the operator who says to be at the
 * machine. The address of the line is `machine`: nobody proved a name there.
 * @throws StartupError without an active administrator of this name, or a reason
 */
export async function openConsole(
  db: Db,
  { username, reason }: { username: string | undefined; reason: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const operator = await trx
      .selectFrom('operator')
      .where('username', '=', username ?? '')
      .where('role', '=', 'administrator')
      .where('is_active', '=', true)
      .select('id')
      .executeTakeFirst();
    if (operator === undefined || reason.trim() === '')
      throw new StartupError(
        'Name an active administrator and the reason: npm run open-console -- admin "moved"',
      );
    const before = await readSetting(trx, 'consoleAccess');
    await writeSetting(trx, 'consoleAccess', { allowedNetworks: [] }, `operator:${operator.id}`);
    await trx
      .insertInto('audit_entry')
      .values({
        operator_id: operator.id,
        action: ACTION,
        subject: 'setting:consoleAccess',
        before: JSON.stringify(before),
        after: JSON.stringify({ allowedNetworks: [] }),
        reason: reason.trim().slice(0, 300),
        address: 'machine',
      })
      .execute();
  });
}

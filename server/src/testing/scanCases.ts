import { sql } from 'kysely';
import { until } from './moneyWorld.ts';
import type { TestServer } from './testServer.ts';

/** Makes the running job ask the rules about everything that has happened until now. */
export async function scanCases({ owner, wakeJob }: Pick<TestServer, 'owner' | 'wakeJob'>): Promise<void> {
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(owner);
  await until(async () => {
    await sql`update case_scan set due_at = now() where due_at > now() + interval '20 seconds'`.execute(
      owner,
    );
    wakeJob('scan-members');
    const scan = await sql<{ isDone: boolean }>`
      select xid_to > ${rows[0]?.now}::xid8 as "isDone" from case_scan`.execute(owner);
    return scan.rows[0]?.isDone;
  });
}

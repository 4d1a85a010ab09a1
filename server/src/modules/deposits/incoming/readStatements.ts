import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Db } from '../../../database/connect.ts';
import { leaseEnd } from '../../../jobs/leaseOf.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import { depositRules } from '../depositRules.ts';
import { importStatement } from './importStatement.ts';

/** The job's name, to wake it by. */
export const READ_STATEMENTS = 'read-statements';

/** Banks may enter a transfer a little after its time. */
const OVERLAP = sql`interval '15 minutes'`;
/** The accounts read in one run of the job; the others wait for the next run. */
const ACCOUNTS_AT_ONCE = 8;
const FIRST_READING = sql`interval '24 hours'`;
/** Without an adapter operators import statements; check again in an hour. */
const MANUAL_SECONDS = 3_600;

type Reading = DepositAccount & { since: Date; asked_at: Date };

/** Reads the due statements, which recovers lost notices. @returns how many accounts */
export async function readStatements(context: AppContext): Promise<number> {
  let count = 0;
  for (; count < ACCOUNTS_AT_ONCE; count += 1) {
    const reading = await claimReading(context);
    if (reading === undefined) break;
    try {
      await readOne(context, reading);
    } catch (error) {
      // It is read again when its lease ends; the others need not wait for that.
      context.log.error({ err: error, bankCode: reading.bank_code }, 'statement not imported');
    }
  }
  return count;
}

async function readOne({ db, providers, settings, log }: AppContext, reading: Reading): Promise<void> {
  const {
    bank_code: bankCode,
    account_no: accountNo,
    laoqr_iin: iin,
    laoqr_receiver_id: receiverId,
  } = reading;
  const laoQr = iin !== null && receiverId !== null ? { iin, receiverId } : null;
  const account = { bankCode, accountNo, promptPayId: reading.promptpay_id, laoQr };
  const result = await providers.statements.read(account, reading.since);
  if (result.status === 'read') {
    const done = await importStatement(db, reading, result.lines, depositRules(settings));
    if (done.credited > 0 || done.differing > 0)
      log.warn({ bankCode, accountNo, ...done }, 'a statement told what no notice had');
  }
  await planNext(db, reading, {
    isRead: result.status === 'read',
    seconds: result.status === 'manual' ? MANUAL_SECONDS : settings.get('bankStatement').everySeconds,
  });
}

/** One at a time, so that the lease covers a single call. */
async function claimReading({ db, config }: AppContext): Promise<Reading | undefined> {
  await sql`
    insert into statement_reading (deposit_account_id, read_to)
    select id, now() - ${FIRST_READING} from deposit_account where bank_type in ('BANK', 'WALLET')
    on conflict do nothing`.execute(db);
  const { rows } = await sql<Reading>`
    with claimed as (
      update statement_reading set due_at = ${leaseEnd(config.leaseSeconds)}
      where deposit_account_id = (
        select deposit_account_id from statement_reading where due_at <= now() order by due_at limit 1
        for update skip locked)
      returning deposit_account_id, read_to)
    select a.*, c.read_to - ${OVERLAP} as since, clock_timestamp() as asked_at
    from claimed c join deposit_account a on a.id = c.deposit_account_id`.execute(db);
  return rows[0];
}

async function planNext(
  db: Db,
  { id, asked_at }: Reading,
  { isRead, seconds }: { isRead: boolean; seconds: number },
): Promise<void> {
  await db
    .updateTable('statement_reading')
    .set({
      due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
      ...(isRead && { read_to: asked_at }),
    })
    .where('deposit_account_id', '=', id)
    .execute();
}

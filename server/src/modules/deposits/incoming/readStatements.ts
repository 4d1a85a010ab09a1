import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import { claimDue, type LeasedWork, rowIsDue, workOnEach } from '../../../jobs/leasedWork.ts';
import { giveBack } from '../../../jobs/retry.ts';
import { depositRules } from '../depositRules.ts';
import { importStatement } from './importStatement.ts';

/** The job's name, to wake it by. */
export const READ_STATEMENTS = 'read-statements';

/** Banks may enter a transfer a little after its time. */
const OVERLAP = sql`interval '15 minutes'`;
/** The accounts read in one run of the job; the others wait for the next run. */
const ACCOUNTS_AT_ONCE = 8;
const IS_READ = sql<boolean>`bank_type in ('BANK', 'WALLET')`;
const FIRST_READING = sql`interval '24 hours'`;
/** Without an adapter operators import statements; check again in an hour. */
const MANUAL_SECONDS = 3_600;

/** Accounts whose statements are read, as rows that nodes work on. */
const READINGS: LeasedWork<'statement_reading'> = {
  job: READ_STATEMENTS,
  table: 'statement_reading',
  key: ['deposit_account_id'],
};

/** Of an account that is read for the first time no row is there yet. */
export const STATEMENTS_ARE_DUE = sql<boolean>`(${rowIsDue(READINGS)} or exists (
  select from deposit_account a where ${IS_READ} and not exists (
    select from statement_reading r where r.deposit_account_id = a.id)))`;

interface Reading {
  deposit_account_id: bigint;
  claim: number;
  since: Date;
  asked_at: Date;
}

/** Reads the due statements, which recovers lost notices. @returns how many accounts */
export async function readStatements(context: AppContext): Promise<number> {
  let count = 0;
  for (; count < ACCOUNTS_AT_ONCE; count += 1) {
    const due = await claimReading(context);
    if (due.length === 0) break;
    await workOnEach(context, READINGS, due, (reading) => readOne(context, reading));
  }
  return count;
}

async function readOne(context: AppContext, reading: Reading): Promise<void> {
  const { db, providers, settings, log } = context;
  const account = await db
    .selectFrom('deposit_account')
    .selectAll()
    .where('id', '=', reading.deposit_account_id)
    .executeTakeFirstOrThrow();
  const { bank_code: bankCode, account_no: accountNo, promptpay_id: promptPayId } = account;
  const { laoqr_iin: iin, laoqr_receiver_id: receiverId } = account;
  const laoQr = iin !== null && receiverId !== null ? { iin, receiverId } : null;
  const result = await providers.statements.read({ bankCode, accountNo, promptPayId, laoQr }, reading.since);
  if (result.status === 'read') {
    const done = await importStatement(db, account, result.lines, depositRules(settings));
    if (done.credited > 0 || done.differing > 0)
      log.warn({ bankCode, accountNo, ...done }, 'a statement told what no notice had');
  }
  await giveBack(context, READINGS, reading, {
    ...(result.status === 'read' ? { end: 'done', set: { read_to: reading.asked_at } } : { end: 'retried' }),
    seconds: result.status === 'manual' ? MANUAL_SECONDS : settings.get('bankStatement').everySeconds,
  });
}

/** One at a time, so that the lease is that of one call. */
async function claimReading(context: AppContext): Promise<Reading[]> {
  await sql`
    insert into statement_reading (deposit_account_id, read_to)
    select id, site.now() - ${FIRST_READING} from deposit_account where ${IS_READ}
    on conflict do nothing`.execute(context.db);
  return claimDue(context, READINGS, {
    limit: 1,
    returning: {
      since: sql<Date>`due.read_to - ${OVERLAP}`,
      asked_at: sql<Date>`site.clock_timestamp()`,
    },
  });
}

import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '../../../database/connect.ts';
import type { BankReport } from '../../../providers/bankReport.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import type { DepositRules } from '../depositRules.ts';
import { contradictsBalance } from './doubt.ts';
import { type FeedTeller, isDoubtfulAlone } from './feedDoubt.ts';
import type { IncomingTransfer, SeenTransfer } from './incomingTransfer.ts';
import { creditMatch, isForPerson, waitForClaims } from './receiveTransfer.ts';
import { lockReferences } from './recordTransfer.ts';
import { lockReports } from './twinReport.ts';

export type FeedReport = Selectable<Database['feed_report']>;

/** Books the balance that a report tells of our account, if it tells one. */
export async function bookBalance(
  trx: Trx,
  { id }: DepositAccount,
  { balanceAfter }: Pick<BankReport, 'balanceAfter'>,
  { transferred_at }: Pick<IncomingTransfer, 'transferred_at'>,
): Promise<void> {
  if (balanceAfter === null) return;
  await trx
    .insertInto('account_balance')
    // The balance contains this transfer, which the book has at its own time.
    .values({ deposit_account_id: id, balance: balanceAfter, at: transferred_at, source: 'BANK' })
    .execute();
}

/** Whether a report that contradicted its own balance comes again without the contradiction. */
export const correctsBalance = (known: FeedReport, report: BankReport): boolean =>
  contradictsBalance({ amount: known.amount, balanceAfter: known.balance_after }) &&
  !contradictsBalance(report);

/**
 * Takes a report's balance for the one that contradicted it, which was read wrongly: what waited because of that is matched
 * again. @returns KNOWN where its teller's word stays doubted for another reason
 */
export async function takeCorrected(
  trx: Trx,
  by: FeedTeller,
  told: { report: BankReport; seen: SeenTransfer; known: FeedReport; account: DepositAccount | undefined },
  rules: DepositRules,
): Promise<'TAKEN' | 'KNOWN'> {
  const { report, seen, known, account } = told;
  if (account === undefined || (await isDoubtfulAlone(trx, by, report, { seen, account }))) return 'KNOWN';
  // As whoever takes a report: first the locks of claims, reference and amount, then the transfer.
  await waitForClaims(trx, seen.amount);
  await lockReferences(trx, [seen.transRef]);
  await lockReports(trx, account, seen.amount);
  const transfer = await trx
    .updateTable('incoming_transfer')
    .set({ doubted_tellers: sql`array_remove(doubted_tellers, ${by.teller})` })
    .where('id', '=', known.incoming_transfer_id)
    .where('deposit_account_id', '=', account.id)
    .where('repeats', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (transfer === undefined) return 'KNOWN';
  await trx
    .updateTable('feed_report')
    .set({ balance_after: report.balanceAfter })
    .where('id', '=', known.id)
    .execute();
  await bookBalance(trx, account, report, transfer);
  if (transfer.status === 'QUEUED' && !isForPerson(transfer))
    await creditMatch(trx, transfer, account, rules);
  return 'TAKEN';
}

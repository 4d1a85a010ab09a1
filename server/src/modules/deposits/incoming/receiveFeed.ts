import { createHash } from 'node:crypto';
import { BANK_FACTS } from '@krapao/contract/banks';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import type { BankReport, FeedNews, MaskedReceiver } from '../../../providers/bankReport.ts';
import type { DeliveryHandler, DeliveryOutcome } from '../../deliveries/deliveryHandler.ts';
import { accountOfReceiver, type DepositAccount, ownAccounts } from '../depositAccounts.ts';
import { type DepositRules, depositRules } from '../depositRules.ts';
import { contradictsBalance, doubtOf } from './doubt.ts';
import { type FeedTeller, feedDoubtOf, HEARD_LATELY_SECONDS } from './feedDoubt.ts';
import { queueTransfer, type SeenTransfer } from './incomingTransfer.ts';
import { compareNumber } from './maskedParty.ts';
import { isForPerson, takeReport } from './receiveTransfer.ts';
import { bookBalance, correctsBalance, type FeedReport, takeCorrected } from './toldBalance.ts';
import { unreferenced } from './unreferenced.ts';

const NOBODY = { displayName: '', account: null, proxy: null };

/** Takes what a feed of a bank tells: stores each observation once, and credits what exactly one member can own. */
export const receiveFeed: DeliveryHandler<'bankFeed'> = async (context, connection, told) => {
  // A feed only proves what it tells; there is nobody to ask.
  if (told.status === 'hint') return 'FOREIGN';
  const { db, settings } = context;
  const { phoneId, reports, unread, skipped } = told.notice;
  const rules = depositRules(settings);
  const ends: DeliveryOutcome[] = [];
  for (const report of reports)
    ends.push(
      await db
        .transaction()
        .execute((trx) => takeFeedReport(trx, { connectionId: connection.id, phoneId }, report, rules)),
    );
  await noteHeard(db, connection.id, told.notice, ends.includes('TAKEN'));
  if (reports.length === 0) return skipped > 0 ? 'KNOWN' : 'NOTHING';
  if (unread > 0) return 'PARTLY';
  if (ends.includes('TAKEN')) return 'TAKEN';
  return ends.every((end) => end === 'FOREIGN') && ends.length > 0 ? 'FOREIGN' : 'KNOWN';
};

export interface FeedSource {
  connectionId: string;
  /** Null for the feed's own key. */
  phoneId: string | null;
}

/**
 * Takes one report of a feed. @returns FOREIGN for money that went to no account of ours, and for a phone whose key was
 * revoked; KNOWN for a repeated report
 */
export async function takeFeedReport(
  trx: Trx,
  { connectionId, phoneId }: FeedSource,
  report: BankReport,
  rules: DepositRules,
): Promise<Extract<DeliveryOutcome, 'TAKEN' | 'KNOWN' | 'FOREIGN'>> {
  if (phoneId !== null && !(await mayTell(trx, phoneId))) return 'FOREIGN';
  const receiver = receivingAccount(await ownAccounts(trx), report.receiver);
  if (receiver === 'none') return 'FOREIGN';
  const account = receiver === 'unclear' ? undefined : receiver;
  const teller = `FEED:${connectionId}:${phoneId ?? 'key'}:${report.channel}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.teller:${teller}`}, 0))`.execute(trx);
  const by = { connectionId, phoneId, teller };
  const seen = seenOf(report, teller);
  const known = await knownReport(trx, teller, report.sourceKey);
  if (known !== undefined) {
    if (!saysSame(known, report, account)) return takeChanged(trx, by, { report, account, known }, rules);
    return correctsBalance(known, report)
      ? takeCorrected(trx, by, { report, seen, account, known }, rules)
      : 'KNOWN';
  }
  const doubt = await feedDoubtOf(trx, by, report, { seen, textHash: hashOf(report), account });
  const transfer = await takeReport(trx, { ...seen, ...doubt }, account, rules);
  await storeReport(trx, by, { report, seen, account, transferId: transfer.id });
  if (contradictsBalance(report)) {
    // Why it waits stands in the report, which names its transfer.
    const why = transfer.status === 'QUEUED' && !isForPerson(transfer) ? await doubtOf(trx, transfer) : null;
    if (why !== null) await queueTransfer(trx, transfer, why);
    return 'TAKEN';
  }
  if (account !== undefined) await bookBalance(trx, account, report, transfer);
  return 'TAKEN';
}

const hashOf = ({ text }: BankReport): Buffer => createHash('sha256').update(text).digest();

const knownReport = (trx: Trx, teller: string, sourceKey: string): Promise<FeedReport | undefined> =>
  trx
    .selectFrom('feed_report')
    .selectAll()
    .where('teller', '=', teller)
    .where('source_key', '=', sourceKey)
    .executeTakeFirst();

const saysSame = (known: FeedReport, report: BankReport, account: DepositAccount | undefined): boolean =>
  known.amount === report.amount &&
  known.currency === report.currency &&
  // One of them may not have told which of several accounts it was.
  [null, account?.id ?? known.deposit_account_id].includes(known.deposit_account_id);

/**
 * A known event that now tells another amount, or another account of ours: which one came is for a person, who sees both.
 * What was credited stays. @returns KNOWN where this was told before too
 */
async function takeChanged(
  trx: Trx,
  by: FeedTeller,
  { report, account, known }: { report: BankReport; account: DepositAccount | undefined; known: FeedReport },
  rules: DepositRules,
): Promise<'TAKEN' | 'KNOWN'> {
  const words = [report.sourceKey, report.amount, report.currency, account?.id ?? null].map(String);
  const changed = { ...report, transRef: null, sourceKey: unreferenced(...words) };
  if ((await knownReport(trx, by.teller, changed.sourceKey)) !== undefined) return 'KNOWN';
  const seen = {
    ...seenOf(changed, by.teller),
    isDoubtful: true,
    repeats: known.incoming_transfer_id,
    contradicts: true,
  };
  const transfer = await takeReport(trx, seen, account, rules);
  await storeReport(trx, by, { report: changed, seen, account, transferId: transfer.id });
  // Last: whoever takes a report holds the locks of its reference and amount before it waits for a transfer.
  const first = await trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('id', '=', known.incoming_transfer_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (first.status === 'QUEUED') await queueTransfer(trx, first, 'AMOUNT_DIFFERS');
  return 'TAKEN';
}

async function storeReport(
  trx: Trx,
  { connectionId, phoneId, teller }: FeedTeller,
  told: { report: BankReport; seen: SeenTransfer; account: DepositAccount | undefined; transferId: bigint },
): Promise<void> {
  const { report, seen, account, transferId } = told;
  await trx
    .insertInto('feed_report')
    .values({
      teller,
      source_key: report.sourceKey,
      connection_id: connectionId,
      phone_id: phoneId,
      text_hash: hashOf(report),
      posted_at: report.postedAt,
      deposit_account_id: account?.id ?? null,
      amount: report.amount,
      currency: report.currency,
      transferred_at: report.transferredAt,
      early_seconds: report.slack.early,
      late_seconds: report.slack.late,
      sender: JSON.stringify({ ...seen.sender, bankCode: seen.sendingBankCode }),
      balance_after: report.balanceAfter,
      incoming_transfer_id: transferId,
    })
    .execute();
}

/** The report as one that is fused with others. */
export function seenOf(report: BankReport, teller: string): SeenTransfer {
  const { sendingBankCode, receiver, reference } = report;
  return {
    transRef: report.transRef ?? unreferenced(teller, report.sourceKey),
    sendingBank: sendingBankCode === null ? undefined : BANK_FACTS[sendingBankCode]?.number,
    sendingBankCode: sendingBankCode ?? undefined,
    amount: report.amount,
    currency: report.currency,
    receiver: { ...receiver, ...(reference !== null && { reference }) },
    sender: report.sender ?? NOBODY,
    transferredAt: report.transferredAt,
    slack: report.slack,
    source: 'FEED',
    teller,
  };
}

/** Our account that the report names; `unclear` if it could be several, `none` if it is certainly not ours. */
export function receivingAccount(
  accounts: readonly DepositAccount[],
  receiver: BankReport['receiver'],
): DepositAccount | 'unclear' | 'none' {
  if (receiver.type !== 'masked') return accountOfReceiver(accounts, receiver) ?? 'none';
  const possible = accounts.filter((account) => canBe(account, receiver));
  const [only, second] = possible;
  if (only === undefined) return 'none';
  return second === undefined ? only : 'unclear';
}

const canBe = ({ bank_code, account_no }: DepositAccount, { bankCode, account }: MaskedReceiver): boolean =>
  bank_code === bankCode && (account === null || compareNumber(account, account_no) !== 'no_match');

/** Whether the phone's key still counts; it cannot be revoked until the transaction ends. */
async function mayTell(trx: Trx, phoneId: string): Promise<boolean> {
  const phone = await trx
    .selectFrom('feed_phone')
    .select('id')
    .where('id', '=', phoneId)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return phone !== undefined;
}

/** Stores that the feed, or one phone of it, was heard just now. */
async function noteHeard(
  db: Db,
  connectionId: string,
  { phoneId, unread }: FeedNews,
  isNews: boolean,
): Promise<void> {
  const now = sql<Date>`site.clock_timestamp()`;
  await db
    .insertInto('feed_heard')
    .values({
      connection_id: connectionId,
      phone_id: phoneId,
      heard_at: now,
      told_at: isNews ? now : null,
      unread_at: unread > 0 ? now : null,
      unread_count: unread,
    })
    .onConflict((conflict) =>
      conflict.columns(['connection_id', 'phone_id']).doUpdateSet({
        heard_at: now,
        back_at: sql`case when feed_heard.heard_at < ${now} - make_interval(secs => ${HEARD_LATELY_SECONDS})
          then ${now} else feed_heard.back_at end`,
        told_at: sql`coalesce(excluded.told_at, feed_heard.told_at)`,
        unread_at: sql`coalesce(excluded.unread_at, feed_heard.unread_at)`,
        unread_count: sql`feed_heard.unread_count + excluded.unread_count`,
      }),
    )
    .execute();
}

import { bangkokDay } from '@krapao/contract/bangkokTime';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { renewedLease } from '../../jobs/leasedWork.ts';
import { underFence } from '../../jobs/underFence.ts';
import { isSentUnder } from '../../providers/connections/sentUnder.ts';
import { refreshPlay } from '../play/playFigures.ts';
import { markChecked } from './beingChecked.ts';
import { WITHDRAWALS } from './claimWithdrawal.ts';
import { areHeldBack } from './heldBack.ts';
import { isFirstPayout, missingPlay } from './payoutFacts.ts';
import { stoppedBy, type ToldName } from './payoutRules.ts';
import { leaveToOperator } from './settlePayout.ts';
import { lockPayouts } from './unknownPayouts.ts';
import { OTHER_SETTINGS, type WithdrawalRow } from './withdrawalRow.ts';

/**
 * Decides at payout time whether a claimed withdrawal is paid automatically, and stores which rules stopped it
 * (docs/decisions/142-payouts.md). One to be paid becomes SENT before the bank is called. One that may have been sent
 * before is sent again, whatever the other rules say now: the bank pays an id once. It is a person's where its
 * connection has other settings or keys, which may be another account, and where the member is held back.
 * @returns the withdrawal to send, and until when; undefined if a person pays it, or another node has claimed it meanwhile
 */
export async function releasePayout(
  context: AppContext,
  claimed: WithdrawalRow,
): Promise<{ row: WithdrawalRow; until: number } | undefined> {
  const told = claimed.sends > 0 ? NOT_ASKED : await askOutside(context, claimed);
  const connection = await context.providers.payoutConnection();
  const until = endOfLease(context);
  const end = await underFence(context, WITHDRAWALS, claimed, async (trx, lock) => {
    // Two payouts at once must not both fit into what is left of a sum.
    await lockPayouts(trx);
    const row = await lock();
    const update = trx.updateTable('withdrawal').where('id', '=', row.id).returningAll();
    const sending = {
      ...renewedLease(context),
      state: 'SENT',
      sends: row.sends + 1,
    };
    if (row.sends > 0) {
      if (await wasSentUnderOthers(trx, row)) return leaveToOperator(trx, row, 'STUCK', OTHER_SETTINGS);
      if (await areHeldBack(trx, [row.member_id])) return leaveToOperator(trx, row, 'STUCK');
      return update.set(sending).executeTakeFirstOrThrow();
    }
    const from = row.from_bank_code === null ? await payingAccount(trx, row) : {};
    const { settings } = context;
    // Another node may have switched it off, or lowered a limit, and this one has not heard of it.
    const { isAutomatic } = await settings.readNow(trx, 'withdraw');
    if (!isAutomatic || from === undefined) {
      await update.set({ state: 'MANUAL', due_at: null, released_at: null }).execute();
      return 'gave_up';
    }
    const rules = {
      payout: await settings.readNow(trx, 'payout'),
      links: await settings.readNow(trx, 'links'),
    };
    const stops = await stoppedBy(trx, row, rules, told);
    if (stops.length === 0)
      return update
        .set({
          ...sending,
          ...from,
          stopped_by: [],
          released_at: sql<Date>`site.now()`,
          payout_connection_id: connection?.id ?? null,
          payout_settings_version: connection?.settingsVersion ?? null,
        })
        .executeTakeFirstOrThrow();
    await update.set({ state: 'MANUAL', due_at: null, released_at: null, stopped_by: stops }).execute();
    await markChecked(trx, row.id);
    return 'gave_up';
  });
  return typeof end === 'string' ? undefined : { row: end, until };
}

/** Time to book an answer. */
const BOOKING_MS = 500;

/** When a lease ends, less the time to book, that begins after this: a later order could meet that of another node. */
export const endOfLease = ({ config }: Pick<AppContext, 'config'>): number =>
  clock.now() + config.leaseSeconds * 1_000 - BOOKING_MS;

const NOT_ASKED: ToldName = { status: 'notAsked' };

/** Asks external counterparts before the decision: for the play of open days, and for the account's name. */
async function askOutside(context: AppContext, row: WithdrawalRow): Promise<ToldName> {
  const { db, providers, settings } = context;
  const rules = settings.get('payout');
  if ((await missingPlay(db, row.member_id, rules.playedShareBps)) > 0n) {
    const now = clock.date();
    // Yesterday is closed some time after midnight; until then only the providers know its play.
    for (const daysBefore of [1, 0]) await refreshPlay(context, row.member_id, bangkokDay(now, daysBefore));
  }
  if (!rules.asksAccountName || !(await isFirstPayout(db, row))) return NOT_ASKED;
  const { bank_code: bankCode, bank_account_no: accountNo } = row;
  const answer = await providers.payouts.accountName({ bankCode, accountNo });
  return answer.status === 'told' ? answer : { status: 'cannot' };
}

async function wasSentUnderOthers(
  trx: Trx,
  { payout_connection_id: id, payout_settings_version: sentUnder }: WithdrawalRow,
): Promise<boolean> {
  const connection = await trx
    .selectFrom('connection')
    .select('settings_version as settingsVersion')
    .where((e) => e.cast<string | null>('id', 'text'), '=', id)
    .executeTakeFirst();
  return connection !== undefined && !isSentUnder(connection, sentUnder);
}

/** Our paying account: at the member's own bank if we have one there. */
async function payingAccount(
  trx: Trx,
  { bank_code: bankCode }: WithdrawalRow,
): Promise<{ from_bank_code: string; from_account_no: string } | undefined> {
  return trx
    .selectFrom('deposit_account')
    .select(['bank_code as from_bank_code', 'account_no as from_account_no'])
    .where('bank_type', '=', 'BANK')
    .where('currency', '=', 'BAHT')
    .where('is_active', '=', true)
    .orderBy(sql`bank_code = ${bankCode}`, 'desc')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
}

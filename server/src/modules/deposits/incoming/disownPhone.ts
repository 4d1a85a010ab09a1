import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { ownAccounts } from '../depositAccounts.ts';
import type { DepositRules } from '../depositRules.ts';
import type { IncomingTransfer } from './incomingTransfer.ts';
import { creditMatch, isForPerson } from './receiveTransfer.ts';

/**
 * A phone whose key was revoked vouches no longer for what waits: what it alone told waits for a person, and where others
 * told of the money, the sender that it alone showed is taken back.
 */
export async function disownPhone(trx: Trx, phoneId: string, rules: DepositRules): Promise<void> {
  const { rows: unnamed } = await sql<IncomingTransfer>`
    with told as (
      select t.id, array(select teller from unnest(${TELLERS}) teller
        where split_part(teller, ':', 3) = ${phoneId}) as own, ${TELLERS} as tellers
      from incoming_transfer t where t.status = 'QUEUED' for update),
    doubted as (
      update incoming_transfer t set
        doubted_tellers = array(select distinct unnest(t.doubted_tellers || told.own)),
        named_by = case when t.named_by <@ told.own and not told.tellers <@ told.own then '{}' else t.named_by end,
        sender = case when t.named_by <> '{}' and t.named_by <@ told.own and not told.tellers <@ told.own
          then ${NOBODY}::jsonb else t.sender end
      from told where told.id = t.id and told.own <> '{}'
      returning t.*, not told.tellers <@ told.own as is_told_by_others)
    select * from doubted where is_told_by_others order by id`.execute(trx);
  const accounts = await ownAccounts(trx);
  for (const transfer of unnamed) {
    const account = accounts.find(({ id }) => id === transfer.deposit_account_id);
    if (account && !isForPerson(transfer)) await creditMatch(trx, transfer, account, rules);
  }
}

const NOBODY = JSON.stringify({ displayName: '', account: null, proxy: null });

/** All who told of it, under any reference. */
const TELLERS = sql`(t.told_by || array(select w.source from transfer_twin w where w.incoming_transfer_id = t.id))`;

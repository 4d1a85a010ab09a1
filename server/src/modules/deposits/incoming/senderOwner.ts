import { sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import type { StoredSender } from './incomingTransfer.ts';
import { compareName } from './maskedName.ts';
import { compareSender, plainNumber, tellsApart } from './maskedParty.ts';

/** The member whose registered account is the sender, as far as the bank shows it. */
export interface SenderOwner {
  /** True if the name also matches; some banks show none, or one in another script. */
  isNamed: boolean;
  memberId: bigint;
}

/**
 * The members whose registered account can be the sender: bank and visible digits match, and the name does not
 * contradict. Also empty if the bank shows too little.
 */
export async function ownersOfSender(trx: Db | Trx, sender: StoredSender): Promise<SenderOwner[]> {
  const { bankCode } = sender;
  const shown = sender.account === null ? null : plainNumber(sender.account);
  if (bankCode === undefined || shown === null || !tellsApart(shown)) return [];
  const everyBankShows = shown.slice(-4, -1);
  const { rows } = await sql<{
    id: bigint;
    bank_code: string;
    bank_account_no: string;
    bank_account_name: string;
  }>`
    select id, bank_code, bank_account_no, bank_account_name from member
    where bank_code = ${bankCode}
      and bank_account_no like ${likePattern(shown)}
      and (${!/^[0-9]{3}$/.test(everyBankShows)} or right(left(bank_account_no, -1), 3) = ${everyBankShows})`.execute(
    trx,
  );
  return rows
    .filter((member) => compareSender(sender, bankCode, member) === 'match')
    .map((member) => ({
      memberId: member.id,
      isNamed: compareName(sender.displayName, member.bank_account_name) === 'match',
    }));
}

/** A number as wide as it may be read: its leading digits, anything, and what follows its first mask. */
function likePattern(shown: string): string {
  const [, head = '', end = ''] = /^([0-9]*)x+(.*)$/.exec(shown) ?? [];
  return shown.includes('x') ? `${head}%${end.replaceAll('x', '_')}` : `%${shown.replace(/^0+/, '')}`;
}

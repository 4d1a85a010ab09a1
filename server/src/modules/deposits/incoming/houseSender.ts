import type { Trx } from '../../../database/connect.ts';
import { type DepositAccount, ownAccounts } from '../depositAccounts.ts';
import type { StoredSender } from './incomingTransfer.ts';
import { compareName } from './maskedName.ts';
import { compareSender, plainNumber } from './maskedParty.ts';
import { ownersOfSender } from './senderOwner.ts';

/** Whether a sender can be this account of ours: the bank and the visible digits match, and no name contradicts. */
const couldBe = (sender: StoredSender, { bank_code, account_no, account_name }: DepositAccount): boolean =>
  compareSender(sender, sender.bankCode, {
    bank_code,
    bank_account_no: account_no,
    bank_account_name: account_name,
  }) === 'match';

const hasName = (sender: StoredSender, { account_name }: DepositAccount): boolean =>
  compareName(sender.displayName, account_name) === 'match';

/** Whether a sender is this account of ours, by name or whole number: strangers' numbers end alike. */
export function isCertainly(sender: StoredSender, account: DepositAccount): boolean {
  if (!couldBe(sender, account)) return false;
  const shown = sender.account === null ? null : plainNumber(sender.account);
  return hasName(sender, account) || shown?.replace(/^0+/, '') === account.account_no.replace(/^0+/, '');
}

/**
 * Whether a sender is an account of ours: then the money moved within the house and is nobody's deposit. `unclear` if the
 * bank shows too little to tell it from a member's account.
 */
export async function houseSender(trx: Trx, sender: StoredSender): Promise<'house' | 'unclear' | 'other'> {
  const own = (await ownAccounts(trx)).filter((account) => couldBe(sender, account));
  if (own.length === 0) return 'other';
  if (!own.some((account) => isCertainly(sender, account))) return 'unclear';
  const owners = await ownersOfSender(trx, sender);
  if (owners.length === 0) return 'house';
  const isNamed = own.some((account) => hasName(sender, account));
  return isNamed && !owners.some((owner) => owner.isNamed) ? 'house' : 'unclear';
}

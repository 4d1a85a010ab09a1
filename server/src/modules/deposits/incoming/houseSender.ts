import type { Trx } from '../../../database/connect.ts';
import { ownAccounts } from '../depositAccounts.ts';
import type { StoredSender } from './incomingTransfer.ts';
import { compareName } from './maskedName.ts';
import { compareSender } from './maskedParty.ts';
import { ownersOfSender } from './senderOwner.ts';

/**
 * Whether a sender is an account of ours: then the money moved within the house and is nobody's deposit. `unclear` if the
 * bank shows too little to tell it from a member's account.
 */
export async function houseSender(trx: Trx, sender: StoredSender): Promise<'house' | 'unclear' | 'other'> {
  const own = (await ownAccounts(trx)).filter(
    ({ bank_code, account_no, account_name }) =>
      compareSender(sender, sender.bankCode, {
        bank_code,
        bank_account_no: account_no,
        bank_account_name: account_name,
      }) === 'match',
  );
  if (own.length === 0) return 'other';
  const owners = await ownersOfSender(trx, sender);
  if (owners.length === 0) return 'house';
  const isNamed = own.some(({ account_name }) => compareName(sender.displayName, account_name) === 'match');
  return isNamed && !owners.some((owner) => owner.isNamed) ? 'house' : 'unclear';
}

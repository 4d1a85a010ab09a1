import type { Contract } from '@krapao/contract/api/index';
import { bankCodeOfNumber } from '@krapao/contract/banks';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Selectable } from 'kysely';
import type { Database, Db, Trx } from '../../database/connect.ts';
import type { TransferReceiver } from '../../providers/incomingTransferFeed.ts';
import type { MaskedParty, VerifiedSlip } from '../../providers/slipVerifier.ts';
import type { SettingValue } from '../../settings/schema.ts';
import type { ShownAccount } from '../lookup/lookupRows.ts';
import type { listGateways } from './gateway/catalogue.ts';
import type { Comparison } from './incoming/maskedName.ts';
import { compareNumber } from './incoming/maskedParty.ts';

export type DepositAccount = Selectable<Database['deposit_account']>;

/** The accounts to deposit to and the gateways to pay at, in the given order (DEP-01). */
export function listDepositAccounts(
  accounts: readonly ShownAccount[],
  gateways: ReturnType<typeof listGateways>,
  settings: SettingValue<'deposit'>,
  { attForBaht }: SettingValue<'kip'>,
): ResponseOf<Contract['GET /api/lookup/deposit']> {
  return {
    banks: [
      ...accounts
        .filter((account) => account.bank_type !== 'WALLET')
        .map((account) => ({
          bank: {
            nameTH: account.name_th ?? account.bank_code,
            nameEN: account.name_en ?? account.bank_code,
            ...(account.name_la !== null && { nameLA: account.name_la }),
          },
          bankCode: account.bank_code,
          bankType: account.bank_type,
          mode: account.mode,
          bankAccountName: account.account_name,
          bankAccountNo: account.account_no,
          currency: account.currency,
        })),
      ...gateways,
    ],
    wallets: accounts
      .filter((account) => account.bank_type === 'WALLET')
      .map((account) => ({
        walletAccountName: account.account_name,
        walletAccountNo: account.account_no,
        mode: account.mode,
      })),
    isManual: settings.isManual,
    depositMin: bahtFromSatang(BigInt(settings.minimumSatang)),
    ...([...accounts, ...gateways].some(({ currency }) => currency === 'LAK') && {
      kipForBaht: attForBaht / 100,
    }),
  };
}

/** All our accounts, switched off or not: money sent to a former account is still ours. */
export function ownAccounts(db: Db | Trx): Promise<DepositAccount[]> {
  return db.selectFrom('deposit_account').selectAll().orderBy('position').execute();
}

/** Our account that a bank notice names in full. */
export function accountOfReceiver(
  accounts: readonly DepositAccount[],
  receiver: TransferReceiver,
): DepositAccount | undefined {
  switch (receiver.type) {
    case 'account':
      return accounts.find(
        ({ bank_code, account_no }) => bank_code === receiver.bankCode && account_no === receiver.accountNo,
      );
    case 'promptpay':
      return accounts.find(({ promptpay_id }) => promptpay_id === receiver.id);
    case 'laoqr':
      return accounts.find(
        ({ laoqr_iin, laoqr_receiver_id }) =>
          laoqr_iin === receiver.iin && laoqr_receiver_id === receiver.receiverId,
      );
    default:
      return undefined;
  }
}

const PROXY_LENGTHS: Readonly<Record<string, number>> = { MSISDN: 10, NATID: 13, EWALLETID: 15 };

/** Our account that a verified slip names masked; if it could be two, a person decides. */
export function accountOfMasked(
  accounts: readonly DepositAccount[],
  { receiver, receivingBank }: Pick<VerifiedSlip, 'receiver' | 'receivingBank'>,
): { result: Comparison; account?: DepositAccount } {
  const compared = accounts.map((account) => ({
    account,
    result: compareReceiver(account, receiver, receivingBank),
  }));
  const [match, second] = compared.filter(({ result }) => result === 'match');
  if (match && !second) return match;
  if (match || compared.some(({ result }) => result === 'indeterminate')) return { result: 'indeterminate' };
  return { result: 'no_match' };
}

function compareReceiver(
  account: DepositAccount,
  { account: masked, proxy }: MaskedParty,
  bankNumber: string | null,
): Comparison {
  if (masked !== null) {
    if (bankNumber !== null && bankCodeOfNumber(bankNumber) !== account.bank_code) return 'no_match';
    return compareNumber(masked, account.account_no);
  }
  // Bill payments show the biller alone, and no account says which biller stands for it.
  if (proxy === null || proxy.type === 'BILLERID') return 'indeterminate';
  if (proxy.type === 'LAOQR')
    return account.laoqr_receiver_id === null
      ? 'no_match'
      : compareNumber(proxy.value, account.laoqr_receiver_id);
  if (account.promptpay_id?.length !== PROXY_LENGTHS[proxy.type]) return 'no_match';
  return compareNumber(proxy.value, account.promptpay_id ?? '');
}

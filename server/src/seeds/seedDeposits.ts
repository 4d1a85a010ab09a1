import type { Config } from '../config.ts';
import type { Db } from '../database/connect.ts';

const OPERATOR = 'KRAPAO SERVICE CO., LTD.';

/** Accounts of the sandbox's banks; the numbers belong to nobody (tax ids have no province 99). */
const DEMONSTRATION = [
  { bank_code: 'SCB', mode: 'AUTO', account_no: '4680000017', promptpay_id: null },
  { bank_code: 'KBANK', mode: 'QR', account_no: '0990000025', promptpay_id: '0999900000017' },
  { bank_code: 'GSB', mode: 'SLIP', account_no: '020990000033', promptpay_id: null },
].map((account) => ({ ...account, bank_type: 'BANK' }));

const WALLET = {
  bank_code: 'TRUEMONEY',
  bank_type: 'WALLET',
  mode: 'AUTO',
  account_no: '0800000041',
  promptpay_id: '0800000041',
};

/** For payments in kip. No bank has issued this receiver id, so its QRs are marked as a demonstration. */
const LAO = {
  bank_code: 'BCEL',
  bank_type: 'BANK',
  mode: 'QR',
  account_no: '0109900000058',
  promptpay_id: null,
  laoqr_iin: '27710418',
  laoqr_receiver_id: '9900000058',
  is_demonstration: true,
};

/** Gives the sandbox accounts to pay to, in Laos also one in kip. Operators enter real accounts. */
export async function seedDeposits(owner: Db, config: Pick<Config, 'mode' | 'variant'>): Promise<void> {
  if (config.mode !== 'sandbox') return;
  const lao = config.variant === 'laos' ? [LAO] : [];
  await owner
    .insertInto('deposit_account')
    .values([
      ...[...DEMONSTRATION, WALLET].map((account, index) => ({
        ...account,
        account_name: OPERATOR,
        currency: 'BAHT',
        position: index + 1,
      })),
      ...lao.map((account) => ({ ...account, account_name: OPERATOR, currency: 'LAK', position: 0 })),
    ])
    .onConflict((conflict) => conflict.columns(['bank_code', 'account_no', 'currency']).doNothing())
    .execute();
}

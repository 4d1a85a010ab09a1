import { e164PhoneNumber } from '@krapao/contract/phoneNumber';
import type { Variant } from '@krapao/contract/variant';
import type { Config } from '../config.ts';
import type { Db } from '../database/connect.ts';
import { ensureMemberAccount } from '../ledger/account.ts';
import { hashPassword } from '../modules/auth/password.ts';

/** The log-in that `npm start` prints; exists only in sandbox mode. */
const PASSWORD = 'krapao-demo';
const COINS = 5;

const DEMO_MEMBERS = {
  thailand: {
    phone: '0812345678',
    name: 'ณัฐกานต์ ศรีสุข',
    bank_code: 'KBANK',
    bank_account_name: 'NATTAKAN SRISUK',
    bank_account_no: '1234567890',
    currency: 'BAHT',
  },
  laos: {
    phone: '02055123456',
    name: 'ມະນີວັນ ສີສຸກ',
    bank_code: 'BCEL',
    bank_account_name: 'MANIVANH SISOUK',
    bank_account_no: '0101234567890',
    currency: 'LAK',
  },
} satisfies Record<Variant, object>;

/** The demonstration member of the variant, with an empty wallet: seeds create no money. */
export async function seedDemoMember(
  owner: Db,
  { mode, variant }: Pick<Config, 'mode' | 'variant'>,
): Promise<void> {
  if (mode !== 'sandbox') return;
  const { phone, ...details } = DEMO_MEMBERS[variant];
  const phoneNumber = e164PhoneNumber(phone, variant);
  const existing = await owner
    .selectFrom('member')
    .select('id')
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst();
  if (existing !== undefined) return;
  const passwordHash = await hashPassword(PASSWORD);
  await owner.transaction().execute(async (trx) => {
    const member = await trx
      .insertInto('member')
      .values({ ...details, phone_number: phoneNumber, password_hash: passwordHash, coin: COINS })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (member === undefined) return;
    await ensureMemberAccount(trx, member.id, 'wallet');
    await ensureMemberAccount(trx, member.id, 'in_transfer');
  });
}

import { NEW_ITEM } from '@krapao/contract/contentPermissions';
import { Type } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { contentKind } from './contentKind.ts';
import { orNull } from './fields.ts';
import type { Problem } from './problems.ts';
import { setPositions } from './setPositions.ts';

const ClockTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });

const Account = Type.Object({
  bankType: Type.Enum(['BANK', 'WALLET']),
  bankCode: Type.String({ pattern: '^[A-Z0-9]{1,40}$' }),
  accountName: Type.String({ minLength: 1, maxLength: 200 }),
  accountNo: Type.String({ pattern: '^[0-9]{1,40}$' }),
  currency: Type.Enum(['BAHT', 'LAK']),
  mode: Type.Enum(['AUTO', 'QR', 'SLIP', 'gift']),
  promptpayId: orNull(Type.String({ pattern: '^(0[0-9]{9}|[0-9]{13}|[0-9]{15})$' })),
  laoqrIin: orNull(Type.String({ pattern: '^[0-9]{8}$' })),
  laoqrReceiverId: orNull(Type.String({ pattern: '^[0-9A-Za-z]{1,32}$' })),
  serves: Type.Array(Type.String({ pattern: '^[A-Z0-9]{1,40}$' }), { maxItems: 40 }),
  isInTurn: Type.Boolean(),
  weight: Type.Integer({ minimum: 1, maximum: 100 }),
  dayLimitHundredths: orNull(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })),
  dayCount: orNull(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  openFrom: orNull(ClockTime),
  openTo: orNull(ClockTime),
  isActive: Type.Boolean(),
});
type Account = Type.Static<typeof Account>;

const EMPTY: Account = {
  bankType: 'BANK',
  bankCode: '',
  accountName: '',
  accountNo: '',
  currency: 'BAHT',
  mode: 'AUTO',
  promptpayId: null,
  laoqrIin: null,
  laoqrReceiverId: null,
  serves: [],
  isInTurn: false,
  weight: 1,
  dayLimitHundredths: null,
  dayCount: null,
  openFrom: null,
  openTo: null,
  isActive: true,
};

/**
 * Accounts to deposit to. An account's number never changes, because open QRs and pending money refer to it. A new
 * number is a new account; the old one is switched off, and money that still arrives there is recognised.
 */
export const accountContent = contentKind<Account>({
  schema: () => Account,
  fixed: async () => [
    'bankType',
    'bankCode',
    'accountNo',
    'currency',
    'promptpayId',
    'laoqrIin',
    'laoqrReceiverId',
  ],
  async list(db) {
    const accounts = await db
      .selectFrom('deposit_account')
      .selectAll()
      .orderBy('position')
      .orderBy('id')
      .execute();
    return accounts.map(({ id, bank_code, account_no, account_name, currency, is_active }) => {
      const name = `${bank_code} ${account_no}`;
      return {
        item: String(id),
        name: { th: name, la: name, en: name },
        hint: `${account_name} · ${currency}`,
        isActive: is_active,
      };
    });
  },
  async read(db, item) {
    if (item === NEW_ITEM) return EMPTY;
    const row = await db
      .selectFrom('deposit_account')
      .selectAll()
      .where(sql<boolean>`id::text = ${item}`)
      .executeTakeFirst();
    return (
      row && {
        bankType: row.bank_type as Account['bankType'],
        bankCode: row.bank_code,
        accountName: row.account_name,
        accountNo: row.account_no,
        currency: row.currency as Account['currency'],
        mode: row.mode as Account['mode'],
        promptpayId: row.promptpay_id,
        laoqrIin: row.laoqr_iin,
        laoqrReceiverId: row.laoqr_receiver_id,
        serves: row.serves,
        isInTurn: row.is_in_turn,
        weight: row.weight,
        dayLimitHundredths: row.day_limit === null ? null : Number(row.day_limit),
        dayCount: row.day_count,
        openFrom: row.open_from,
        openTo: row.open_to,
        isActive: row.is_active,
      }
    );
  },
  async check(db, value, item): Promise<Problem[]> {
    const bank = await db
      .selectFrom('bank')
      .select('code')
      .where('code', '=', value.bankCode)
      .executeTakeFirst();
    const others = await db
      .selectFrom('deposit_account')
      .select(['bank_code', 'account_no', 'currency', 'promptpay_id'])
      .where(sql<boolean>`id::text <> ${item}`)
      .execute();
    return [
      ...(value.bankType === 'BANK' && !bank ? [{ field: '/bankCode', rule: 'unknown' }] : []),
      ...(others.some(
        (other) =>
          other.bank_code === value.bankCode &&
          other.account_no === value.accountNo &&
          other.currency === value.currency,
      )
        ? [{ field: '/accountNo', rule: 'taken' }]
        : []),
      ...(value.promptpayId !== null && others.some(({ promptpay_id }) => promptpay_id === value.promptpayId)
        ? [{ field: '/promptpayId', rule: 'taken' }]
        : []),
      ...(value.mode === 'gift' && value.bankType !== 'WALLET' ? [{ field: '/mode', rule: 'notHere' }] : []),
      ...(value.mode === 'QR' &&
      value.bankType === 'BANK' &&
      value.promptpayId === null &&
      value.laoqrIin === null
        ? [{ field: '/promptpayId', rule: 'required' }]
        : []),
      ...((value.laoqrIin === null) === (value.laoqrReceiverId === null)
        ? []
        : [{ field: value.laoqrIin === null ? '/laoqrIin' : '/laoqrReceiverId', rule: 'required' }]),
      ...(await ruleProblems(db, value)),
    ];
  },
  async write(trx, value, item) {
    const changed = {
      account_name: value.accountName,
      mode: value.mode,
      is_active: value.isActive,
      serves: value.serves,
      is_in_turn: value.isInTurn,
      weight: value.weight,
      day_limit: value.dayLimitHundredths === null ? null : BigInt(value.dayLimitHundredths),
      day_count: value.dayCount,
      open_from: value.openFrom,
      open_to: value.openTo,
    };
    if (item !== NEW_ITEM) {
      await trx.updateTable('deposit_account').set(changed).where(sql<boolean>`id::text = ${item}`).execute();
      return item;
    }
    const { id } = await trx
      .insertInto('deposit_account')
      .values({
        ...changed,
        bank_type: value.bankType,
        bank_code: value.bankCode,
        account_no: value.accountNo,
        currency: value.currency,
        promptpay_id: value.promptpayId,
        laoqr_iin: value.laoqrIin,
        laoqr_receiver_id: value.laoqrReceiverId,
        position: sql<number>`(select coalesce(max(position), 0) + 1 from deposit_account)`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return String(id);
  },
  order: (trx, items) => setPositions(trx, sql`deposit_account`, sql`id`, items),
});

/** Rules that mean nothing: for an unknown bank, or hours without an end. */
async function ruleProblems(db: Db | Trx, value: Account): Promise<Problem[]> {
  const { serves, openFrom, openTo } = value;
  const banks = await db
    .selectFrom('bank')
    .select('code')
    .where('code', 'in', ['', ...serves])
    .execute();
  const known = new Set(banks.map(({ code }) => code));
  return [
    ...(serves.some((code) => !known.has(code)) ? [{ field: '/serves', rule: 'unknown' }] : []),
    ...((openFrom === null) === (openTo === null)
      ? []
      : [{ field: openFrom === null ? '/openFrom' : '/openTo', rule: 'required' }]),
    ...(openFrom !== null && openFrom === openTo ? [{ field: '/openTo', rule: 'repeated' }] : []),
  ];
}

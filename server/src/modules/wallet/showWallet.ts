import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { openInviteShare } from '../invite/inviteShare.ts';

type Wallet = ResponseOf<Contract['GET /api/wallet']>;
type Slot = Wallet['slots'][number];

interface Row {
  id: bigint;
  phone_number: string;
  name: string;
  created_at: Date;
  coin: number;
  bank_code: string;
  bank_account_name: string;
  bank_account_no: string;
  currency: string;
  name_th: string;
  name_en: string;
  name_la: string;
  available: bigint;
  in_transfer: bigint;
  invite_share: bigint;
  slots: SlotRow[];
}

interface SlotRow extends Pick<Slot, 'code' | 'name' | 'category' | 'web' | 'android' | 'ios'> {
  ft_wallet_slot: number;
  is_open: boolean;
  /** Satang, as text since JSON numbers are floats. */
  amount: string;
  told_at: string | null;
  is_stale: boolean;
}

/**
 * The member's wallet and game accounts (HOM-01, HOM-02, HOM-07), and what invited friends give (HOM-03), in one
 * query. The wallet's amount is what can be spent: without what is held for a withdrawal.
 * @throws AppError NO_USER
 */
export async function showWallet(
  db: Db,
  memberId: bigint,
  inviteRules: SettingValue<'invite'>,
): Promise<Wallet> {
  const { rows } = await readRow(db, memberId, inviteRules.shareBps);
  const row = rows[0];
  if (row === undefined) throw new AppError('NO_USER');
  return {
    profile: {
      _id: row.id.toString(),
      username: nationalForm(row.phone_number),
      name: row.name,
      createdAt: row.created_at.toISOString(),
      coin: row.coin,
    },
    bankAccount: {
      bankCode: row.bank_code,
      bankAccountName: row.bank_account_name,
      bankAccountNo: row.bank_account_no,
      currency: row.currency,
      bank: { nameTH: row.name_th, nameEN: row.name_en, nameLA: row.name_la },
    },
    wallet: {
      amount: bahtFromSatang(row.available),
      inTransfer: { amount: bahtFromSatang(row.in_transfer) },
    },
    invite: {
      amount: bahtFromSatang(row.invite_share),
      success: inviteRules.successBps / 100,
      fail: inviteRules.failBps / 100,
    },
    slots: row.slots.map(presentSlot),
  };
}

function readRow(db: Db, memberId: bigint, inviteShareBps: number) {
  return sql<Row>`
    select m.id, m.phone_number, m.name, m.created_at, m.coin, m.bank_code, m.bank_account_name, m.bank_account_no,
      m.currency, b.name_th, b.name_en, b.name_la,
      coalesce(w.posted - w.held, 0) as available, coalesce(t.posted, 0) as in_transfer,
      (select coalesce(json_agg(json_build_object('code', p.code, 'name', p.name, 'category', p.category, 'web', p.web,
          'android', p.android, 'ios', p.ios, 'ft_wallet_slot', p.ft_wallet_slot, 'is_open', a.member_id is not null,
          'amount', coalesce(a.amount, 0)::text, 'told_at', a.told_at, 'is_stale', coalesce(a.is_stale, false)
        ) order by p.position), '[]')
        from game_provider p left join game_account a on a.member_id = m.id and a.provider = p.code and a.is_open
        where p.is_active or a.member_id is not null) as slots,
      ${openInviteShare(sql.ref('m.id'), inviteShareBps)} as invite_share
    from member m join bank b on b.code = m.bank_code
    left join ledger.account w on w.member_id = m.id and w.kind = 'wallet' and w.currency = 'THB'
    left join ledger.account t on t.member_id = m.id and t.kind = 'in_transfer' and t.currency = 'THB'
    where m.id = ${memberId}`.execute(db);
}

function presentSlot(row: SlotRow): Slot {
  return {
    code: row.code,
    name: row.name,
    logo: `/media/providers/${row.code}-logo.svg`,
    background: `/media/providers/${row.code}-background.svg`,
    isActive: row.is_open,
    amount: bahtFromSatang(BigInt(row.amount)),
    ftWalletSlot: row.ft_wallet_slot,
    web: row.web,
    android: row.android,
    ios: row.ios,
    category: row.category,
    updatedAt: row.told_at === null ? null : new Date(row.told_at).toISOString(),
    isStale: row.is_stale,
  };
}

function nationalForm(e164: string): string {
  return e164.replace(/^\+(66|856)/, '0');
}

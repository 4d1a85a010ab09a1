import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { readerOf } from '../../database/inBatches.ts';
import { prepared } from '../../database/prepared.ts';
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
  accounts: Account[];
  /** In the first row of an answer alone: JSON of Provider[]. */
  providers: string | null;
}

interface Provider extends Pick<Slot, 'code' | 'name' | 'category' | 'web' | 'android' | 'ios'> {
  ft_wallet_slot: number;
  is_active: boolean;
}

interface Account {
  provider: string;
  /** Satang, as text since JSON numbers are floats. */
  amount: string;
  told_at: string | null;
  is_stale: boolean;
}

/**
 * The member's wallet and game accounts (HOM-01, HOM-02, HOM-07), and what invited friends give (HOM-03), in one
 * query; those who ask at the same moment share it. The wallet's amount is what can be spent: without what is held for a withdrawal.
 * @throws AppError NO_USER
 */
export async function showWallet(
  db: Db,
  memberId: bigint,
  inviteRules: SettingValue<'invite'>,
): Promise<Wallet> {
  const row = await readRow(db, { memberId, shareBps: inviteRules.shareBps });
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
    slots: row.slots,
  };
}

interface Question {
  memberId: bigint;
  shareBps: number;
}

const readRow = readerOf(
  async (db, questions: Question[]): Promise<((Row & { slots: Slot[] }) | undefined)[]> => {
    const query = sql<Row>`
    select m.id, m.phone_number, m.name, m.created_at, m.coin, m.bank_code, m.bank_account_name, m.bank_account_no,
      m.currency, b.name_th, b.name_en, b.name_la,
      coalesce(w.posted - w.held, 0) as available, coalesce(t.posted, 0) as in_transfer,
      coalesce((select json_agg(json_build_object('provider', a.provider, 'amount', a.amount::text, 'told_at', a.told_at,
          'is_stale', a.is_stale)) from game_account a where a.member_id = m.id and a.is_open), '[]') as accounts,
      ${openInviteShare(sql.ref('m.id'), sql.ref('q.share_bps'))} as invite_share,
      case q.nth when 1 then (select json_agg(json_build_object('code', p.code, 'name', p.name, 'category', p.category,
          'web', p.web, 'android', p.android, 'ios', p.ios, 'ft_wallet_slot', p.ft_wallet_slot, 'is_active', p.is_active
        ) order by p.position) from game_provider p)::text end as providers
    from unnest(${questions.map(({ memberId }) => memberId)}::bigint[], ${questions.map(({ shareBps }) => shareBps)}::bigint[])
      with ordinality as q (member_id, share_bps, nth)
    left join member m on m.id = q.member_id left join bank b on b.code = m.bank_code
    left join ledger.account w on w.member_id = m.id and w.kind = 'wallet' and w.currency = 'THB'
    left join ledger.account t on t.member_id = m.id and t.kind = 'in_transfer' and t.currency = 'THB'
    order by q.nth`;
    const rows = await prepared(db, 'wallet', query);
    const providers = presentProviders(rows[0]?.providers ?? '[]');
    return rows.map((row) => (row.id === null ? undefined : { ...row, slots: slotsOf(row, providers) }));
  },
);

type ClosedSlot = ReturnType<typeof presentProvider>;

let presented: { text: string; slots: ClosedSlot[] } = { text: '', slots: [] };

/** Presented anew only when they have changed, so that their JSON can be kept (walletText). */
function presentProviders(text: string): ClosedSlot[] {
  if (presented.text !== text)
    presented = { text, slots: (JSON.parse(text) as Provider[]).map(presentProvider) };
  return presented.slots;
}

/** The game as it is for who has no account there. */
function presentProvider(row: Provider) {
  const slot: Slot = {
    code: row.code,
    name: row.name,
    logo: `/media/providers/${row.code}-logo.svg`,
    background: `/media/providers/${row.code}-background.svg`,
    isActive: false,
    amount: 0,
    ftWalletSlot: row.ft_wallet_slot,
    web: row.web,
    android: row.android,
    ios: row.ios,
    category: row.category,
    updatedAt: null,
    isStale: false,
  };
  return { slot, isOffered: row.is_active };
}

/** Every game that is offered, and those where the member still has an account. */
function slotsOf({ accounts }: Row, providers: readonly ClosedSlot[]): Slot[] {
  return providers.flatMap(({ slot, isOffered }) => {
    const account = accounts.find(({ provider }) => provider === slot.code);
    if (account === undefined) return isOffered ? [slot] : [];
    return {
      ...slot,
      isActive: true,
      amount: bahtFromSatang(BigInt(account.amount)),
      updatedAt: account.told_at === null ? null : new Date(account.told_at).toISOString(),
      isStale: account.is_stale,
    };
  });
}

function nationalForm(e164: string): string {
  return e164.replace(/^\+(66|856)/, '0');
}

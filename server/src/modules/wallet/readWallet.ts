import type { Db } from '../../database/connect.ts';
import { readerOf } from '../../database/inBatches.ts';
import { batchRows, prepared } from '../../database/prepared.ts';
import { GAME_HEALTH } from '../games/gameHealth.ts';
import { openInviteShare, type ShareRules } from '../invite/inviteShare.ts';

/** The wallet's owner, and the current invite share of a net loss. */
export interface WalletQuestion {
  memberId: bigint;
  share: ShareRules;
}

export interface WalletRow {
  /** Null if there is no such member. */
  id: bigint | null;
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
  /** Satang. */
  available: bigint;
  in_transfer: bigint;
  invite_share: bigint;
  accounts: AccountRow[];
  /** Codes of games. */
  favourites: string[];
  on_the_way: OnTheWayRow[];
}

/** Money that is not in the wallet yet, or has not finally left it. */
export interface OnTheWayRow {
  kind: 'withdrawal' | 'slip' | 'gift' | 'transferClaim' | 'seen';
  /** Satang as text; null if unknown. */
  amount: string | null;
}

export interface AccountRow {
  provider: string;
  /** Satang, as text since JSON numbers are floats. */
  amount: string;
  /** Satang of it in transit to the wallet. */
  leaving: string;
  told_at: string | null;
  is_stale: boolean;
  played_at: string | null;
}

export const INVITE_SHARE = openInviteShare('m.id', 'q.share_bps', 'q.share_most', 'q.share_days');

export const SHARE_COLUMNS = { share_bps: 'bigint', share_most: 'bigint', share_days: 'bigint' } as const;

/** The values of SHARE_COLUMNS, in their order. */
export function shareValues(questions: { share: ShareRules }[]): number[][] {
  return [
    questions.map(({ share }) => share.shareBps),
    questions.map(({ share }) => share.maximumSatang),
    questions.map(({ share }) => share.maximumDays),
  ];
}

/** The data for a wallet and its stamp. */
export const WALLET_JOINS = `
  left join bank b on b.code = m.bank_code
  left join ledger.account w on w.member_id = m.id and w.kind = 'wallet' and w.currency = 'THB'
  left join ledger.account t on t.member_id = m.id and t.kind = 'in_transfer' and t.currency = 'THB'
  order by q.nth`;

const WALLETS = {
  name: 'wallet',
  text: `
    select m.id, m.phone_number, m.name, m.created_at, m.coin, m.bank_code, m.bank_account_name,
      m.bank_account_no, m.currency, b.name_th, b.name_en, b.name_la,
      coalesce(w.posted - w.held, 0) as available, coalesce(t.posted, 0) as in_transfer, ${INVITE_SHARE} as invite_share,
      coalesce((select json_agg(json_build_object('provider', a.provider, 'amount', a.amount::text, 'leaving', (
        select coalesce(sum(l.amount), 0)::text from transfer_leg l where l.member_id = m.id and l.provider = a.provider
          and l.direction = 'out' and l.state not in ('CONFIRMED', 'REJECTED')), 'told_at', a.told_at,
        'is_stale', a.is_stale, 'played_at', a.played_at)) from game_account a where a.member_id = m.id and a.is_open), '[]')
        as accounts,
      coalesce((select json_agg(f.provider) from favourite_game f where f.member_id = m.id), '[]') as favourites,
      coalesce((select json_agg(o) from (
        select 'withdrawal' as kind, d.amount::text from withdrawal d
          where d.member_id = m.id and d.state not in ('COLLECTING', 'PAID', 'REJECTED')
        union all select 'slip', s.amount::text from slip s where s.member_id = m.id and s.status = 'PENDING'
        union all select 'gift', g.amount::text from gift_link g where g.member_id = m.id and g.status = 'PENDING'
        union all select 'transferClaim', n.amount::text from manual_deposit n where n.member_id = m.id and n.status = 'PENDING'
        union all select 'seen', e.amount::text from statement_entry e
          where e.member_id = m.id and e.status = 'PENDING' and (e.cause like 'seen:%' or e.cause like 'gateway:%')
            and not exists (select from slip s join incoming_transfer i
                on i.trans_ref = s.trans_ref and i.sending_bank = s.sending_bank
              where s.member_id = m.id and s.status = 'PENDING' and e.cause = 'seen:' || i.id)
      ) o), '[]') as on_the_way,
      case q.nth when 1 then (select json_agg(json_build_object('code', p.code, 'name', p.name_en, 'nameTH', p.name_th,
        'nameLA', p.name_la, 'nameEN', p.name_en, 'drawing', left(md5(concat(p.name_en, p.colour)), 8), 'logo', p.logo, 'background', p.background,
        'category', p.category, 'web', p.web, 'android', p.android, 'ios', p.ios, 'ft_wallet_slot', p.ft_wallet_slot,
        'is_active', p.is_active, 'is_seamless', p.kind = 'seamless', 'is_connected', p.connection_id is not null, 'health', ${GAME_HEALTH},
        'maintenance_until', p.maintenance_until
      ) order by p.position) from game_provider p where p.retired_at is null)::text end as providers
    from ${batchRows({ member_id: 'bigint', ...SHARE_COLUMNS })}
    left join member m on m.id = q.member_id ${WALLET_JOINS}`,
};

/** The wallet, and all games as JSON text; calls of the same moment share one query (decision 128). */
export const readWallet = readerOf(
  async (db: Db, questions: WalletQuestion[]): Promise<(WalletRow & { providers: string })[]> => {
    const rows = await prepared<WalletRow & { providers: string }>(db, WALLETS, [
      questions.map(({ memberId }) => memberId),
      ...shareValues(questions),
    ]);
    return rows.map((row) => ({ ...row, providers: rows[0]?.providers ?? '[]' }));
  },
);

import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { AUTO_LOGIN_PROVIDERS } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import type { SettingValue } from '../../settings/schema.ts';
import { type HealthRow, healthOf } from '../games/gameHealth.ts';
import { pictureOf } from '../games/gamePicture.ts';
import type { AccountRow, WalletRow } from './readWallet.ts';

type Wallet = ResponseOf<Contract['GET /api/wallet']>;
type Slot = Wallet['slots'][number];

type SlotNames = 'name' | 'nameTH' | 'nameLA' | 'nameEN';

interface Provider
  extends HealthRow,
    Pick<Slot, 'code' | SlotNames | 'category' | 'web' | 'android' | 'ios'> {
  /** Changes with what its drawn pictures are made of. */
  drawing: string;
  logo: string | null;
  background: string | null;
  ft_wallet_slot: number;
  is_active: boolean;
  is_seamless: boolean;
}

/**
 * The member's wallet and game accounts (HOM-01, HOM-02, HOM-07), and the invite share (HOM-03). The wallet's amount is
 * what can be spent, without holds for withdrawals.
 * @param providers all games that are not retired, as JSON text
 * @param hasSandbox whether games without a connection are the sandbox's; otherwise nobody can play them
 */
export function presentWallet(
  row: WalletRow & { id: bigint },
  { providers, hasSandbox }: { providers: string; hasSandbox: boolean },
  inviteRules: SettingValue<'invite'>,
): Wallet {
  // Money leaving a game stays in the game's amount until the game confirms; the answer shows it as in transit.
  const leaving = row.accounts.reduce((sum, account) => sum + leavingOf(account), 0n);
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
      inTransfer: { amount: bahtFromSatang(row.in_transfer + leaving) },
      onTheWay: row.on_the_way.map(({ kind, amount }) => ({
        kind,
        amount: amount === null ? null : bahtFromSatang(BigInt(amount)),
      })),
    },
    invite: {
      amount: bahtFromSatang(row.invite_share),
      success: inviteRules.successBps / 100,
      fail: inviteRules.failBps / 100,
    },
    slots: slotsOf(
      row,
      (JSON.parse(providers) as Provider[]).map((provider) => presentProvider(provider, hasSandbox)),
    ),
  };
}

/** A game for a member without an account there. */
function presentProvider(row: Provider, hasSandbox: boolean) {
  const slot: Slot = {
    code: row.code,
    name: row.name,
    nameTH: row.nameTH,
    nameLA: row.nameLA,
    nameEN: row.nameEN,
    logo: pictureOf(row, 'logo'),
    background: pictureOf(row, 'background'),
    isActive: row.is_seamless,
    isSeamless: row.is_seamless,
    amount: 0,
    ftWalletSlot: row.ft_wallet_slot,
    web: row.web,
    android: row.android,
    ios: row.ios,
    isAutoLogin: row.is_connected || isAutoLogin(row.code),
    category: row.category,
    updatedAt: null,
    isStale: false,
    ...healthOf(row, hasSandbox),
    isFavourite: false,
    playedAt: null,
  };
  return { slot, isOffered: row.is_active && (row.is_connected || hasSandbox) };
}

/** GAM-03: games without a connection that have launch links. */
function isAutoLogin(code: string): boolean {
  return AUTO_LOGIN_PROVIDERS.some((provider) => provider === code);
}

/** Every offered game, and those where the member still has an account. */
function slotsOf(
  { accounts, favourites }: Pick<WalletRow, 'accounts' | 'favourites'>,
  providers: readonly ReturnType<typeof presentProvider>[],
): Slot[] {
  return providers.flatMap(({ slot, isOffered }) => {
    const account = accounts.find(({ provider }) => provider === slot.code);
    const isFavourite = favourites.includes(slot.code);
    if (account === undefined) return isOffered ? [{ ...slot, isFavourite }] : [];
    return {
      ...slot,
      isFavourite,
      isActive: true,
      amount: bahtFromSatang(BigInt(account.amount) - leavingOf(account)),
      updatedAt: account.told_at === null ? null : new Date(account.told_at).toISOString(),
      isStale: account.is_stale,
      playedAt: account.played_at === null ? null : new Date(account.played_at).toISOString(),
    };
  });
}

/** Satang in transit out of a game, as far as they are in its known amount. */
function leavingOf({ amount, leaving }: AccountRow): bigint {
  const [known, moving] = [BigInt(amount), BigInt(leaving)];
  return moving > known ? known : moving;
}

function nationalForm(e164: string): string {
  return e164.replace(/^\+(66|856)/, '0');
}

import type { Selectable } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Database, Trx } from '../../database/connect.ts';
import { type CashCurrency, currencyOf } from '../../modules/cash/cashBook.ts';
import type { HouseMovement } from '../reports/houseMoney.ts';

/** Where the house's money lies. Its `id` is that of an own account, `gateway:CODE` or `provider:CODE`. */
export type Place = { id: string; title: string; currency: CashCurrency } & (
  | { kind: 'ACCOUNT'; account: Selectable<Database['deposit_account']> }
  | { kind: 'GATEWAY' | 'PROVIDER'; account: null }
);

/**
 * All places: own accounts, gateways, and the games that money moves into. A seamless game holds nothing.
 * @param gateways titles by code
 */
export async function listPlaces(trx: Trx, gateways: ReadonlyMap<string, string>): Promise<Place[]> {
  const accounts = await trx
    .selectFrom('deposit_account')
    .selectAll()
    .where('bank_type', 'in', ['BANK', 'WALLET'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const games = await trx
    .selectFrom('game_provider')
    .select(['code', 'name'])
    .where('kind', '=', 'transfer')
    .orderBy('position')
    .orderBy('code')
    .execute();
  return [
    ...accounts.map((account) => ({
      id: String(account.id),
      kind: 'ACCOUNT' as const,
      title: `${account.bank_code} ${account.account_no}`,
      currency: currencyOf(account),
      account,
    })),
    ...[...gateways].map(([code, title]) => house('GATEWAY', code, title)),
    ...games.map(({ code, name }) => house('PROVIDER', code, name)),
  ];
}

const house = (kind: 'GATEWAY' | 'PROVIDER', code: string, title: string) => ({
  id: `${kind.toLowerCase()}:${code}`,
  kind,
  title,
  // Gateways and games are booked in what members own, whatever their own currency is.
  currency: 'THB' as const,
  account: null,
});

/** @throws AppError NO_DATA */
export async function requirePlace(
  trx: Trx,
  id: string,
  gateways: ReadonlyMap<string, string>,
): Promise<Place> {
  const place = (await listPlaces(trx, gateways)).find((one) => one.id === id);
  if (place === undefined) throw new AppError('NO_DATA', 'no such place');
  return place;
}

/** The kind and label of a gateway's or a game's account in the ledger. */
export function ledgerNameOf(id: string): { kind: string; label: string } {
  const [kind = '', label = ''] = id.split(':');
  return { kind, label };
}

/**
 * What a gateway or a game holds for the house by these movements, in satang; below zero where it is owed: what members
 * paid through it, and what entries moved between it and own accounts.
 */
export const heldAt = (id: string, movements: readonly HouseMovement[]): bigint =>
  movements
    .filter(
      ({ kind, label, currency }) =>
        currency === 'THB' && (kind === 'cash_flow' ? label : `${kind}:${label}`) === id,
    )
    .reduce((sum, { debited, credited }) => sum + debited - credited, 0n);

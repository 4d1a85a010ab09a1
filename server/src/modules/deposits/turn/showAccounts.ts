import { clock } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import { closedOpenWay } from '../../protection/admit.ts';
import { listDepositAccounts } from '../depositAccounts.ts';
import { listGateways } from '../gateway/catalogue.ts';
import { depositorOf, rememberTurns, withUse } from './accountTurns.ts';
import { chooseAccounts, hasRules } from './chooseAccounts.ts';

/**
 * The accounts that a member can deposit to now, by the accounts' rules, then the payment gateways (DEP-01,
 * docs/decisions/171-deposit-accounts.md). None while safer play has closed the member's deposits (protection.md 8).
 */
export async function showAccounts(
  { db, lookups, settings, connections }: Pick<AppContext, 'db' | 'lookups' | 'settings' | 'connections'>,
  memberId: bigint,
  now = clock.date(),
) {
  const all = lookups.get().depositAccounts;
  const gateways = listGateways({ connections, lookups });
  const list = (accounts: typeof all) =>
    listDepositAccounts(accounts, gateways, settings.get('deposit'), settings.get('kip'));
  if ((await closedOpenWay(db, memberId, 1n)) !== null) return { ...list([]), banks: [] };
  if (!all.some(hasRules)) return list(all);
  const choice = chooseAccounts(await withUse(db, all, now), await depositorOf(db, memberId, now), now);
  await rememberTurns(db, memberId, choice.turns);
  return {
    ...list(choice.shown),
    ...(choice.restsUntil !== null && { restsUntil: choice.restsUntil.toISOString() }),
  };
}

/** When the first account is back, if no account of ours takes deposits; for the operators' warning. */
export async function allRestUntil(
  { db, lookups }: Pick<AppContext, 'db' | 'lookups'>,
  now = clock.date(),
): Promise<Date | null> {
  const own = lookups.get().depositAccounts;
  if (own.length === 0 || !own.every(hasRules)) return null;
  const nobody = { id: 0n, bankCode: '', told: new Map(), paying: new Set<bigint>() };
  return chooseAccounts(await withUse(db, own, now), nobody, now).restsUntil;
}

import type { AppContext } from '../../../context.ts';
import { listDepositAccounts } from '../depositAccounts.ts';
import { listGateways } from '../gateway/catalogue.ts';
import { depositorOf, rememberTurns, withUse } from './accountTurns.ts';
import { chooseAccounts, hasRules } from './chooseAccounts.ts';

/**
 * The accounts that a member can deposit to now, by the accounts' rules, then the payment gateways (DEP-01,
 * docs/decisions/171-deposit-accounts.md). Without any rule nothing is asked of the database.
 */
export async function showAccounts(
  { db, lookups, settings, connections }: Pick<AppContext, 'db' | 'lookups' | 'settings' | 'connections'>,
  memberId: bigint,
  now = new Date(),
) {
  const all = lookups.get().depositAccounts;
  const gateways = listGateways({ connections, lookups });
  const list = (accounts: typeof all) =>
    listDepositAccounts(accounts, gateways, settings.get('deposit'), settings.get('kip'));
  if (!all.some(hasRules)) return list(all);
  const choice = chooseAccounts(await withUse(db, all, now), await depositorOf(db, memberId, now), now);
  await rememberTurns(db, memberId, choice.turns);
  return {
    ...list(choice.shown),
    ...(choice.restsUntil !== null && { restsUntil: choice.restsUntil.toISOString() }),
  };
}

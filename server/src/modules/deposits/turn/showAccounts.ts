import { isGateway } from '@krapao/contract/gateways';
import type { AppContext } from '../../../context.ts';
import { listDepositAccounts } from '../depositAccounts.ts';
import { depositorOf, rememberTurns, withUse } from './accountTurns.ts';
import { chooseAccounts, hasRules } from './chooseAccounts.ts';

/**
 * The accounts that a member can deposit to now, by the accounts' rules (DEP-01, docs/decisions/171-deposit-accounts.md).
 * Payment gateways have no rules. Without any rule nothing is asked of the database.
 */
export async function showAccounts(
  { db, lookups, settings }: Pick<AppContext, 'db' | 'lookups' | 'settings'>,
  memberId: bigint,
  now = new Date(),
) {
  const all = lookups.get().depositAccounts;
  const terms = [settings.get('deposit'), settings.get('kip')] as const;
  if (!all.some(hasRules)) return listDepositAccounts(all, ...terms);
  const own = all.filter(({ bank_type }) => !isGateway(bank_type));
  const choice = chooseAccounts(await withUse(db, own, now), await depositorOf(db, memberId, now), now);
  await rememberTurns(db, memberId, choice.turns);
  const gateways = all.filter(({ bank_type }) => isGateway(bank_type));
  return {
    ...listDepositAccounts([...choice.shown, ...gateways], ...terms),
    ...(choice.restsUntil !== null && { restsUntil: choice.restsUntil.toISOString() }),
  };
}

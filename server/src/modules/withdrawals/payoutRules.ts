import type { PayoutRule } from '@krapao/contract/payoutRules';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { compareName } from '../deposits/incoming/maskedName.ts';
import { linksOf } from './memberLinks.ts';
import { hasThirdPartyPayer, missingPlay, type PayoutFacts, readPayoutFacts } from './payoutFacts.ts';
import type { WithdrawalRow } from './withdrawalRow.ts';

type Rules = SettingValue<'payout'>;

/**
 * The bank's answer about the account's name. `notAsked`: the account was paid before, or the rules do not require it.
 */
export type ToldName = { status: 'told'; name: string } | { status: 'cannot' | 'notAsked' };

/**
 * The rules that stop this withdrawal's automatic payout; empty: it may be paid. The caller holds the lock of the sums
 * (docs/decisions/142-payouts.md).
 */
export async function stoppedBy(
  trx: Trx,
  row: WithdrawalRow,
  { payout: rules, links }: { payout: Rules; links: SettingValue<'links'> },
  told: ToldName,
): Promise<PayoutRule[]> {
  const facts = await readPayoutFacts(trx, row);
  const stops = ruleStops(row, rules, facts);
  if (!(await isPlayed(trx, row, rules, facts))) stops.push('PLAY');
  if (rules.stopsThirdPartyPayer && (await hasThirdPartyPayer(trx, row))) stops.push('THIRD_PARTY_PAYER');
  stops.push(...(await linkStops(trx, row.member_id, rules, links)));
  if (told.status === 'cannot') stops.push('ACCOUNT_NAME');
  // A name that neither confirms nor contradicts (another script, only a mask) goes to a person.
  if (told.status === 'told' && compareName(told.name, row.bank_account_name) !== 'match')
    stops.push('ACCOUNT_NAME');
  return stops;
}

function ruleStops({ amount }: WithdrawalRow, rules: Rules, facts: PayoutFacts): PayoutRule[] {
  const stops: PayoutRule[] = [];
  if (facts.isSuspended) stops.push('SUSPENDED');
  if (facts.isFrozen) stops.push('FROZEN');
  if (facts.arePayoutsStopped) stops.push('PAYOUTS_STOPPED');
  if (facts.isHeldByCase) stops.push('CASE');
  if (facts.isHeldByFinding) stops.push('FINDING');
  if (amount > BigInt(rules.maximumSatang)) stops.push('AMOUNT');
  if (facts.memberDay + amount > BigInt(rules.memberDaySatang)) stops.push('MEMBER_DAY');
  if (facts.siteHour + amount > BigInt(rules.siteHourSatang)) stops.push('SITE_HOUR');
  if (facts.memberAge < rules.memberAgeHours) stops.push('MEMBER_AGE');
  if (facts.bankAccountAge < rules.bankAccountAgeHours) stops.push('BANK_ACCOUNT_AGE');
  const isSmall = facts.memberDay + amount <= BigInt(rules.freshAccessSatang);
  if (facts.accessAge < rules.passwordAgeHours && !isSmall) stops.push('PASSWORD_AGE');
  if (facts.sinceBonus !== undefined && facts.sinceBonus < rules.bonusEndedMinutes) stops.push('BONUS_ENDED');
  const { usualDeposit, largestDeposit } = facts;
  if (
    rules.usualDepositTimes > 0 &&
    usualDeposit !== undefined &&
    largestDeposit > usualDeposit * BigInt(rules.usualDepositTimes)
  )
    stops.push('UNUSUAL_DEPOSIT');
  return stops;
}

/** Whether enough of the deposits was played, or this is the day's one withdrawal that needs no play. */
async function isPlayed(
  trx: Trx,
  { member_id, amount }: WithdrawalRow,
  rules: Rules,
  facts: PayoutFacts,
): Promise<boolean> {
  if (amount <= BigInt(rules.withoutPlaySatang) && facts.memberDayCount === 0) return true;
  return (await missingPlay(trx, member_id, rules.playedShareBps)) === 0n;
}

async function linkStops(
  trx: Trx,
  memberId: bigint,
  rules: Rules,
  linkRules: SettingValue<'links'>,
): Promise<PayoutRule[]> {
  const links = await linksOf(trx, memberId, linkRules);
  const wanted: readonly [PayoutRule, boolean][] = [
    ['SHARED_DEVICE', rules.stopsSharedDevice],
    ['SHARED_ADDRESS', rules.stopsSharedAddress],
    ['SHARED_NAME', rules.stopsSharedName],
    ['INVITER', rules.stopsInviter],
  ];
  return wanted.flatMap(([rule, isWanted]) => (isWanted && links.has(rule) ? [rule] : []));
}

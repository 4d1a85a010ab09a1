import type { DepositRules } from '../modules/deposits/depositRules.ts';
import { SETTINGS } from '../settings/schema.ts';

/** The crediting rules for tests of single verbs. */
export const DEPOSIT_RULES: DepositRules = {
  satangForCoin: 100_00,
  slipHours: 1,
  attForBaht: 650_00,
  thirdPartyPayer: 'queue',
  feed: SETTINGS.bankFeed.default,
  ownMoney: { memberDaySatang: 3_000_00, links: { addressHours: 24, addressMembers: 5 } },
};

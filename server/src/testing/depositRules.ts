import type { DepositRules } from '../modules/deposits/depositRules.ts';

/** The crediting rules for tests of single verbs. */
export const DEPOSIT_RULES: DepositRules = {
  satangForCoin: 100_00,
  slipHours: 1,
  attForBaht: 650_00,
  thirdPartyPayer: 'queue',
  feed: {
    phoneNoticeSatang: 10_000_00,
    phoneDaySatang: 100_000_00,
    phonesNoticeSatang: 100_000_00,
    phonesDaySatang: 1_000_000_00,
    keyNoticeSatang: 100_000_00,
    keyDaySatang: 1_000_000_00,
  },
  ownMoney: { memberDaySatang: 3_000_00, links: { addressHours: 24, addressMembers: 5 } },
};

import type { DepositRules } from '../modules/deposits/depositRules.ts';

/** The rules that tests of single verbs credit by. */
export const DEPOSIT_RULES: DepositRules = {
  satangForCoin: 100_00,
  slipHours: 1,
  attForBaht: 650_00,
  thirdPartyPayer: 'queue',
};

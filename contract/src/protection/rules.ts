import { ACCESS_RULES } from './rules/accessRules.ts';
import { BREAK_RULES } from './rules/breakRules.ts';
import { DATA_RULES } from './rules/dataRules.ts';
import { IDENTITY_RULES } from './rules/identityRules.ts';
import { LIMIT_RULES } from './rules/limitRules.ts';
import { MONEY_RULES } from './rules/moneyRules.ts';

/**
 * Every rule that the product enforces or shows: its rows in the table of rules (docs/protection.md), its clauses, where
 * it is enforced and where it is only shown, whether a pack may switch it off, the shape of its values, and which way each
 * value is stricter. A test that shows a rule carries `SAFE-` and the row in two digits in its title; each place has one.
 */
export const RULES = {
  ...LIMIT_RULES,
  ...BREAK_RULES,
  ...ACCESS_RULES,
  ...MONEY_RULES,
  ...IDENTITY_RULES,
  ...DATA_RULES,
} as const;

export type RuleName = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as RuleName[];

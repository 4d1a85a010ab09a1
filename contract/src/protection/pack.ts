import { Type } from '../endpoint.ts';
import { RULES, type RuleName } from './rules.ts';

type Rules = typeof RULES;
type Switch<R> = R extends { always: true } ? unknown : { isOn: boolean };
type Values<V> = { -readonly [K in keyof V]: V[K] extends Type.TSchema ? Type.Static<V[K]> : never };
/** The values of every rule in a jurisdiction; a rule that holds always has no switch. */
export type Pack = { title: string } & { [R in RuleName]: Switch<Rules[R]> & Values<Rules[R]['values']> };

const ruleSchema = (name: RuleName) => {
  const rule: { always?: true; values: Record<string, Type.TSchema> } = RULES[name];
  return Type.Object({ ...(rule.always ? {} : { isOn: Type.Boolean() }), ...rule.values });
};

/** The document that a site edits and publishes as the setting `protection`. */
export const PACK_SCHEMA = Type.Unsafe<Pack>(
  Type.Object({
    title: Type.String({ minLength: 1, maxLength: 100 }),
    ...Object.fromEntries((Object.keys(RULES) as RuleName[]).map((name) => [name, ruleSchema(name)])),
  }),
);

const NONE = { depositMonthSatang: 0, balanceSatang: 0, payoutMonthSatang: 0 };
const ANY = { depositMonthSatang: null, balanceSatang: null, payoutMonthSatang: null };

/**
 * What a site for Thailand and Laos starts with, where no licence exists: the strictest confirmed rules that do not
 * contradict one another (docs/decisions/201-jurisdiction-packs.md).
 */
export const DEFAULT_PACK: Pack = {
  title: 'Thailand and Laos',
  offerLimits: { isOn: true },
  directLink: {},
  depositLimits: { isOn: true },
  lossLimits: { isOn: true },
  stakeAndTimeLimits: { isOn: true },
  coolingOff: { hours: 24 },
  closedDoors: {},
  review: { isOn: true, months: 6 },
  breaks: { days: [1, 7, 14, 30, 42], months: [1, 2, 3] },
  exclusion: { months: [6, 12, 60], isForEver: true },
  register: { isOn: true, hours: 24 },
  returning: { hours: 24 },
  realityCheck: { isOn: true, minutes: [15, 30, 60], usualMinutes: 60 },
  idleSession: { isOn: false, minutes: 30 },
  loginNotice: { isOn: true },
  failedLogins: { isOn: false, tries: 3 },
  oneSession: { isOn: false },
  lastLogin: { isOn: true },
  balanceInCurrency: {},
  history: { months: 12 },
  netDeposits: { isOn: true },
  lifetimeDeposits: { isOn: true, satang: 80_000_00 },
  vulnerability: { isOn: true, days: 30, netDepositsSatang: 50_000_00 },
  bonusTurnover: { isOn: true, times: 10 },
  noWelcomeBonus: { isOn: false },
  noReverseWithdrawal: {},
  paidWithin: { isOn: true, minutes: 120 },
  ownAccountOnly: { isOn: true },
  age: { years: 20 },
  fundsNotice: { isOn: true, months: 6 },
  laundering: {},
  levels: {
    isOn: true,
    level0: { ...NONE, depositMonthSatang: 50_000_00, balanceSatang: 50_000_00 },
    level1: { depositMonthSatang: 700_000_00, balanceSatang: null, payoutMonthSatang: 700_000_00 },
    level2: { depositMonthSatang: 2_000_000_00, balanceSatang: null, payoutMonthSatang: 2_000_000_00 },
    level3: ANY,
    recheckMonths: 12,
  },
  highRiskList: { isOn: true },
  records: { years: 5 },
  onePerson: { isOn: true },
  copy: { days: 30 },
  erasure: { days: 90 },
  breach: { hours: 72 },
};

import type { Pack } from '../pack.ts';

const NONE = { depositMonthSatang: 0, balanceSatang: 0, payoutMonthSatang: 0 };
const ANY = { depositMonthSatang: null, balanceSatang: null, payoutMonthSatang: null };

/**
 * What a site for Thailand and Laos starts with, where no licence exists: the strictest confirmed rules that do not
 * contradict one another or the specification (docs/decisions/201-jurisdiction-packs.md).
 */
export const DEFAULT_PACK: Pack = {
  title: 'Thailand and Laos',
  offerLimits: { isOn: true },
  directLink: {},
  depositLimits: { isOn: true },
  lossLimits: { isOn: true },
  stakeAndTimeLimits: { isOn: true },
  lowering: {},
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
  lifetimeDeposits: { isOn: false, satang: 80_000_00 },
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

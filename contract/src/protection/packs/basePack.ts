import type { Pack } from '../pack.ts';

// At about 32 baht a dollar.
const WITHOUT_DOCUMENT = {
  depositMonthSatang: 96_000_00,
  balanceSatang: null,
  payoutMonthSatang: 96_000_00,
};
const ANY = { depositMonthSatang: null, balanceSatang: null, payoutMonthSatang: null };

/** Customer due diligence of a casino from 3,000 US dollars (FATF R.22), which every law here follows. */
export const CASINO_LEVELS: Pack['levels'] = {
  isOn: true,
  level0: WITHOUT_DOCUMENT,
  level1: WITHOUT_DOCUMENT,
  level2: ANY,
  level3: ANY,
  recheckMonths: 12,
};

/** What every pack has: the rules that hold always, at the least that the product allows, and all others off. */
export const BASE_PACK: Pack = {
  title: '',
  offerLimits: { isOn: false },
  directLink: {},
  depositLimits: { isOn: false },
  lossLimits: { isOn: false },
  stakeAndTimeLimits: { isOn: false },
  lowering: {},
  coolingOff: { hours: 24 },
  closedDoors: {},
  review: { isOn: false, months: 6 },
  breaks: { days: [1, 7], months: [1, 2, 3] },
  exclusion: { months: [6, 12, 60], isForEver: false },
  register: { isOn: false, hours: 24 },
  returning: { hours: 24 },
  realityCheck: { isOn: false, minutes: [15, 30, 60], usualMinutes: 60 },
  idleSession: { isOn: false, minutes: 30 },
  loginNotice: { isOn: false },
  failedLogins: { isOn: false, tries: 3 },
  oneSession: { isOn: false },
  lastLogin: { isOn: false },
  balanceInCurrency: {},
  history: { months: 12 },
  netDeposits: { isOn: false },
  lifetimeDeposits: { isOn: false, satang: 80_000_00 },
  vulnerability: { isOn: false, days: 30, netDepositsSatang: 50_000_00 },
  bonusTurnover: { isOn: false, times: 10 },
  noWelcomeBonus: { isOn: false },
  noReverseWithdrawal: {},
  paidWithin: { isOn: false, minutes: 120 },
  ownAccountOnly: { isOn: false },
  age: { years: 18 },
  fundsNotice: { isOn: false, months: 6 },
  laundering: {},
  levels: { ...CASINO_LEVELS, isOn: false },
  highRiskList: { isOn: false },
  records: { years: 5 },
  onePerson: { isOn: false },
  copy: { days: 30 },
  erasure: { days: 90 },
  breach: { hours: 72 },
};

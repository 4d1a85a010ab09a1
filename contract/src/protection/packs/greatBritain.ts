import type { Pack } from '../pack.ts';
import { BASE_PACK, CASINO_LEVELS } from './basePack.ts';

/** Great Britain: RTS and LCCP of the Gambling Commission. Sums at 43 baht a pound, rounded down. */
export const GREAT_BRITAIN: Pack = {
  ...BASE_PACK,
  title: 'Great Britain',
  offerLimits: { isOn: true },
  depositLimits: { isOn: true },
  review: { isOn: true, months: 6 },
  breaks: { days: [1, 7, 42], months: [1] },
  register: { isOn: true, hours: 24 },
  realityCheck: { isOn: true, minutes: [15, 30, 60], usualMinutes: 60 },
  netDeposits: { isOn: true },
  vulnerability: { isOn: true, days: 30, netDepositsSatang: 6_400_00 },
  bonusTurnover: { isOn: true, times: 10 },
  fundsNotice: { isOn: true, months: 6 },
  levels: CASINO_LEVELS,
};

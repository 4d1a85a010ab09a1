import type { Pack } from '../pack.ts';
import { BASE_PACK, CASINO_LEVELS } from './basePack.ts';

/** Brazil: Law 14.790/2023 and the ordinances 615/2024 and 1.231/2024 of the Secretariat of Prizes and Betting. */
export const BRAZIL: Pack = {
  ...BASE_PACK,
  title: 'Brazil',
  offerLimits: { isOn: true },
  lossLimits: { isOn: true },
  stakeAndTimeLimits: { isOn: true },
  register: { isOn: true, hours: 24 },
  netDeposits: { isOn: true },
  noWelcomeBonus: { isOn: true },
  paidWithin: { isOn: true, minutes: 120 },
  ownAccountOnly: { isOn: true },
  onePerson: { isOn: true },
  levels: CASINO_LEVELS,
};

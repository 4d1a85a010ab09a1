import type { Pack } from '../pack.ts';
import { BASE_PACK, CASINO_LEVELS } from './basePack.ts';

/** Ontario: the Registrar's Standards for Internet Gaming of the AGCO. */
export const ONTARIO: Pack = {
  ...BASE_PACK,
  title: 'Ontario',
  offerLimits: { isOn: true },
  depositLimits: { isOn: true },
  lossLimits: { isOn: true },
  register: { isOn: true, hours: 24 },
  idleSession: { isOn: true, minutes: 30 },
  age: { years: 19 },
  levels: CASINO_LEVELS,
};

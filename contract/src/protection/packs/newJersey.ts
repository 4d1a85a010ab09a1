import type { Pack } from '../pack.ts';
import { BASE_PACK, CASINO_LEVELS } from './basePack.ts';

/** New Jersey: N.J.A.C. 13:69O. Sums at 32 baht a dollar. */
export const NEW_JERSEY: Pack = {
  ...BASE_PACK,
  title: 'New Jersey',
  register: { isOn: true, hours: 24 },
  loginNotice: { isOn: true },
  failedLogins: { isOn: true, tries: 3 },
  oneSession: { isOn: true },
  lastLogin: { isOn: true },
  lifetimeDeposits: { isOn: true, satang: 80_000_00 },
  age: { years: 21 },
  levels: CASINO_LEVELS,
};

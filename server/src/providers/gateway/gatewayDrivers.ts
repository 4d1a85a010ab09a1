import { bcelOnepay } from './bcel-onepay/bcelOnepay.ts';
import { beam } from './beam/beam.ts';
import { genericHttp } from './generic-http/genericHttp.ts';
import { omise } from './omise/omise.ts';
import { phajay } from './phajay/phajay.ts';
import { scbBills } from './scb/scbBills.ts';

/** Payment gateways. */
export const GATEWAY_DRIVERS = [omise, phajay, scbBills, bcelOnepay, beam, genericHttp];

import { omise } from './omise/omise.ts';

/** Payment gateways. */
export const GATEWAY_DRIVERS = [omise];

import type { GatewayAnswers } from '../gatewayMaker.ts';

/** BCEL OnePay, by the HTTP status: public code takes 200 with a ticket for paid, everything else for not paid. */
export const BCEL_ONEPAY_ANSWERS: GatewayAnswers = {
  200: 'TOLD',
  400: 'REFUSED',
  403: 'REFUSED',
  404: 'NOT_FOUND',
  429: 'BUSY',
  500: 'SERVER_ERROR',
};

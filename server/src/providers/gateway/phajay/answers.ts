import type { GatewayAnswers } from '../gatewayMaker.ts';

/** PhaJay, by the `message` of its answers: from its documentation and public code. */
export const PHAJAY_ANSWERS: GatewayAnswers = {
  SUCCESSFULLY: 'TOLD',
  PAYMENT_NOT_FOUND: 'NOT_FOUND',
  UNAUTHORIZED: 'KEY_REFUSED',
  INVALID_AMOUNT: 'REJECTED',
  TOO_MANY_REQUESTS: 'BUSY',
  FAILED: 'SERVER_ERROR',
};

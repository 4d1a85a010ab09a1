import type { SlipAnswers } from '../slipMaker.ts';

/**
 * SCB Open API. Its documentation of this call has 1000 alone. Which code says that there is no such transfer is not
 * known, so no answer of SCB refuses a slip.
 */
export const SCB_ANSWERS: SlipAnswers = {
  1000: 'FOUND',
  1101: 'REFUSED',
  1102: 'REFUSED',
  8901: 'SERVER_ERROR',
  9100: 'KEY_REFUSED',
  9300: 'KEY_REFUSED',
  9500: 'KEY_REFUSED',
  9503: 'KEY_REFUSED',
  9900: 'SERVER_ERROR',
};

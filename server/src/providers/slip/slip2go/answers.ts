import type { SlipAnswers } from '../slipMaker.ts';

/** Slip2Go 1.2: 200000 and 200001 from its documentation, the others from public code. The HTTP status is always 200. */
export const SLIP2GO_ANSWERS: SlipAnswers = {
  200000: 'FOUND',
  200200: 'FOUND',
  200401: 'CHECKED',
  200402: 'CHECKED',
  200403: 'CHECKED',
  200404: 'NOT_FOUND',
  // "Broken or forged": the bank does not know it, so it is asked for again before it counts as one.
  200500: 'NOT_FOUND',
  200501: 'CHECKED',
  200502: 'SERVER_ERROR',
};

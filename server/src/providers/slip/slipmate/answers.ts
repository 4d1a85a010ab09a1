import type { SlipAnswers } from '../slipMaker.ts';

/** SlipMate, Common Specification: the HTTP status is its code. */
export const SLIPMATE_ANSWERS: SlipAnswers = {
  200: 'FOUND',
  400: 'REFUSED',
  401: 'KEY_REFUSED',
  // Also "not authorized": but a wrong key is a 401.
  403: 'OUT_OF_QUOTA',
  404: 'NOT_FOUND',
  409: 'CHECKED',
  429: 'BUSY',
  500: 'SERVER_ERROR',
};

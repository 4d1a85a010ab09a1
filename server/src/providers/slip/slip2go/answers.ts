import type { SlipAnswers } from '../slipMaker.ts';

/** Slip2Go 1.2: from its documentation, 200500 and 200502 from public code. */
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
  400001: 'NOT_A_SLIP',
  400002: 'REFUSED',
  400003: 'REFUSED',
  400400: 'REFUSED',
  401001: 'KEY_REFUSED',
  401002: 'KEY_REFUSED',
  401003: 'KEY_REFUSED',
  401004: 'OUT_OF_QUOTA',
  401005: 'OUT_OF_QUOTA',
  401006: 'OUT_OF_QUOTA',
  401007: 'ADDRESS_REFUSED',
  500500: 'SERVER_ERROR',
};

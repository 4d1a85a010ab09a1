import type { SlipAnswers } from '../slipMaker.ts';

/** SlipOK 1.7: 1008, 1010 and 1012 to 1014 from its documentation, the others from public code. */
export const SLIPOK_ANSWERS: SlipAnswers = {
  success: 'FOUND',
  1000: 'REFUSED',
  1001: 'KEY_REFUSED',
  1002: 'KEY_REFUSED',
  1003: 'OUT_OF_QUOTA',
  1004: 'OUT_OF_QUOTA',
  1005: 'REFUSED',
  1006: 'REFUSED',
  1007: 'REFUSED',
  1008: 'NOT_A_SLIP',
  1009: 'SERVER_ERROR',
  1010: 'PENDING',
  1011: 'NOT_FOUND',
  1012: 'CHECKED',
  1013: 'CHECKED',
  1014: 'CHECKED',
  1015: 'OUT_OF_QUOTA',
};

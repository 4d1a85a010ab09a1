import type { SlipAnswers } from '../slipMaker.ts';

/** RDCW v2: the table of slip.rdcw.co.th/docs as public code quotes it; each refusal is HTTP 400. 2001 and 2005: public code. */
export const RDCW_ANSWERS: SlipAnswers = {
  valid: 'FOUND',
  invalid: 'NOT_FOUND',
  1000: 'KEY_REFUSED',
  1001: 'KEY_REFUSED',
  1002: 'KEY_REFUSED',
  1003: 'ADDRESS_REFUSED',
  1004: 'NOT_A_SLIP',
  1005: 'NOT_A_SLIP',
  1006: 'NOT_A_SLIP',
  1007: 'OUT_OF_QUOTA',
  1008: 'OUT_OF_QUOTA',
  2001: 'SERVER_ERROR',
  2002: 'SERVER_ERROR',
  2003: 'SERVER_ERROR',
  2004: 'SERVER_ERROR',
  2005: 'SERVER_ERROR',
  2006: 'NOT_FOUND',
};

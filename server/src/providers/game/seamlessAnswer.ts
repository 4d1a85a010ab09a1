import type { SeamlessAnswer } from '../seamlessWallet.ts';

/** An answer as JSON. */
export const jsonAnswer = (httpStatus: number, body: object): SeamlessAnswer => ({
  httpStatus,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

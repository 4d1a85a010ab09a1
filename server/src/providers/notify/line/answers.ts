import type { Answers } from '../../connections/makerAnswers.ts';

/**
 * LINE Messaging API: its answers by HTTP status ("Status codes" of the reference), and by the one message that tells
 * that the month's messages are used up ("Error messages"). 409: "an API request with the same retry key has already been
 * accepted" (docs/messaging-api/retrying-api-request). 404 and 410 are not told of a user here: the address is wrong.
 */
export const LINE_ANSWERS: Answers<'DONE' | 'REJECTED'> = {
  '200': 'DONE',
  '400': 'REJECTED',
  '401': 'KEY_REFUSED',
  '403': 'REFUSED',
  '404': 'BAD_ANSWER',
  '409': 'DONE',
  '410': 'BAD_ANSWER',
  '413': 'REJECTED',
  '415': 'REJECTED',
  '429': 'BUSY',
  '500': 'SERVER_ERROR',
  MONTHLY_LIMIT: 'OUT_OF_QUOTA',
};

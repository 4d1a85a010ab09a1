const fields = {
  reference: '/transfer/reference',
  payoutId: '/transfer/id',
  transRef: '/transfer/bankReference',
  amount: '/transfer/amount',
  code: '/code',
};
const STATUS = '/transfer/status';
const headers = { authorization: 'Bearer {apiKey}', 'content-type': 'application/json' };
const refused = { status: '422', at: '/code', is: ['UNKNOWN_BANK'], gives: 'rejected' };
/** How the sandbox's bank in two steps is called (`/as/payout-generic`), as an operator types it. */
export const PAYOUT_TEMPLATE = {
  initiate: {
    method: 'POST',
    path: '/transfers',
    headers,
    body: '{"reference":"{id}","bank":"{toBank}","account":"{toAccount}","name":"{toName}","amount":"{amount}"}',
    answers: [
      refused,
      { at: STATUS, is: ['INITIATED'], gives: 'initiated' },
      { at: STATUS, is: ['SUCCESS'], gives: 'paid' },
    ],
    fields,
  },
  confirm: {
    method: 'POST',
    path: '/transfers/{payoutId}/confirm',
    headers,
    body: '{}',
    answers: [
      { at: STATUS, is: ['SUCCESS'], gives: 'paid' },
      { at: STATUS, is: ['PENDING'], gives: 'pending' },
    ],
    fields,
  },
  query: {
    method: 'GET',
    path: '/transfers?reference={id}',
    headers,
    answers: [
      { status: '404', at: '/code', is: ['NOT_FOUND'], gives: 'notFound' },
      { at: STATUS, is: ['INITIATED'], gives: 'initiated' },
      { at: STATUS, is: ['SUCCESS'], gives: 'paid' },
      { at: STATUS, is: ['PENDING'], gives: 'pending' },
    ],
    fields,
  },
  test: {
    method: 'GET',
    path: '/',
    headers,
    answers: [{ at: '/bank', gives: 'ok' }],
    fields: { detail: '/bank' },
  },
  notice: {
    id: '/reference',
    proof: {
      by: 'signature',
      header: 'X-Signature',
      signature: { algorithm: 'hmac-sha256', over: '{body}' },
    },
  },
};

const ANSWERS = [
  { at: '/check/status', is: ['CONFIRMED'], gives: 'confirmed' },
  { at: '/check/status', is: ['REFUSED'], gives: 'refused' },
  { at: '/check/status', is: ['PENDING'], gives: 'pending' },
];
const FIELDS = {
  reference: '/check/reference',
  name: '/check/name',
  birthDate: '/check/birthDate',
  documentNumber: '/check/documentNumber',
  expiresOn: '/check/expiresOn',
  reason: '/check/reason',
};
const KEY = { authorization: 'Bearer {apiKey}' };

/** How the sandbox's maker of document checks is asked (`/as/verification`), as an operator types it. */
export const VERIFICATION_TEMPLATE = {
  check: {
    method: 'POST',
    path: '/checks',
    headers: { ...KEY, 'content-type': 'application/json' },
    body: '{"reference":"{id}","kind":"{documentKind}","name":"{name}","front":"{front}","back":"{back}","selfie":"{selfie}"}',
    answers: ANSWERS,
    fields: FIELDS,
  },
  query: {
    method: 'GET',
    path: '/checks/{id}',
    headers: KEY,
    answers: [...ANSWERS, { at: '/check/status', is: ['NONE'], gives: 'notFound' }],
    fields: FIELDS,
  },
  test: {
    method: 'GET',
    path: '/',
    headers: KEY,
    answers: [{ status: '200', gives: 'ok' }],
    fields: { detail: '/plan' },
  },
  notice: {
    id: '/reference',
    proof: {
      by: 'signature',
      header: 'x-signature',
      signature: { over: '{body}', algorithm: 'hmac-sha256', encoding: 'hex' },
    },
  },
};

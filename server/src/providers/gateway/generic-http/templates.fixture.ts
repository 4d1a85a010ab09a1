const JSON_HEADERS = { 'Content-Type': 'application/json' };
const CHARGE = {
  order: '/referenceId',
  amount: '/amount',
  paidAt: '/transactionTime',
  currency: '/currency',
};
const STATES = [
  { status: '2xx', at: '/status', is: ['SUCCEEDED'], gives: 'paid' },
  { status: '2xx', at: '/status', is: ['PENDING'], gives: 'pending' },
  { status: '2xx', at: '/status', is: ['FAILED'], gives: 'expired' },
  { at: '/error/errorCode', is: ['NOT_FOUND_ERROR'], gives: 'not_found' },
] as const;
const beamCall = {
  method: 'GET',
  path: '/api/v1/charges/{paymentId}',
  headers: { Authorization: 'Basic {basic}' },
  answers: STATES,
  fields: CHARGE,
} as const;

/** Beam, as an operator could describe it. */
export const BEAM_AS_TEMPLATE = {
  amounts: 'minor',
  create: {
    method: 'POST',
    path: '/api/v1/charges',
    headers: { ...JSON_HEADERS, Authorization: 'Basic {basic}', 'x-beam-idempotency-key': '{id}' },
    body: '{"amount":{amountMinor},"currency":"{currency}","referenceId":"{id}","paymentMethod":{"paymentMethodType":"QR_PROMPT_PAY","qrPromptPay":{"expiresAt":"{expiresAt}"}}}',
    answers: [
      { status: '2xx', at: '/chargeId', gives: 'created' },
      { at: '/error/errorCode', is: ['API_VALIDATION_ERROR'], gives: 'rejected' },
    ],
    fields: {
      paymentId: '/chargeId',
      qr: '/encodedImage/rawData',
      expiresAt: '/encodedImage/expiry',
      reason: '/error/errorCode',
    },
  },
  query: beamCall,
  find: {
    ...beamCall,
    path: '/api/v1/charges?referenceId={id}',
    answers: [
      ...STATES.slice(0, 3).map((state) => ({ ...state, at: '/data/0/status' })),
      { status: '2xx', at: '/data', gives: 'not_found' },
    ],
    fields: Object.fromEntries(Object.entries(CHARGE).map(([name, at]) => [name, `/data/0${at}`])),
  },
  notice: {
    proof: {
      by: 'signature',
      header: 'X-Beam-Signature',
      signature: { algorithm: 'hmac-sha256', encoding: 'base64', keyIn: 'base64', over: '{body}' },
    },
    outcomes: [{ at: '/status', is: ['SUCCEEDED'], gives: 'paid' }],
    fields: {
      id: '/referenceId',
      paymentId: '/chargeId',
      amount: '/amount',
      paidAt: '/transactionTime',
      currency: '/currency',
    },
  },
  test: {
    ...beamCall,
    path: '/api/v1/charges?limit=1',
    answers: [{ status: '200', at: '/data', gives: 'ok' }],
  },
} as const;

/** PhaJay with BCEL's QR: amounts in whole kip, and notices that prove nothing. */
export const PHAJAY_AS_TEMPLATE = {
  amounts: 'major',
  create: {
    method: 'POST',
    path: '/payment/generate-bcel-qr',
    headers: { ...JSON_HEADERS, secretKey: '{secretKey}' },
    body: '{"amount":{amountWhole},"description":"{reference}","tag1":"{reference}"}',
    answers: [{ at: '/message', is: ['SUCCESSFULLY'], gives: 'created' }],
    fields: { paymentId: '/transactionId', qr: '/qrCode' },
  },
  query: {
    method: 'GET',
    path: '/payment/check-transaction/status/{paymentId}',
    headers: { Authorization: 'Basic Z2F0ZXdheS1kcml2ZXItdGVzdC1zZWNyZXQ=' },
    answers: [
      { at: '/data/status', is: ['PAYMENT_COMPLETED'], gives: 'paid' },
      { at: '/data/status', is: ['WAITING'], gives: 'pending' },
      { at: '/data/status', is: ['EXPIRED'], gives: 'expired' },
      { at: '/data/status', is: ['REFUNDED'], gives: 'refunded' },
      { at: '/data/status', is: ['DISPUTED'], gives: 'disputed' },
      { at: '/message', is: ['PAYMENT_NOT_FOUND'], gives: 'not_found' },
    ],
    fields: {
      order: '/data/transactionId',
      amount: '/data/amount',
      paidAt: '/data/paymentTime',
      currency: '/data/currency',
    },
  },
  notice: {
    proof: { by: 'none' },
    outcomes: [{ at: '/status', is: ['PAYMENT_COMPLETED'], gives: 'paid' }],
    fields: { id: '/transactionId', amount: '/txnAmount' },
  },
} as const;

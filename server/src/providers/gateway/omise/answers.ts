import type { GatewayAnswers } from '../gatewayMaker.ts';

/** Omise, by the `code` of its errors and the `object` of its answers: the documentation has those of 400 and 401. */
export const OMISE_ANSWERS: GatewayAnswers = {
  charge: 'TOLD',
  search: 'TOLD',
  authentication_failure: 'KEY_REFUSED',
  key_expired_error: 'KEY_REFUSED',
  locked_account_error: 'KEY_REFUSED',
  not_authorized: 'KEY_REFUSED',
  backend_error: 'SERVER_ERROR',
  bad_request: 'REJECTED',
  invalid_amount: 'REJECTED',
  invalid_charge: 'REJECTED',
  failed_fraud_check: 'REJECTED',
  expired_charge: 'REJECTED',
  invalid_filters: 'REFUSED',
  invalid_page: 'REFUSED',
  invalid_scope: 'REFUSED',
  not_found: 'NOT_FOUND',
  service_not_found: 'BAD_ANSWER',
  too_many_requests: 'BUSY',
  internal_error: 'SERVER_ERROR',
  service_unavailable: 'SERVER_ERROR',
};

import { SCB_TROUBLES } from '../../scb/scbCodes.ts';
import type { GatewayAnswers } from '../gatewayMaker.ts';

/** SCB Open API, QR 30. A payment that it does not know is HTTP 404 (1104), whatever the code beside it (public code). */
export const SCB_BILL_ANSWERS: GatewayAnswers = { ...SCB_TROUBLES, 1000: 'TOLD', 404: 'NOT_FOUND' };

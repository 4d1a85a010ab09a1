import { SCB_TROUBLES } from '../../scb/scbCodes.ts';
import type { SlipAnswers } from '../slipMaker.ts';

/**
 * SCB Open API. Its documentation of this call has 1000 alone, and looks up payments of QR 30 alone. So 1104 ("Requested
 * entity record does not exist", HTTP 404) may be said of a good slip, and refuses none.
 */
export const SCB_ANSWERS: SlipAnswers = { ...SCB_TROUBLES, 1000: 'FOUND', 1104: 'REFUSED' };

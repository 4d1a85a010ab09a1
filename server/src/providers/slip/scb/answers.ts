import { SCB_TROUBLES } from '../../scb/scbCodes.ts';
import type { SlipAnswers } from '../slipMaker.ts';

/**
 * SCB Open API. Its documentation of this call has 1000 alone. Which code says that there is no such transfer is not
 * known, so no answer of SCB refuses a slip.
 */
export const SCB_ANSWERS: SlipAnswers = { ...SCB_TROUBLES, 1000: 'FOUND' };

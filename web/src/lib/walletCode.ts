/** The account code of the main wallet in transfers and statement rows (TRF-01). */
export const WALLET = 'WALLET';

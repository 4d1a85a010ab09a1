import { baseUrl } from '../connections/driverSettings.ts';

/** The setting of SCB's address. */
export const SCB_BASE = baseUrl('https://api.partners.scb/partners');

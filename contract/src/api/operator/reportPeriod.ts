import { Type } from '../../endpoint.ts';

/** A calendar day in Bangkok. */
export const Day = Type.String({ pattern: '^20[0-9]{2}-[01][0-9]-[0-3][0-9]$', description: 'YYYY-MM-DD' });

/** Days in Bangkok, including the last one. */
export const Period = Type.Object({ from: Day, to: Day });

/** The longest period of a report. */
export const PERIOD_DAYS_MAX = 366;

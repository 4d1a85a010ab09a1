import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import type { Fields, Problem } from './registration.ts';

/** The text of a problem that concerns this field; with `field` null, of one that concerns no field. */
export function problemText(problem: Problem | null, field: keyof Fields | null): string | undefined {
  if (problem?.field !== field) return undefined;
  return 'message' in problem ? t(problem.message) : errorMessage(problem.error);
}

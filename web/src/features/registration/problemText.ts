import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import type { Fields, Problem } from './registration.ts';

/** The sentence of a problem if it belongs to the field, or to no field when `field` is null. */
export function problemText(problem: Problem | null, field: keyof Fields | null): string | undefined {
  if (problem?.field !== field) return undefined;
  return 'message' in problem ? t(problem.message) : errorMessage(problem.error);
}

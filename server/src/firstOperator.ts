import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** The log-in that `npm start` prints; exists only in sandbox mode. */
export const DEMONSTRATION_OPERATOR = 'admin';
export const DEMONSTRATION_PASSWORD = 'krapao-demo';

/** In production the name of the first operator is nobody's guess (docs/decisions/339-no-operator-of-a-known-name.md). */
export const newFirstOperator = () => `admin-${randomBytes(4).toString('hex')}`;

/** The file in the data folder with the first operator's name and password in production, a line each. */
export function firstPasswordFile(dataFolder: string): string {
  return join(dataFolder, 'first-operator-password');
}

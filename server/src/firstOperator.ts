import { join } from 'node:path';

/** The name of the operator whom a new database begins with. */
export const FIRST_OPERATOR = 'admin';
/** The log-in that `npm start` prints; exists only in sandbox mode. */
export const DEMONSTRATION_PASSWORD = 'krapao-demo';

/** The file in the data folder with the first operator's password in production. */
export function firstPasswordFile(dataFolder: string): string {
  return join(dataFolder, 'first-operator-password');
}

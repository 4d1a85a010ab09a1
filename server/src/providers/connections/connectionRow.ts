import type { Selectable } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { type Keys, openSealed, seal } from '../../sealed.ts';

export type ConnectionRow = Selectable<Database['connection']>;

/** Keys of a connection by the names of its driver's schema. */
export type SecretValues = Readonly<Record<string, string>>;

/** What the seal of a connection's secrets is bound to. */
export const ownerOfSecrets = (id: string) => `connection:${id}`;

export function sealSecrets(keys: Keys, id: string, secrets: SecretValues): Buffer {
  return seal(keys, ownerOfSecrets(id), Buffer.from(JSON.stringify(secrets)));
}

/** Throws if no key opens them. */
export function openSecrets(
  keys: Keys,
  { id, secrets }: Pick<ConnectionRow, 'id' | 'secrets'>,
): SecretValues {
  return JSON.parse(openSealed(keys, ownerOfSecrets(id), secrets).toString());
}

import { type RawBuilder, sql } from 'kysely';

/** Columns or values: a device or null, and an address as limits count it. */
interface Asker {
  device: RawBuilder<unknown>;
  address: RawBuilder<unknown>;
}

/**
 * Whether two codes were asked for by one person, as far as it can be told: by devices where both brought one, else by
 * addresses. Who throws the device away is told by the address, so that a new device is no new right.
 */
export const isSameAsker = (one: Asker, other: Asker) => sql<boolean>`
  coalesce(${one.device} = ${other.device}, ${one.address} = ${other.address}, true)`;

import { type RawBuilder, sql } from 'kysely';

/** Columns or values: a device or null, and an address in the form that limits count. */
interface Asker {
  device: RawBuilder<unknown>;
  address: RawBuilder<unknown>;
}

/**
 * Whether one person requested both codes, as far as known: compares devices if both have one, otherwise addresses. A
 * requester who discards the device is identified by the address, so a new device gives no new allowance.
 */
export const isSameAsker = (one: Asker, other: Asker) => sql<boolean>`
  coalesce(${one.device} = ${other.device}, ${one.address} = ${other.address}, true)`;

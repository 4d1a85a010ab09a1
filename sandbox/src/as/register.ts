import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { clock } from '../clock.ts';
import { requireBearer } from '../http/apiKey.ts';
import { fieldsOf, textField } from '../http/fields.ts';
import { badRequest } from '../http/problem.ts';
import type { Store } from '../state/store.ts';
import type { World } from '../world.ts';

/** A person in the register; it knows a phone number by its hash alone. */
export interface RegisterEntry {
  reference: string;
  phoneHash: string;
  /** ISO; null: for ever. */
  until: string | null;
  createdAt: string;
}

const COLLECTION = 'registerEntries';
const TARGET = 'register:generic';

const hashOf = (phone: string) => createHash('sha256').update(phone).digest('hex');

/** Newest first. */
export function registerEntries(store: Store): RegisterEntry[] {
  return [...store.all<RegisterEntry>(COLLECTION).values()].reverse();
}

/** Enters a person from `{phone (+66…), until?}`. Throws Problem 400. */
export function enterPerson(store: Store, body: unknown): RegisterEntry {
  const fields = fieldsOf(body);
  const phone = textField(fields, 'phone', 20);
  if (!/^\+\d{8,15}$/.test(phone)) throw badRequest('phone must be written as +66812345678.');
  const { until } = fields;
  const end = until === undefined || until === '' ? null : Date.parse(String(until));
  if (Number.isNaN(end)) throw badRequest('until must be a date.');
  const phoneHash = hashOf(phone);
  const known = registerEntries(store).find((entry) => entry.phoneHash === phoneHash);
  const entry: RegisterEntry = {
    reference: known?.reference ?? `R${store.all(COLLECTION).size + 1}`,
    phoneHash,
    until: end === null ? null : new Date(end).toISOString(),
    createdAt: known?.createdAt ?? clock.date().toISOString(),
  };
  store.put(COLLECTION, phoneHash, entry);
  return entry;
}

/**
 * A central register of exclusions: `POST /check` with the SHA-256 of a phone number. `POST /entries` enters a person. The
 * switch is `register:generic`.
 */
export async function registerRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.post('/entries', async (request) => enterPerson(world.store, request.body));

  app.post('/check', async (request, reply) => {
    requireBearer(request, world.config.secret);
    const phoneHash = textField(fieldsOf(request.body), 'phone', 64);
    return world.calls.run(reply, {
      target: TARGET,
      applies: true,
      apply: () => {
        const entry = world.store.all<RegisterEntry>(COLLECTION).get(phoneHash);
        return entry === undefined
          ? { result: 'NONE' }
          : { result: 'LISTED', reference: entry.reference, until: entry.until };
      },
    });
  });
}

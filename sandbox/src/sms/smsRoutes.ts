import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { clock } from '../clock.ts';
import { requireApiKey } from '../http/apiKey.ts';
import { fieldsOf, textField } from '../http/fields.ts';
import type { Store } from '../state/store.ts';
import type { World } from '../world.ts';

export interface Sms {
  id: string;
  to: string;
  text: string;
  sentAt: string;
}

const COLLECTION = 'sms';

/** Newest first; to one number (in any spelling) or to all. */
export function inbox(store: Store, to: string | null, limit: number): Sms[] {
  const wanted = to === null ? null : nationalDigits(to);
  return [...store.all<Sms>(COLLECTION).values()]
    .filter((sms) => wanted === null || nationalDigits(sms.to) === wanted)
    .slice(-limit)
    .reverse();
}

/** The digits of a number without its country code or leading zero, so that 081… and +6681… are the same. */
function nationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (phone.trim().startsWith('+')) return digits.replace(/^(66|856)/, '');
  return digits.replace(/^(0|66(?=\d{9}$)|856(?=\d{9,10}$))/, '');
}

export async function smsRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.get<{ Querystring: { to?: string } }>('/sms', async (request) =>
    inbox(world.store, request.query.to ?? null, 200).map(({ to, text, sentAt }) => ({ to, text, sentAt })),
  );

  app.post('/sms', { preHandler: requireApiKey(world.config.secret) }, async (request, reply) => {
    const fields = fieldsOf(request.body);
    const id = textField(fields, 'id', 100);
    const sms = { id, to: textField(fields, 'to', 30), text: textField(fields, 'text', 1000) };
    return world.calls.run(reply, {
      target: 'sms',
      applies: true,
      special: ['duplicate', 'pendingForever'],
      apply: (fault) => {
        const copies = fault?.mode === 'duplicate' ? 2 : fault?.mode === 'pendingForever' ? 0 : 1;
        deliver(world.store, sms, copies);
        return { id, status: 'sent' };
      },
    });
  });
}

function deliver(store: Store, sms: Omit<Sms, 'sentAt'>, copies: number): void {
  if (store.all(COLLECTION).has(sms.id)) return;
  const sentAt = clock.date().toISOString();
  for (let copy = 0; copy < copies; copy += 1) {
    store.put(COLLECTION, copy === 0 ? sms.id : `${sms.id}/${randomUUID()}`, { ...sms, sentAt });
  }
}

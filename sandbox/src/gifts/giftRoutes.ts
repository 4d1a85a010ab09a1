import { randomInt } from 'node:crypto';
import { bahtText, type Satang } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { clock } from '../clock.ts';
import { requireApiKey } from '../http/apiKey.ts';
import { amountField, fieldsOf, textField } from '../http/fields.ts';
import { badRequest, Problem } from '../http/problem.ts';
import type { Store } from '../state/store.ts';
import type { World } from '../world.ts';

/** The result of redeeming a gift link. */
export const GIFT_STATES = ['ok', 'expired', 'exhausted', 'own'] as const;

export interface GiftLink {
  hash: string;
  amount: Satang;
  state: (typeof GIFT_STATES)[number];
  /** The id of the redemption that took it. */
  redeemedBy: string | null;
  createdAt: string;
}

const COLLECTION = 'giftLinks';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const REFUSALS = { expired: 'EXPIRED', exhausted: 'EXHAUSTED', own: 'OWN_GIFT' } as const;
const WRONG_BY = 100n;

export function giftUrl(hash: string): string {
  return `https://gift.truemoney.com/campaign/?v=${hash}`;
}

/** Newest first. */
export function giftLinks(store: Store): GiftLink[] {
  return [...store.all<GiftLink>(COLLECTION).values()].reverse();
}

/** Creates a link from `{amount, state?}`. Throws Problem 400. */
export function makeGiftLink(store: Store, body: unknown): GiftLink {
  const fields = fieldsOf(body);
  const state = GIFT_STATES.find((known) => known === (fields.state ?? 'ok'));
  if (!state) throw badRequest(`state must be one of ${GIFT_STATES.join(', ')}.`);
  const hash = Array.from({ length: 26 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const createdAt = clock.date().toISOString();
  const link: GiftLink = { hash, amount: amountField(fields), state, redeemedBy: null, createdAt };
  store.put(COLLECTION, hash, link);
  return link;
}

export async function giftRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.post('/gift-links', async (request) => ({
    link: giftUrl(makeGiftLink(world.store, request.body).hash),
  }));

  const preHandler = requireApiKey(world.config.secret);
  app.post('/gift-links/redeem', { preHandler }, async (request, reply) => {
    const fields = fieldsOf(request.body);
    const id = textField(fields, 'id', 100);
    const hash = textField(fields, 'hash', 64);
    return world.calls.run(reply, {
      target: 'gift',
      applies: true,
      special: ['wrongAmount'],
      apply: (fault) => {
        const { amount } = redeem(world.store, id, hash);
        return { id, amount: bahtText(fault?.mode === 'wrongAmount' ? amount + WRONG_BY : amount) };
      },
    });
  });
}

function redeem(store: Store, id: string, hash: string): GiftLink {
  const link = store.all<GiftLink>(COLLECTION).get(hash);
  if (!link) throw new Problem(404, 'NOT_FOUND', 'There is no such gift.');
  if (link.redeemedBy === id) return link;
  if (link.redeemedBy !== null) throw new Problem(409, 'ALREADY_REDEEMED', 'This gift was redeemed before.');
  if (link.state !== 'ok') throw new Problem(410, REFUSALS[link.state], 'This gift cannot be redeemed.');
  const redeemed = { ...link, redeemedBy: id };
  store.put(COLLECTION, hash, redeemed);
  return redeemed;
}

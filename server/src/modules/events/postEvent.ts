import type { WebhookTrouble } from '@krapao/contract/connections';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { OutgoingHttp } from '../../providers/connections/outgoingHttp.ts';
import { withoutSecrets } from '../../providers/connections/withoutSecrets.ts';
import { signedHeaders } from '../../standardWebhooks.ts';
import type { presentEvent } from './eventRow.ts';
import { knownSecrets, type WebhookRow } from './webhookRow.ts';

/** What a receiver made of an event. */
export interface Sent {
  isDelivered: boolean;
  /** It wants no more events. */
  isGone: boolean;
  httpStatus: number | null;
  trouble: WebhookTrouble | null;
  /** The beginning of its answer, without secrets. */
  answer: string;
  tookMs: number;
}

const ANSWER_MAX = 500;
const TIMEOUT_MS = 15_000;
const GONE = 410;

const notSent = (trouble: WebhookTrouble, tookMs: number): Sent => ({
  isDelivered: false,
  isGone: false,
  httpStatus: null,
  trouble,
  answer: '',
  tookMs,
});

/** Sends one event, signed. An answer of 200 to 299 within 15 seconds takes it; no other node sends it meanwhile. */
export async function postEvent(
  context: Pick<AppContext, 'config' | 'secrets'>,
  http: OutgoingHttp,
  webhook: Pick<WebhookRow, 'id' | 'url' | 'secrets'>,
  event: ReturnType<typeof presentEvent>,
): Promise<Sent> {
  const secrets = knownSecrets(context, webhook);
  if (secrets.length === 0) return notSent('SECRET_LOST', 0);
  const body = JSON.stringify(event);
  const began = performance.now();
  const answer = await withoutSecrets(http, Object.fromEntries(secrets.entries())).call({
    method: 'POST',
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Krapao-Webhooks',
      ...signedHeaders(secrets, { id: event.id, at: Math.floor(clock.now() / 1_000), body }),
    },
    body,
    timeoutMs: Math.min(TIMEOUT_MS, context.config.leaseSeconds * 500),
  });
  const tookMs = Math.round(performance.now() - began);
  if (answer.status === 'trouble') return notSent(answer.trouble, tookMs);
  const { httpStatus, text } = answer;
  return {
    isDelivered: httpStatus >= 200 && httpStatus < 300,
    isGone: httpStatus === GONE,
    httpStatus,
    trouble: null,
    // The database stores no NUL.
    answer: text.slice(0, ANSWER_MAX).replaceAll('\0', ''),
    tookMs,
  };
}

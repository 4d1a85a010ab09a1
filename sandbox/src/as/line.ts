import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, FaultMode } from '../faults/switches.ts';
import { isKey } from '../http/apiKey.ts';
import { fieldsOf, textField } from '../http/fields.ts';
import { badRequest, Problem } from '../http/problem.ts';
import type { World } from '../world.ts';
import { LINE_ACCOUNT, lineWebhook } from './lineEvents.ts';
import { LINE_FAULT_MODES } from './lineFaults.ts';
import { bodyOf } from './slipDialect.ts';

const TARGET = 'notify:line';
const QUOTA = 500;
const TEXT_MAX = 5_000;
const FAULTS: readonly FaultMode[] = ['duplicate', ...LINE_FAULT_MODES];
/** Its words (reference, "Error messages"). */
const UNKNOWN_TOKEN =
  'Authentication failed due to the following reason: invalid token. Confirm that the access token in the authorization header is valid.';
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * LINE's Messaging API: pushes with a retry key, replies, link tokens, the account and its quota. `PUT /webhook {url,
 * secret}` is the channel's page in LINE's console. The token of the channel is the sandbox's secret; the channel secret
 * is what was set there, else the same. The switch is `notify:line`.
 */
export async function lineRoutes(app: FastifyInstance, world: World): Promise<void> {
  const { line } = world;
  world.webhooks.sendBy('line', (body) => ({
    'x-line-signature': createHmac('sha256', lineWebhook(world)?.secret ?? world.config.secret)
      .update(body)
      .digest('base64'),
  }));

  app.addHook('onRequest', async (_request, reply) => void reply.header('x-line-request-id', randomUUID()));

  app.put('/webhook', async (request) => {
    const fields = fieldsOf(request.body);
    const url = textField(fields, 'url', 500);
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw badRequest('url must be an http or https address.');
    const secret = fields.secret === undefined ? world.config.secret : textField(fields, 'secret', 200);
    world.store.put('lineChannel', 'webhook', { url, secret });
    return { url };
  });

  const answer = (
    { headers }: FastifyRequest,
    reply: FastifyReply,
    applies: boolean,
    apply: (fault: Fault | null) => object,
  ) =>
    world.calls.run<object>(reply, {
      target: TARGET,
      applies,
      special: FAULTS,
      apply: (fault) => {
        if (!isKey(headers.authorization, `Bearer ${world.config.secret}`) || fault?.mode === 'wrongKey')
          return refuse(reply, 401, UNKNOWN_TOKEN);
        if (fault?.mode === 'busy')
          return refuse(reply, 429, 'The API rate limit has been exceeded. Try again later.');
        if (fault?.mode === 'outOfQuota') return refuse(reply, 429, 'You have reached your monthly limit.');
        if (fault?.mode === 'code') return refuse(reply, Number(fault.code), 'An answer of the switch');
        return apply(fault);
      },
    });

  app.post('/v2/bot/message/push', async (request, reply) =>
    answer(request, reply, true, (fault) => {
      const { to, messages } = bodyOf(request.body);
      const retryKey = request.headers['x-line-retry-key'];
      const text = textOf(messages);
      if (retryKey !== undefined && (typeof retryKey !== 'string' || !UUID.test(retryKey)))
        return refuse(reply, 400, 'Invalid retry key');
      if (text === undefined) return refuse(reply, 400, 'The request body has 1 error(s)');
      const user = line.user(String(to));
      if (user === undefined) return refuse(reply, 400, 'Failed to send messages');
      const accepted = retryKey === undefined ? undefined : line.accepted(retryKey);
      if (accepted !== undefined) {
        reply.header('x-line-accepted-request-id', accepted.requestId);
        const { sentMessages } = accepted;
        return { ...refuse(reply, 409, 'The retry key is already accepted'), sentMessages };
      }
      const sentMessages = [{ id: randomUUID(), quoteToken: '' }];
      if (retryKey !== undefined)
        line.accept(retryKey, { requestId: String(reply.getHeader('x-line-request-id')), sentMessages });
      // A block is not told: the message is accepted and nobody reads it.
      if (user.account === 'friend') line.write(user.id, true, text);
      if (fault?.mode === 'error500AfterApply') throw new Problem(500, 'INTERNAL', 'Internal Server Error');
      return { sentMessages };
    }),
  );

  app.post('/v2/bot/message/reply', async (request, reply) =>
    answer(request, reply, true, () => {
      // "If you specify it for an API other than these, the request is rejected" (retrying-api-request).
      if (request.headers['x-line-retry-key'] !== undefined)
        return refuse(reply, 400, 'Retry key is not supported');
      const { replyToken, messages } = bodyOf(request.body);
      const text = textOf(messages);
      const to = text === undefined ? undefined : line.useReplyToken(String(replyToken));
      if (text === undefined || to === undefined) return refuse(reply, 400, 'Invalid reply token');
      line.write(to, true, text);
      return { sentMessages: [{ id: String(replyToken), quoteToken: '' }] };
    }),
  );

  app.post<{ Params: { userId: string } }>('/v2/bot/user/:userId/linkToken', async (request, reply) =>
    answer(request, reply, true, () => {
      const user = line.user(request.params.userId);
      return user === undefined ? refuse(reply, 404, 'Not found') : { linkToken: line.linkToken(user.id) };
    }),
  );

  app.get('/v2/bot/info', async (request, reply) =>
    answer(request, reply, false, () => ({
      userId: `U${'0'.repeat(32)}`,
      basicId: LINE_ACCOUNT,
      displayName: 'Krapao',
      chatMode: 'bot',
      markAsReadMode: 'auto',
    })),
  );
  app.get('/v2/bot/message/quota', async (request, reply) =>
    answer(request, reply, false, () => ({ type: 'limited', value: QUOTA })),
  );
  app.get('/v2/bot/message/quota/consumption', async (request, reply) =>
    answer(request, reply, false, () => ({ totalUsage: line.sent() })),
  );
}

function refuse(reply: FastifyReply, status: number, message: string): object {
  reply.code(status);
  return { message };
}

/** The text of one text message; undefined for anything else. */
function textOf(messages: unknown): string | undefined {
  if (!Array.isArray(messages) || messages.length !== 1) return undefined;
  const { type, text } = bodyOf(messages[0]);
  return type === 'text' && typeof text === 'string' && text.length > 0 && text.length <= TEXT_MAX
    ? text
    : undefined;
}

import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../http/fields.ts';
import { Problem } from '../http/problem.ts';
import type { World } from '../world.ts';
import { isSigned } from './eventBook.ts';

/** A question as the bot got it. */
interface Question {
  body: { type: string; timestamp: string; data: { conversation: string; language: string; text: string } };
  raw: string;
}

const QUESTIONS = 'botQuestions';
const SETTINGS = 'botSettings';
const TARGET = 'chatBot:webhook';

/**
 * A bot of the chat at `POST /as/chat-bot`. `PUT …/secret {secret}` tells it the secret that it verifies with, without which it
 * answers nobody; `PUT …/answer {answer}` what it says to everything (any JSON: it may lie), null again its own words;
 * `GET …/questions` is what came. The switch is `chatBot:webhook`.
 */
export async function chatBotRoutes(app: FastifyInstance, { store, calls }: World): Promise<void> {
  app.put('/secret', async (request) => {
    store.put(SETTINGS, 'secret', String((fieldsOf(request.body) as { secret?: unknown }).secret));
    return { known: true };
  });
  app.put('/answer', async (request) => {
    const { answer } = fieldsOf(request.body) as { answer?: unknown };
    store.put(SETTINGS, 'answer', { answer: answer ?? null });
    return { said: true };
  });
  app.get('/questions', async () => [...store.all<Question>(QUESTIONS).values()]);

  await app.register(async (raw) => {
    // Signatures cover the raw bytes.
    raw.removeContentTypeParser('application/json');
    raw.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    raw.post('/', async (request, reply) =>
      calls.run<object>(reply, {
        target: TARGET,
        applies: true,
        apply: () => {
          const bytes = request.body as Buffer;
          const secret = store.all<string>(SETTINGS).get('secret');
          if (secret === undefined || !isSigned([secret], request.headers, bytes))
            throw new Problem(401, 'BAD_SIGNATURE', 'The signature is wrong.');
          const body = JSON.parse(bytes.toString()) as Question['body'];
          store.put(QUESTIONS, randomUUID(), { body, raw: bytes.toString() });
          const given = store.all<{ answer: object | null }>(SETTINGS).get('answer')?.answer;
          return given ?? ownWords(body.data.text);
        },
      }),
    );
  });
}

const ownWords = (text: string) => ({
  text: `You asked: ${text.slice(0, 200)}`,
  quickReplies: [{ title: 'Deposits' }, { title: 'Games' }],
});

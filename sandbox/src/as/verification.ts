import { createHash, createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clock } from '../clock.ts';
import type { Fault, FaultMode } from '../faults/switches.ts';
import { requireBearer } from '../http/apiKey.ts';
import { fieldsOf, textField } from '../http/fields.ts';
import { badRequest, notFound } from '../http/problem.ts';
import type { Store } from '../state/store.ts';
import type { World } from '../world.ts';
import { VERIFICATION_FAULT_MODES } from './verificationFaults.ts';

export const VERIFICATION_OUTCOMES = ['CONFIRMED', 'REFUSED', 'PENDING', 'OTHER_PERSON'] as const;
type Outcome = (typeof VERIFICATION_OUTCOMES)[number];

/** A check of a document; of its pictures the number of bytes and a hash are kept. */
export interface DocumentCheck {
  reference: string;
  kind: string;
  name: string;
  pictures: Readonly<Record<string, string>>;
  outcome: Outcome;
  createdAt: string;
}

const MAKER = 'verification';
const TARGET = 'verification:generic';
const CHECKS = 'documentChecks';
const PORTAL = 'verificationPortal';
const PARTS = ['front', 'back', 'selfie'];
const SPECIAL: readonly FaultMode[] = ['pendingForever', ...VERIFICATION_FAULT_MODES];

/** Newest first. */
export function documentChecks(store: Store): DocumentCheck[] {
  return [...store.all<DocumentCheck>(CHECKS).values()].reverse();
}

/** Decides a check and tells its merchant, as `{outcome}` says. Throws Problem 400 and 404. */
export function decideCheck(world: World, reference: string, body: unknown): DocumentCheck {
  const wanted = textField(fieldsOf(body), 'outcome', 20);
  const outcome = VERIFICATION_OUTCOMES.find((one) => one === wanted);
  if (outcome === undefined) throw badRequest(`outcome must be one of ${VERIFICATION_OUTCOMES.join(', ')}.`);
  const check = world.store.all<DocumentCheck>(CHECKS).get(reference);
  if (check === undefined) throw notFound('There is no such check.');
  const next = { ...check, outcome };
  world.store.put(CHECKS, reference, next);
  const portal = world.store.all<{ url: string }>(PORTAL).get(MAKER);
  if (portal) world.webhooks.addOf(MAKER, portal.url, JSON.stringify({ reference, event: 'decided' }));
  return next;
}

/**
 * A maker that checks documents: `POST /checks` with pictures in Base64, asked by `GET /checks/<reference>`. One reference
 * is one check. `PUT /webhook {url}` is its portal, `POST /checks/<reference>/decision {outcome}` its clerk. The switch is
 * `verification:generic`.
 */
export async function verificationRoutes(app: FastifyInstance, world: World): Promise<void> {
  const { store } = world;
  const checks = () => store.all<DocumentCheck>(CHECKS);
  const requireKey = (request: FastifyRequest) => requireBearer(request, world.config.secret);
  world.webhooks.sendBy(MAKER, (body) => ({
    'x-signature': createHmac('sha256', world.config.secret).update(body).digest('hex'),
  }));

  app.get('/', async (request) => {
    requireKey(request);
    return { plan: 'Sandbox checks' };
  });

  app.post('/checks', async (request, reply) => {
    requireKey(request);
    const fields = fieldsOf(request.body);
    const reference = textField(fields, 'reference', 100);
    const check: DocumentCheck = {
      reference,
      kind: textField(fields, 'kind', 40),
      name: textField(fields, 'name', 200),
      pictures: Object.fromEntries(PARTS.map((part) => [part, pictureOf(fields[part])])),
      outcome: 'CONFIRMED',
      createdAt: clock.date().toISOString(),
    };
    return world.calls.run(reply, {
      target: TARGET,
      applies: true,
      special: SPECIAL,
      apply: (fault) => {
        const known = checks().get(reference);
        const isWaiting = fault?.mode === 'pendingForever' || fault?.mode === 'lateWebhook';
        const one = known ?? (isWaiting ? { ...check, outcome: 'PENDING' as const } : check);
        store.put(CHECKS, reference, one);
        return presented(one, fault);
      },
    });
  });

  app.get<{ Params: { reference: string } }>('/checks/:reference', async (request, reply) => {
    requireKey(request);
    return world.calls.run(reply, {
      target: TARGET,
      applies: false,
      special: SPECIAL,
      apply: (fault) => {
        const check = checks().get(request.params.reference);
        return check === undefined ? { check: { status: 'NONE' } } : presented(check, fault);
      },
    });
  });

  app.post<{ Params: { reference: string } }>('/checks/:reference/decision', async (request) =>
    decideCheck(world, request.params.reference, request.body),
  );

  app.put('/webhook', async (request) => {
    const url = textField(fieldsOf(request.body), 'url', 500);
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw badRequest('url must be an http or https address.');
    store.put(PORTAL, MAKER, { url });
    return { url };
  });
}

function pictureOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') return '';
  const bytes = Buffer.from(value, 'base64');
  if (bytes.subarray(0, 2).toString('hex') !== 'ffd8')
    throw badRequest('A picture must be a JPEG in Base64.');
  return `${bytes.length} bytes, ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`;
}

function presented(check: DocumentCheck, fault: Fault | null): object {
  if (fault?.mode === 'garbage') return { check: { status: 'CONFIRMED', reference: 'somebody else' } };
  const contrary = check.outcome === 'REFUSED' ? 'CONFIRMED' : 'REFUSED';
  const outcome = fault?.mode === 'contradicting' ? contrary : check.outcome;
  const { reference } = check;
  if (outcome === 'PENDING') return { check: { reference, status: 'PENDING' } };
  if (outcome === 'REFUSED')
    return { check: { reference, status: 'REFUSED', reason: 'The face is not that of the document' } };
  const isOther = outcome === 'OTHER_PERSON' || fault?.mode === 'otherPerson';
  const number = createHash('sha256')
    .update(check.pictures.front ?? '')
    .update(check.name)
    .digest('hex');
  return {
    check: {
      reference,
      status: 'CONFIRMED',
      name: isOther ? 'MALEE SOMEBODYELSE' : check.name,
      birthDate: fault?.mode === 'tooYoung' ? '2015-04-13' : '1990-04-13',
      documentNumber: number.slice(0, 12).toUpperCase(),
      expiresOn: '2039-01-01',
    },
  };
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../appError.ts';
import { clock } from '../clock.ts';
import type { AppContext } from '../context.ts';

export const PROBE_PATH = '/healthz/site';
export const PROBE_HEADER = 'x-krapao-probe';
/** Of no machine (RFC 5737): a server that believes it believes anybody. */
export const FORGED_ADDRESS = '203.0.113.254';

/** Clocks that differ are what the preflight looks for, so an hour is admitted. */
const VALID_MS = 3_600_000;

/** What a node of the site tells to another one. */
export interface ProbeAnswer {
  proof: string;
  /** The caller's address as the limits count it. */
  address: string;
  forwardedFor: string | null;
  /** Milliseconds since 1970. */
  now: number;
}

const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex');
const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** What the caller sends: only who has the master key can make it, for an hour. */
export function probeHeader(key: Buffer, now: number): string {
  return `${now}.${mac(key, `ask ${now}`)}`;
}

/** Whether a node with the same master key gave this answer. */
export function isProved(key: Buffer, header: string, proof: string): boolean {
  return isSame(mac(key, `answer ${header}`), proof);
}

/** GET /healthz/site: lets the site's own preflight see what arrives through the proxies. Nobody else learns anything. */
export function siteProbe(app: FastifyInstance, { secrets }: Pick<AppContext, 'secrets'>): void {
  app.get(PROBE_PATH, { schema: { hide: true }, logLevel: 'debug' }, async (request, reply) => {
    const header = String(request.headers[PROBE_HEADER] ?? '');
    const at = Number(header.split('.')[0]);
    if (!isSame(probeHeader(secrets.probe, at), header) || Math.abs(clock.now() - at) > VALID_MS)
      throw new AppError('NOT_FOUND');
    const forwarded = request.headers['x-forwarded-for'];
    const answer: ProbeAnswer = {
      proof: mac(secrets.probe, `answer ${header}`),
      address: request.ip,
      forwardedFor: forwarded === undefined ? null : String(forwarded),
      now: clock.now(),
    };
    return reply.header('Cache-Control', 'no-store').send(answer);
  });
}

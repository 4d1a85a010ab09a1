import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { loggableUrl } from './logOptions.ts';

/**
 * The caller, for every line that a call logs: the call's id, and the member's id if there is one; never a name or
 * number.
 */
export function callNames({ id, session }: FastifyRequest): { reqId: string; memberId?: string } {
  return { reqId: id, ...(session && { memberId: String(session.memberId) }) };
}

/**
 * Writes one line per finished call. Calls share the server's logger, because a logger per call costs more than a small
 * answer; the lines therefore name the call themselves.
 */
export class CallLog extends LogController {
  readonly #written: ReadonlySet<'info' | 'debug'>;

  /** @param level of the server's logger, by pino's names */
  constructor(level: string) {
    super();
    const isVerbose = ['trace', 'debug'].includes(level);
    this.#written = new Set(isVerbose ? ['info', 'debug'] : level === 'info' ? ['info'] : []);
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const level = levelOf(request, reply);
    if (!error && !this.#written.has(level)) return;
    const line = { ...lineOf(request, reply), status: reply.statusCode };
    if (error) request.log.error({ ...line, err: error }, 'call broken off');
    else request.log[level](line, 'call');
  }
}

/** Also logs calls whose caller disconnected before the answer; Fastify does not report these to a `LogController`. */
export function logCallersGone(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished || reply.raw.errored) return;
      request.log[levelOf(request, reply)](lineOf(request, reply), 'caller gone');
    });
    done();
  });
}

/** Files and probes (`logLevel: 'debug'` on their routes) would drown the calls; what went wrong with them would not. */
const levelOf = ({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply) =>
  routeOptions.logLevel === 'debug' && statusCode < 400 ? 'debug' : 'info';

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    ...callNames(request),
    method: request.method,
    url: loggableUrl(request.url),
    remoteAddress: request.ip,
    ms: Math.round(reply.elapsedTime),
  };
}

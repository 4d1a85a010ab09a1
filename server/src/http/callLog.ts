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
  readonly #namesEveryCall: boolean;

  /** @param level of the server's logger, by pino's names */
  constructor(level: string) {
    super();
    this.#namesEveryCall = ['trace', 'debug', 'info'].includes(level);
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (!error && !(this.#namesEveryCall && !request.routeOptions.logLevel)) return;
    const line = { ...lineOf(request, reply), status: reply.statusCode };
    if (error) request.log.error({ ...line, err: error }, 'call broken off');
    else request.log.info(line, 'call');
  }
}

/** Also logs calls whose caller disconnected before the answer; Fastify does not report these to a `LogController`. */
export function logCallersGone(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished || reply.raw.errored || request.routeOptions.logLevel) return;
      request.log.info(lineOf(request, reply), 'caller gone');
    });
    done();
  });
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    ...callNames(request),
    method: request.method,
    url: loggableUrl(request.url),
    remoteAddress: request.ip,
    ms: Math.round(reply.elapsedTime),
  };
}

import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { loggableUrl } from './logOptions.ts';

/** Who asked, for every line that a call logs: the call's id, and the member's where there is one; never a name or number. */
export function callNames({ id, session }: FastifyRequest): { reqId: string; memberId?: string } {
  return { reqId: id, ...(session && { memberId: String(session.memberId) }) };
}

/**
 * One line a call, when it has ended. Calls share the server's logger, since a logger of its own for each costs more
 * than a small answer: lines name the call themselves.
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
    const line = {
      ...callNames(request),
      method: request.method,
      url: loggableUrl(request.url),
      remoteAddress: request.ip,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (error) request.log.error({ ...line, err: error }, 'call broken off');
    else request.log.info(line, 'call');
  }
}

import type { IncomingHttpHeaders } from 'node:http';
import type {
  ClientEvents,
  JoinAnswer,
  ServerEvents,
  SocketAuth,
  TypingEvent,
} from '@krapao/contract/events';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Server } from 'socket.io';
import { AppError } from '../appError.ts';
import type { SessionEnds, SessionName } from '../calls/sessionEnds.ts';
import type { Metrics } from '../operations/metrics.ts';
import { type AdapterOptions, openAdapter } from './adapter.ts';
import { typingSigns } from './typingSigns.ts';

/** The identity behind a socket, and the rooms that it may join. */
export interface SocketIdentity {
  side: TypingEvent['by'];
  /** Whether the socket may join the named room. */
  mayJoin(room: string): boolean;
  /** Whether somebody can type in the named room; the operators' inbox is no conversation. */
  isConversation(room: string): boolean;
  /** The newest position of the room, for the answer to a join. */
  positionOf(room: string): Promise<number>;
  /** The session that the identity depends on: the socket ends with it. Undefined: no end. */
  session: SessionName | undefined;
}

export interface RealtimeOptions extends Omit<AdapterOptions, 'onError'> {
  allowedOrigins: readonly string[];
  /** @throws AppError if the caller may not connect */
  identify: (auth: SocketAuth, headers: IncomingHttpHeaders, remote: string) => Promise<SocketIdentity>;
  sessionEnds: Pick<SessionEnds, 'onEnd'>;
  /** Counts an open socket. @returns called when it has ended */
  openStream: Metrics['openStream'];
}

/** The sockets of all nodes together: an event emitted here reaches the room's sockets on every node. */
export interface Realtime {
  /**
   * Emits to the sockets of a room on every node. Call it after the commit; clients that miss the event load it later.
   */
  emit<E extends keyof ServerEvents>(room: string, event: E, ...values: Parameters<ServerEvents[E]>): void;
  /** Accepts sockets on an app's server until it closes. Failures between the nodes are logged there. */
  attach(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** A customer sends only `join` and `typing`, and nothing in them is long. */
const BYTES_MAX = 4_096;

/** CHT-02: socket.io over websockets only, so that nodes need no sticky sessions. */
export async function openRealtime(options: RealtimeOptions): Promise<Realtime> {
  let log: FastifyBaseLogger | undefined;
  let isClosing = false;
  const signs = typingSigns();
  const { adapter, close: closeAdapter } = await openAdapter({
    ...options,
    // Clients load what is lost between nodes; the adapter reconnects automatically.
    onError: (error) => log?.warn({ err: error }, 'messages between nodes are interrupted'),
  });
  const io = new Server<
    ClientEvents,
    ClientEvents & ServerEvents,
    ServerEvents,
    { identity: SocketIdentity }
  >({
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: BYTES_MAX,
    adapter,
    // A handshake from a page of another site carries that page's origin.
    allowRequest: (request, decide) =>
      decide(null, !isClosing && isAllowedOrigin(request.headers, options.allowedOrigins)),
  });

  io.use((socket, next) => {
    options
      .identify(socket.handshake.auth as SocketAuth, socket.handshake.headers, socket.handshake.address)
      .then((identity) => {
        socket.data.identity = identity;
        next();
      })
      .catch((error: unknown) =>
        next(new Error(error instanceof AppError ? error.code : 'SERVICE_UNAVAILABLE')),
      );
  });
  io.on('connection', (socket) => {
    forgetHandshake(socket);
    socket.on('disconnect', options.openStream('chat'));
    const { session } = socket.data.identity;
    if (session !== undefined) {
      socket.on(
        'disconnect',
        options.sessionEnds.onEnd(session, () => socket.disconnect(true)),
      );
    }
    const joining = new Map<string, Promise<JoinAnswer>>();
    socket.on('join', (room, answer) => {
      const { identity } = socket.data;
      const reply = typeof answer === 'function' ? answer : () => undefined;
      if (typeof room !== 'string' || !identity.mayJoin(room)) return reply({ code: 'UNAUTHORIZED' });
      // However often a socket asks, the database is asked once at a time.
      const joined = joining.get(room) ?? join(socket, room, identity).finally(() => joining.delete(room));
      joining.set(room, joined);
      joined.then(reply, () => reply({ code: 'SERVICE_UNAVAILABLE' }));
    });
    socket.on('typing', (room) => sign(socket, room, socket.data.identity));
  });

  /** Only who is in the room, so whoever may read it, is heard there. */
  function sign(
    socket: { rooms: Set<string>; to: typeof io.to },
    room: unknown,
    identity: SocketIdentity,
  ): void {
    if (typeof room !== 'string' || !socket.rooms.has(room) || !identity.isConversation(room)) return;
    if (signs.passes(room, identity.side)) socket.to(room).emit('typing', { room, by: identity.side });
  }

  async function join(
    socket: { join(room: string): Promise<void> | void },
    room: string,
    identity: SocketIdentity,
  ): Promise<JoinAnswer> {
    await socket.join(room);
    // Read after joining, so that a message in between is either in the position or emitted to us.
    return { code: 'OK', position: await identity.positionOf(room) };
  }

  return {
    emit: (room, event, ...values) => {
      io.to(room).emit(event, ...(values as never));
    },
    attach: (app) => {
      log = app.log;
      io.attach(app.server);
      app.addHook('preClose', async () => {
        isClosing = true;
        io.disconnectSockets(true);
        io.engine.close();
      });
    },
    close: async () => {
      for (const namespace of io._nsps.values()) namespace.adapter.close();
      await closeAdapter();
    },
  };
}

/** The socket's handshake data would otherwise stay in memory as long as the socket. */
function forgetHandshake(socket: { conn: object; handshake: object }): void {
  delete (socket.conn as { request?: unknown }).request;
  Object.assign(socket.handshake, { headers: {}, query: {}, auth: {}, url: '' });
}

function isAllowedOrigin({ origin, host }: IncomingHttpHeaders, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

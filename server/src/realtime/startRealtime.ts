import type { AppContext } from '../context.ts';
import { endedSessions, identifySocket } from './identifySocket.ts';
import { noOperators } from './operators.ts';
import { openRealtime, type Realtime } from './realtime.ts';

/** The sockets of this node, for whoever has a right to them. */
export function startRealtime(
  context: Pick<AppContext, 'config' | 'db' | 'settings' | 'secrets'>,
  databaseUrl: string,
): Promise<Realtime> {
  const { config } = context;
  return openRealtime({
    databaseUrl,
    redisUrl: config.redisUrl,
    allowedOrigins: config.allowedOrigins,
    identify: (auth, headers) => identifySocket(context, noOperators, auth, headers),
    endedSessions: (sessions) => endedSessions(context, noOperators, sessions),
  });
}

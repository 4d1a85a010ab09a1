import type { AppContext } from '../context.ts';
import { callerAddress } from '../http/consoleAddress.ts';
import { identifySocket } from './identifySocket.ts';
import { consoleOperators } from './operators.ts';
import { openRealtime, type Realtime } from './realtime.ts';

/** The sockets of this node, for callers with a valid identity. */
export function startRealtime(
  context: Pick<AppContext, 'config' | 'db' | 'settings' | 'secrets' | 'sessionEnds' | 'metrics'>,
  databaseUrl: string,
): Promise<Realtime> {
  const { config, sessionEnds } = context;
  const operators = consoleOperators(context);
  return openRealtime({
    databaseUrl,
    redisUrl: config.redisUrl,
    allowedOrigins: config.allowedOrigins,
    identify: (auth, headers, remote) =>
      identifySocket(context, operators, auth, {
        headers,
        ip: callerAddress(remote, headers, config.trustedProxies),
      }),
    sessionEnds,
    openStream: context.metrics.openStream,
  });
}

import type { GameHouse, GamePlace } from '../providers/gameProvider.ts';
import {
  buildProviders,
  type Providers,
  type SandboxCounterpart,
  sandboxConnections,
} from '../providers/providers.ts';

/** All counterparts played by the sandbox, without stored connections. */
export function sandboxProviders(sandbox: SandboxCounterpart): Providers {
  const ports = new Map(sandboxConnections(sandbox).map(({ capability, port }) => [capability, port]));
  const houses = ports.get('game') as GameHouse;
  const connected = {
    sms: ports.get('sms'),
    slipVerifier: ports.get('slip'),
    game: ({ code }: GamePlace) => houses.provider(code),
    isGameOpen: () => true,
  };
  return buildProviders(connected as Parameters<typeof buildProviders>[0], sandbox);
}

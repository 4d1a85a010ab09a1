import {
  buildProviders,
  type Providers,
  type SandboxCounterpart,
  sandboxConnections,
} from '../providers/providers.ts';

/** All counterparts played by the sandbox, without stored connections. */
export function sandboxProviders(sandbox: SandboxCounterpart): Providers {
  const ports = new Map(sandboxConnections(sandbox).map(({ capability, port }) => [capability, port]));
  const connected = { sms: ports.get('sms'), slipVerifier: ports.get('slip') };
  return buildProviders(connected as Parameters<typeof buildProviders>[0], sandbox);
}

import { type Fault, until } from './moneyWorld.ts';
import { SHORT_PROVIDER_WAITS } from './shortWaits.ts';
import type { TestServer } from './testServer.ts';

const TIMEOUT_MS = Number(SHORT_PROVIDER_WAITS.KRAPAO_PROVIDER_TIMEOUT_MS);

/**
 * Lets the time-out of providers' calls pass at once, as soon as they hang at the sandbox. For a server with
 * SHORT_PROVIDER_WAITS. The parameters are those of `untilTaken`.
 */
export async function passTimeout(
  server: Pick<TestServer, 'sandbox' | 'clock'>,
  targets: string | readonly string[],
  left = 0,
  address?: string,
): Promise<void> {
  await untilTaken(server, targets, left, address);
  await server.clock.move(TIMEOUT_MS);
}

/**
 * Resolves when calls at the sandbox have taken its switches: their faults have begun.
 * @param targets of the switches, which affect a number of calls (`times`)
 * @param left how many more calls each will take
 * @param address of switches that have one
 */
export async function untilTaken(
  { sandbox }: Pick<TestServer, 'sandbox'>,
  targets: string | readonly string[],
  left = 0,
  address?: string,
): Promise<void> {
  const query = address === undefined ? '' : `?for=${encodeURIComponent(address)}`;
  await until(async () => {
    const response = await fetch(`${sandbox.url}/faults${query}`);
    const faults = (await response.json()) as Record<string, Fault>;
    return [targets].flat().every((target) => (faults[target]?.times ?? 0) === left);
  });
}

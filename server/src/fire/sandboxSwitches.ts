import { setFaults } from '../testing/moneyWorld.ts';
import { switchesOf } from '../testing/sandboxBank.ts';
import type { TestServer } from '../testing/testServer.ts';

/** The fault switches of the sandbox, such as `game:pg` and `bank`, from the sandbox's own list. */
export async function targetsOf(server: TestServer): Promise<string[]> {
  return Object.keys(await switchesOf(server));
}

/** The modes of the fault switches. Throws when the sandbox does not list them. */
export async function modesOf({ sandbox }: TestServer): Promise<string[]> {
  // The sandbox lists its modes in the error for an unknown one.
  const refusal = await setFaults(sandbox.url, { bank: { mode: '?' } }).then(String, String);
  const named = (/must be one of ([\w, ]+)/.exec(refusal)?.[1] ?? '').split(', ');
  if (named.length < 5) throw new Error(`The sandbox names no modes: ${refusal}`);
  return named.filter((mode) => mode !== 'none');
}

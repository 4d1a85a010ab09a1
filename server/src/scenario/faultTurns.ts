import type { ScenarioFault } from '@krapao/contract/api/operator/incidents';
import { setFaults, switchesOf } from '../testing/sandboxBank.ts';
import type { TestServer } from '../testing/testServer.ts';

/** The faults of a scenario: of each target one is on, and the next takes its turn when that one is used up. */
export class FaultTurns {
  readonly #server: TestServer;
  readonly #waiting: ScenarioFault[];

  constructor(server: TestServer, faults: readonly ScenarioFault[]) {
    this.#server = server;
    this.#waiting = [...faults];
  }

  /** Switches on what is next. */
  async turn(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const switches = await switchesOf(this.#server);
    const taken = new Set<string>();
    for (const { target, ...fault } of [...this.#waiting]) {
      const isFree = !taken.has(target) && switches[target]?.mode === 'none';
      taken.add(target);
      if (!isFree) continue;
      await setFaults(this.#server, { [target]: fault });
      this.#waiting.splice(
        this.#waiting.findIndex((one) => one.target === target),
        1,
      );
    }
  }

  /** Switches everything off. */
  async off(): Promise<void> {
    const used = Object.entries(await switchesOf(this.#server)).filter(([, { mode }]) => mode !== 'none');
    await setFaults(this.#server, Object.fromEntries(used.map(([target]) => [target, { mode: 'none' }])));
  }
}

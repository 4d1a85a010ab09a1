import type { Scenario } from '@krapao/contract/api/operator/incidents';
import type { TestServer } from '../testing/testServer.ts';
import { playDeposit } from './playDeposit.ts';
import type { Played } from './played.ts';
import { playTransfer } from './playTransfer.ts';

/** Plays a scenario in a sandbox world of its variant. @throws Error if it is not reproducible, or never comes to rest */
export function playScenario(server: TestServer, scenario: Scenario): Promise<Played> {
  return scenario.kind === 'deposit' ? playDeposit(server, scenario) : playTransfer(server, scenario);
}

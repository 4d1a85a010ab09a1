import { randomInt } from 'node:crypto';
import type { Scenario } from '@krapao/contract/api/operator/incidents';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import type { TestServer } from '../testing/testServer.ts';

/** Registers a member of the scenario's country. */
export function playMember(server: TestServer, { variant }: Pick<Scenario, 'variant'>): Promise<TestMember> {
  if (variant === 'thailand') return makeMember(server);
  return makeMember(server, { phoneNumber: `0205${String(randomInt(10_000_000)).padStart(7, '0')}` });
}

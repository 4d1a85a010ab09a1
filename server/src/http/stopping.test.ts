import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openReadyLine } from '../testing/moneyLine.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer } from '../testing/testServer.ts';

const STOPS_WITHIN_MS = 20_000;

test('TRF-05 a stop waits neither for lines on which nobody speaks nor for who listens', async () => {
  const server = await startTestServer(OWN_CLUSTER);
  const member = await makeMember(server);
  const lines = await Promise.all([1, 2, 3].map(() => openReadyLine(server.url, member.token)));
  // Browsers open such connections in advance.
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(silent, 'connect');
  const ended = once(silent, 'close');
  const start = performance.now();
  await server.stop();
  expect(performance.now() - start).toBeLessThan(STOPS_WITHIN_MS);
  await ended;
  expect(lines.map(({ isEnded }) => isEnded())).toEqual([true, true, true]);
});

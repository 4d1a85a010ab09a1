import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openReadyLine } from '../testing/moneyLine.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer } from '../testing/testServer.ts';

test('TRF-05 a stop waits neither for lines on which nobody speaks nor for who listens', async () => {
  const server = await startTestServer(OWN_CLUSTER, {
    // Far longer than this test may take: no time-out ends the lines that the stop must end.
    KRAPAO_BODY_TIMEOUT_MS: '600000',
    KRAPAO_UPLOAD_TIMEOUT_MS: '600000',
  });
  const member = await makeMember(server);
  const lines = await Promise.all([1, 2, 3].map(() => openReadyLine(server.url, member.token)));
  // Browsers open such connections in advance.
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(silent, 'connect');
  const ended = once(silent, 'close');
  await server.stop();
  await ended;
  expect(lines.map(({ isEnded }) => isEnded())).toEqual([true, true, true]);
});

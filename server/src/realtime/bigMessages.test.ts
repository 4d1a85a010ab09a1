import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChatSocket, openChatSocket } from '../testing/chatSocket.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

/** Bytes around the name of the room: the types of the packets, the number of the call, and the event. */
const FRAME = '420["join",""]'.length;
const BOUND = 4_096;

/** Whether the server answers a message of so many bytes; it ends the socket of one that is too long. */
const answers = ({ socket, join }: ChatSocket, name: string) =>
  Promise.race([
    join(name).then(({ code }) => code),
    new Promise<string>((resolve) => socket.once('disconnect', resolve)),
  ]);

test('ASVS 15.2.2 a message of 4,096 bytes is read, a longer one ends its socket before it is parsed, and no other', async () => {
  const { id, token } = await makeMember(server);
  const other = await openChatSocket(server.url, { token });
  for (const [name, answer] of [
    ['x'.repeat(BOUND - FRAME), 'UNAUTHORIZED'],
    ['x'.repeat(BOUND - FRAME + 1), 'transport close'],
    // Bytes, not letters.
    ['ก'.repeat(BOUND / 2), 'transport close'],
    [`${'['.repeat(BOUND)}`, 'transport close'],
  ] as const) {
    const socket = await openChatSocket(server.url, { token });
    expect(await answers(socket, name)).toBe(answer);
    socket.close();
  }
  expect(await other.join(`krapao-${id}`)).toMatchObject({ code: 'OK' });
  other.close();
});

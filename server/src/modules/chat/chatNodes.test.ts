import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChatNodes, startChatNodes } from '../../testing/chatNodes.ts';
import { openChatSocket } from '../../testing/chatSocket.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';

let nodes: ChatNodes;

beforeAll(async () => {
  nodes = await startChatNodes(OWN_CLUSTER);
});
afterAll(() => nodes.stop());

test('CHT-02 a message crosses from one server process to another, both ways, each once and in order', async () => {
  const member = await nodes.member();
  const room = `krapao-${member.id}`;
  const [here, there] = await Promise.all([
    openChatSocket(nodes.operatorUrl, { token: member.token }),
    openChatSocket(nodes.customerUrl, { token: member.token }),
  ]);
  expect([await here.join(room), await there.join(room)]).toEqual([
    { code: 'OK', position: 0 },
    { code: 'OK', position: 0 },
  ]);
  // member.client calls the operators' node, so this crosses to the other.
  await member.client('POST /api/chat/send-message', {
    body: { message: { message_type: 'text', payload: { text: 'ถึงอีกเครื่อง' } } },
  });
  for (let count = 1; count <= 20; count += 1) await nodes.operatorSays(`คำตอบ ${count}`);
  const all = Array.from({ length: 22 }, (_, index) => index + 1);
  await expect.poll(() => there.messages.map(({ position }) => position)).toEqual(all);
  await expect.poll(() => here.messages.map(({ position }) => position)).toEqual(all);
  // Longer than a notification of the database holds.
  const long = 'ยาว '.repeat(3_000);
  await nodes.operatorSays({
    message_type: 'generic',
    payload: { elements: [{ title: 'long', subtitle: long }] },
  });
  await expect.poll(() => there.messages.length).toBe(23);
  expect(there.messages[22]?.message).toMatchObject({ payload: { elements: [{ subtitle: long }] } });
  here.close();
  there.close();
});

test('CHT-08 what one side reads on one node, the other side is told on the other', async () => {
  const member = await nodes.member();
  const room = `krapao-${member.id}`;
  const socket = await openChatSocket(nodes.customerUrl, { token: member.token });
  await socket.join(room);
  await member.client('POST /api/chat/send-message', {
    body: { message: { message_type: 'text', payload: { text: 'อ่านหรือยัง' } } },
  });
  await nodes.operatorReads();
  await expect.poll(() => socket.reads).toEqual([{ room, by: 'operator', position: 2 }]);
  await member.client('PUT /api/chat/read-customer/', { body: {} });
  await expect.poll(() => socket.reads.length).toBe(2);
  socket.close();
});

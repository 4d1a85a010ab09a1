import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChatMember, type ChatNodes, startChatNodes } from '../testing/chatNodes.ts';
import { type ChatSocket, openChatSocket } from '../testing/chatSocket.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { makeOperator, type TestOperator } from '../testing/testOperator.ts';

const WITHIN_MS = 1_000;

const isClosed = ({ socket }: ChatSocket) => new Promise((resolve) => socket.once('disconnect', resolve));

let nodes: ChatNodes;
let admin: TestOperator;

beforeAll(async () => {
  nodes = await startChatNodes(OWN_CLUSTER);
  admin = await makeOperator({ owner: nodes.db, url: nodes.operatorUrl }, 'administrator');
});
afterAll(() => nodes.stop());

/**
 * Ends a session on one node and waits for its sockets on both to close. @returns the milliseconds until the last
 * closed
 */
async function closedBy(token: string, end: () => Promise<unknown>): Promise<number> {
  const sockets = await Promise.all(
    [nodes.operatorUrl, nodes.customerUrl].map((url) => openChatSocket(url, { token })),
  );
  const closed = Promise.all(sockets.map(isClosed));
  await end();
  const start = performance.now();
  await closed;
  return performance.now() - start;
}

const reason = { reason: 'เหตุผลของการทดสอบ' };
const ENDS: [string, (member: ChatMember) => Promise<unknown>][] = [
  ['a log-out', (member) => member.client('POST /api/logout')],
  ['a suspension', (member) => admin.call(`POST /api/console/members/${member.id}/suspend`, reason)],
  [
    'an exclusion',
    (member) => admin.call(`POST /api/console/members/${member.id}/exclude`, { ...reason, months: 6 }),
  ],
  [
    'an operator who ends the sessions',
    (member) => admin.call(`POST /api/console/members/${member.id}/end-sessions`, reason),
  ],
  [
    'an operator who takes the password away',
    (member) => admin.call(`POST /api/console/members/${member.id}/reset-password`, reason),
  ],
  [
    'a suspension that leaves the sessions',
    (member) =>
      nodes.db
        .updateTable('member')
        .set({ status: 'suspended' })
        .where('id', '=', BigInt(member.id))
        .execute(),
  ],
];

test.each(ENDS)(
  'CHT-02 API-05 %s closes the member’s sockets on all nodes within a second',
  async (_title, end) => {
    const member = await nodes.member();
    expect(await closedBy(member.token, () => end(member))).toBeLessThan(WITHIN_MS);
  },
);

test('PRO-02 CHT-02 a new password closes the sockets of the other sessions within a second, and of no other', async () => {
  const member = await nodes.member();
  const { token } = await member.client('POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
  });
  const own = await openChatSocket(nodes.customerUrl, { token: member.token });
  const stranger = await openChatSocket(nodes.customerUrl, { token: (await nodes.member()).token });
  const change = () =>
    member.client('PUT /api/account/changepwd', {
      body: { oldPassword: member.password, newPassword: 'a newer horse 9' },
    });
  expect(await closedBy(token, change)).toBeLessThan(WITHIN_MS);
  for (const kept of [own, stranger]) {
    expect(kept.socket.connected).toBe(true);
    kept.close();
  }
});

test('CHT-02 a socket that is opened while its session ends is closed too', async () => {
  const member = await nodes.member();
  const [socket] = await Promise.allSettled([
    openChatSocket(nodes.customerUrl, { token: member.token }),
    member.client('POST /api/logout'),
  ]);
  if (socket.status === 'fulfilled')
    await expect.poll(() => socket.value.socket.connected, { timeout: WITHIN_MS }).toBe(false);
});

const OPERATOR_ENDS: [string, (operator: TestOperator) => Promise<unknown>][] = [
  ['logs out', (operator) => operator.call('POST /api/console/logout')],
  [
    'loses the role',
    (operator) =>
      admin.call(`PUT /api/console/operators/${operator.id}`, {
        name: 'พลอย',
        role: 'cashier',
        isActive: true,
        reason: 'works elsewhere',
      }),
  ],
  [
    'is switched off',
    (operator) =>
      nodes.db.updateTable('operator').set({ is_active: false }).where('id', '=', operator.id).execute(),
  ],
];

test.each(OPERATOR_ENDS)(
  'an operator who %s loses socket and stream on every node within a second',
  async (_title, end) => {
    const operator = await makeOperator({ owner: nodes.db, url: nodes.operatorUrl }, 'support');
    const { ticket } = (await operator.call('POST /api/console/chat/ticket')).body as { ticket: string };
    const socket = await openChatSocket(nodes.customerUrl, { operatorTicket: ticket });
    const stream = await fetch(`${nodes.customerUrl}/api/console/live`, {
      headers: { Cookie: operator.cookie },
    });
    const closed = Promise.all([isClosed(socket), stream.text()]);
    await end(operator);
    const start = performance.now();
    await closed;
    expect(performance.now() - start).toBeLessThan(WITHIN_MS);
  },
);

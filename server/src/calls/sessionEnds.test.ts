import { afterAll, beforeAll, expect, test } from 'vitest';
import { follow, heard } from '../database/follow.ts';
import { type ChatMember, type ChatNodes, startChatNodes } from '../testing/chatNodes.ts';
import { type ChatSocket, openChatSocket } from '../testing/chatSocket.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { makeOperator, type TestOperator } from '../testing/testOperator.ts';
import { within } from '../within.ts';
import { memberSession, operatorSession } from './sessionEnds.ts';
import { tokenHash } from './sessionToken.ts';

/** Each node checks all sessions once a minute: what closes sooner was announced. */
const BEFORE_THE_CHECK_MS = 30_000;

const isClosed = ({ socket }: ChatSocket) => new Promise((resolve) => socket.once('disconnect', resolve));

let nodes: ChatNodes;
let admin: TestOperator;
/** The sessions whose end was announced. */
const ended: string[] = [];
let leave: () => Promise<void>;

beforeAll(async () => {
  nodes = await startChatNodes(OWN_CLUSTER);
  leave = await follow(nodes.databaseUrl, 'krapao_session_end', (session) => ended.push(session ?? ''));
  admin = await makeOperator({ owner: nodes.db, url: nodes.operatorUrl }, 'administrator');
});
afterAll(async () => {
  await leave();
  await nodes.stop();
});

/** Ends a session on one node, which announces it, and waits for its sockets on both nodes to close. */
async function closeBy(token: string, end: () => Promise<unknown>): Promise<void> {
  const sockets = await Promise.all(
    [nodes.operatorUrl, nodes.customerUrl].map((url) => openChatSocket(url, { token })),
  );
  const closed = Promise.all(sockets.map(isClosed));
  await end();
  await heard(nodes.databaseUrl);
  expect(ended).toContain(memberSession(tokenHash(token) ?? Buffer.alloc(0)));
  expect(await within(BEFORE_THE_CHECK_MS, closed)).toHaveLength(sockets.length);
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

test.each(ENDS)('CHT-02 API-05 %s closes the member’s sockets on all nodes at once', async (_title, end) => {
  const member = await nodes.member();
  await closeBy(member.token, () => end(member));
});

test('PRO-02 CHT-02 a new password closes the sockets of the other sessions at once, and of no other', async () => {
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
  await closeBy(token, change);
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
    await expect.poll(() => socket.value.socket.connected, { timeout: BEFORE_THE_CHECK_MS }).toBe(false);
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
  'an operator who %s loses socket and stream on every node at once',
  async (_title, end) => {
    const operator = await makeOperator({ owner: nodes.db, url: nodes.operatorUrl }, 'support');
    const { ticket } = (await operator.call('POST /api/console/chat/ticket')).body as { ticket: string };
    const socket = await openChatSocket(nodes.customerUrl, { operatorTicket: ticket });
    const stream = await fetch(`${nodes.customerUrl}/api/console/live`, {
      headers: { Cookie: operator.cookie },
    });
    const closed = Promise.all([isClosed(socket), stream.text()]);
    await end(operator);
    await heard(nodes.databaseUrl);
    expect(ended).toContain(
      operatorSession(tokenHash(operator.cookie.split('=')[1] ?? '') ?? Buffer.alloc(0)),
    );
    expect(await within(BEFORE_THE_CHECK_MS, closed)).toHaveLength(2);
  },
);

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { registerPerson } from '../../testing/person.ts';
import { refusal } from '../../testing/refusal.ts';
import { changeSetting, deposit } from '../../testing/rewardWorld.ts';
import type { TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { linkedMembers } from './linkedMembers.ts';

let server: TestServer;
let manager: TestOperator;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
  await changeSetting(server, 'registration', { otp: false });
  manager = await makeOperator(server, 'manager');
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

let addresses = 0;
const anAddress = () => `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;
const NAMES = ['KITTI', 'MALEE', 'PRASIT', 'SUDA', 'WICHAI', 'NIRAN', 'ARUN', 'DAO'];
let names = 0;
const aName = () =>
  `${NAMES[names % NAMES.length]} SAE${'ABCDEFGHIJ'[Math.floor(names++ / NAMES.length)]}TANG`;
const stranger = (more: Partial<Parameters<typeof registerPerson>[1]> = {}) =>
  registerPerson(server, { bankAccountName: aName(), address: anAddress(), ...more });
const linksOf = async ({ id }: TestMember) =>
  (await linkedMembers(server.db, id, server.settings.get('links'))).map(({ memberId, reasons, via }) => ({
    of: memberId,
    reasons,
    via,
  }));
const take = (member: TestMember, code: string) =>
  refusal(member.client('GET /api/bonus/activate/:code', { params: { code } }));
const shownLinks = async ({ id }: TestMember) =>
  (await manager.call(`GET /api/console/members/${id}/links`)).body as unknown as {
    links: { id: string; reasons: string[]; via: { id: string } | null }[];
    apart: { id: string; reason: string; operatorName: string }[];
  };

test('SAFE-41 INV-02 BON-06 one person with two accounts of one name, device and address is one, and gets a bonus once', async () => {
  const address = anAddress();
  const first = await stranger({ bankAccountName: 'SOMSAK RAKDEE', address });
  const second = await stranger({
    bankAccountName: 'Mr. Somsak  Rakdee',
    address,
    cookie: first.cookie,
    inviteCode: `PR${first.id}`,
  });
  expect(await linksOf(first)).toEqual([
    { of: second.id, reasons: ['ADDRESS', 'DEVICE', 'NAME'], via: first.id },
  ]);
  expect(await linksOf(second)).toMatchObject([{ of: first.id }]);

  await deposit(server.db, first.id, 100_00n);
  await deposit(server.db, second.id, 100_00n);
  expect(await take(first, 'WELCOME100')).toBe('no refusal');
  expect(await take(second, 'WELCOME100')).toBe('BONUS_MAX_CLAIMED');
  // Another offer for new members, and free credit, are of the person too; what a deposit earns is not.
  const choose = (code: string) =>
    refusal(second.client('GET /api/promotion/activate/:code', { params: { code } }));
  expect(await choose('NEWFRIEND')).toBe('PROMOTION_RECEIVED');
  expect(await take(second, 'DAILY20')).toBe('no refusal');
});

test('BON-06 of two accounts of one person that take an offer at once, one gets it', async () => {
  for (const code of ['WELCOME100', 'NIGHT20']) {
    const name = aName();
    const accounts = [
      await stranger({ bankAccountName: name }),
      await stranger({ bankAccountName: name }),
      await stranger({ bankAccountName: name }),
    ];
    if (code === 'WELCOME100') for (const { id } of accounts) await deposit(server.db, id, 100_00n);
    const codes = await Promise.all(accounts.map((account) => take(account, code)));
    expect(codes.sort()).toEqual(['BONUS_MAX_CLAIMED', 'BONUS_MAX_CLAIMED', 'no refusal']);
  }
});

test('BON-02 PROMOTION_RECEIVED is told over HTTP, to the member and to the same person’s other account', async () => {
  const first = await stranger();
  const second = await stranger({ cookie: first.cookie });
  const choose = (member: TestMember) =>
    refusal(member.client('GET /api/promotion/activate/:code', { params: { code: 'TODAY10' } }));
  const find = (member: TestMember) =>
    refusal(member.client('GET /api/promotion/find/:code', { params: { code: 'TODAY10' } }));
  expect(await choose(first)).toBe('no refusal');
  expect(await refusal(first.client('GET /api/bonus/clear'))).toBe('no refusal');
  for (const member of [first, second])
    expect([await find(member), await choose(member)]).toEqual(['PROMOTION_RECEIVED', 'PROMOTION_RECEIVED']);
});

test('INV-02 three accounts in a ring are one person: by a device, a name and an invitation at one address', async () => {
  const address = anAddress();
  const first = await stranger({ address });
  const second = await stranger({ cookie: first.cookie });
  const third = await stranger({ address, inviteCode: `PR${first.id}` });
  const fourth = await stranger({ bankAccountName: second.bankAccountName, inviteCode: `PR${third.id}` });
  const all = [first, second, third, fourth].map(({ id }) => id).sort();
  for (const member of [first, second, third, fourth]) {
    const linked = (await linksOf(member)).map(({ of }) => of);
    expect([member.id, ...linked].sort()).toEqual(all);
  }
  expect((await linksOf(fourth)).find(({ of }) => of === first.id)).toEqual({
    of: first.id,
    reasons: ['DEVICE'],
    via: second.id,
  });
});

test('INV-02 an honest family behind one address is not one person; one that an operator holds apart neither', async () => {
  const address = anAddress();
  const father = await stranger({ address });
  const mother = await stranger({ address });
  const son = await stranger({ address, cookie: father.cookie, inviteCode: `PR${father.id}` });
  expect(await linksOf(mother)).toEqual([]);
  expect(await linksOf(father)).toMatchObject([{ of: son.id, reasons: ['ADDRESS', 'DEVICE'] }]);
  await deposit(server.db, father.id, 100_00n);
  await deposit(server.db, son.id, 100_00n);
  expect(await take(father, 'WELCOME100')).toBe('no refusal');
  expect(await take(son, 'WELCOME100')).toBe('BONUS_MAX_CLAIMED');

  const support = await makeOperator(server, 'support');
  const separate = (operator: TestOperator, reason: string) =>
    operator.call(`POST /api/console/members/${son.id}/separate`, { other: father.id.toString(), reason });
  expect((await separate(support, 'father and son')).status).toBe(403);
  expect((await separate(manager, '')).status).toBe(400);
  expect(await shownLinks(son)).toMatchObject({
    links: [{ id: father.id.toString(), reasons: ['ADDRESS', 'DEVICE'], via: null }],
    apart: [],
  });
  const asked = await separate(manager, 'father and son, seen their cards');
  expect(asked).toMatchObject({ status: 200, body: { waits: { cause: { code: 'TWO_PERSONS' } } } });
  // One person alone changes nothing, and does not decide it.
  expect((await shownLinks(son)).apart).toEqual([]);
  const { id } = (asked.body as unknown as { waits: { id: string } }).waits;
  expect((await decideApproval(manager, id, 'approve')).status).toBe(403);
  expect(await separate(manager, 'once more')).toMatchObject({ body: { code: 'APPROVAL_WAITING' } });
  expect((await decideApproval(await makeOperator(server, 'manager'), id, 'approve')).status).toBe(200);
  expect(await separate(manager, 'once more')).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
  for (const [member, other] of [
    [son, father],
    [father, son],
  ] as const)
    expect(await shownLinks(member)).toMatchObject({
      links: [],
      apart: [{ id: other.id.toString(), reason: 'father and son, seen their cards' }],
    });
  expect(await take(son, 'WELCOME100')).toBe('no refusal');
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where member_id = ${son.id} order by id`.execute(server.owner);
  expect(rows.at(-1)?.action).toBe('member.separate');
  const join = await manager.call(`POST /api/console/members/${father.id}/join`, {
    other: son.id.toString(),
    reason: 'one phone number for both',
  });
  expect(join.status).toBe(200);
  expect(await linksOf(father)).toMatchObject([{ of: son.id }]);
});

test('INV-02 the address of a mobile network links nobody, and neither does one of another day', async () => {
  const address = anAddress();
  const first = await stranger({ address });
  const friends: TestMember[] = [];
  for (let index = 0; index < 4; index += 1)
    friends.push(await stranger({ address, inviteCode: `PR${first.id}` }));
  expect(await linksOf(first)).toHaveLength(4);
  await stranger({ address });
  expect(await linksOf(first)).toEqual([]);

  const home = anAddress();
  const earlier = await stranger({ address: home });
  await sql`update member_device set first_seen_at = now() - interval '3 days', last_seen_at = now() - interval '25 hours'
    where member_id = ${earlier.id}`.execute(server.owner);
  const later = await stranger({ address: home, inviteCode: `PR${earlier.id}` });
  expect(await linksOf(later)).toEqual([]);
  await changeSetting(server, 'links', { addressHours: 26 });
  expect(await linksOf(later)).toMatchObject([{ of: earlier.id, reasons: ['ADDRESS'] }]);
  await changeSetting(server, 'links', { addressHours: 24, addressMembers: 1 });
  expect(await linksOf(later)).toEqual([]);
  await changeSetting(server, 'links', { addressMembers: 5 });
});

test('INV-02 names are compared as banks write them; half a name tells nobody apart', async () => {
  const same = async (first: string, second: string) => {
    const { rows } = await sql<{ same: boolean }>`
      select coalesce(account_name_keys(${first}, false) && account_name_keys(${second}, true)
        or account_name_keys(${first}, true) && account_name_keys(${second}, false), false) as same`.execute(
      server.db,
    );
    return rows[0]?.same;
  };
  for (const [first, second] of [
    ['SOMCHAI JAIDEE', 'Mr. Somchai  Jaidee'],
    ['MISS MALEE SUKJAI', 'MALEE SUKJAI'],
    ['นายสมชาย ใจดี', 'สมชาย ใจดี'],
    ['น.ส. มาลี สุขใจ', 'นางสาวมาลี  สุขใจ'],
    ['ທ້າວ ສົມໃຈ ແກ້ວ', 'ສົມໃຈ ແກ້ວ'],
    ['SOM-CHAI JAIDEE', 'SOM CHAI JAIDEE'],
    ["SOM'CHAI JAIDEE", 'SOMCHAI JAI’DEE'],
    ['ＳＯＭＣＨＡＩ JAIDEE', 'SOMCHAI JAIDEE'],
    ['KHUN SOMCHAI JAIDEE', 'Master Somchai Jaidee'],
    ['คุณสมชาย ใจดี', 'ด.ช. สมชาย ใจดี'],
    ['เด็กหญิงมาลี ทองคำ', 'น.ส มาลี ทองคํา'],
    // A middle word more or less, and one behind the surname, which a bank's answer fits too.
    ['SOMCHAI K. JAIDEE', 'SOMCHAI JAIDEE'],
    ['SOMCHAI KAEW JAIDEE', 'MR SOMCHAI JAIDEE'],
    ['SOMCHAI KAEW JAIDEE', 'SOMCHAI DAENG JAIDEE'],
    ['SOMCHAI JAIDEE', 'SOMCHAI JAIDEE KAEW'],
    ['สมชาย แก้ว ใจดี', 'นายสมชาย ใจดี'],
    ['KITTI SAE TANG', 'KITTI SAETANG'],
    ['ดร. สมชาย ใจดี', 'ว่าที่ร้อยตรี สมชาย ใจดี'],
    ['พ.ต.ท. สมชาย ใจดี', 'พระ สมชาย ใจดี'],
    ['CAPT. SOMCHAI JAIDEE', 'K. SOMCHAI JAIDEE'],
    // Spellings that look alike.
    ['น้\u0e33ฝน เเก้วใส', 'น\u0e4d\u0e49\u0e32ฝน แก้วใส'],
    ['ນ\u0ec9\u0eb3ຝົນ ແກ້ວ', 'ນ\u0ecd\u0ec9\u0eb2ຝົນ ແກ້ວ'],
  ] as const)
    expect([first, await same(first, second)]).toEqual([first, true]);
  for (const [first, second] of [
    ['SOMCHAI', 'SOMCHAI'],
    ['MR SOMCHAI J', 'SOMCHAI J'],
    ['SOMCHAI JAIDEE', 'SOMSRI JAIDEE'],
    ['MISSANA JAIDEE', 'ANA JAIDEE'],
    // Half a surname, and a particle, are no name.
    ['KITTI SAE TANG', 'KITTI SAE LIM'],
    ['สมชาย ณ อยุธยา', 'สมชาย ณ ระนอง'],
    ['SOMCHAI JAIDEE KAEW', 'SOMCHAI JAIDEE DAENG'],
    ['SOMCHAI K JAIDEE', 'SOMCHAI K RAKDEE'],
    // A company is not the person after whom it is named.
    ['บจก. สมชาย ใจดี', 'สมชาย ใจดี'],
    ['หจก. ใจดี มีสุข', 'ใจดี มีสุข'],
  ] as const)
    expect([first, await same(first, second)]).toEqual([first, false]);
});

import { createHash } from 'node:crypto';
import { shownText } from '@krapao/contract/consents';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSetting } from '../../../settings/settings.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { makeOperator } from '../../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await publish('old');
});
afterAll(() => server.stop());

const textOf = (word: string) => [
  { th: `<p>ไทย ${word}</p>`, la: `<p>ລາວ ${word}</p>`, en: `<p>${word}</p>` },
];
const publish = (word: string) =>
  server.owner.transaction().execute((trx) => writeSetting(trx, 'agreements', textOf(word), 'test'));
const data = (member: TestMember) => member.client('GET /api/account/data');
const agreed = async (member: TestMember) =>
  (await data(member)).consents.filter(({ kind }) => kind === 'agreements');
type Kind = 'agreements' | 'conditions' | 'marketing';
const put = (member: TestMember, kind: Kind, body: { isGiven: boolean; shown?: never }) =>
  member.client('PUT /api/account/consents/:kind', { params: { kind }, body });
/** What the member's app sends about a text: `parts` as it was shown. */
const shown = (parts: readonly string[], place = 'dataPage') =>
  ({
    place,
    language: 'th',
    hash: createHash('sha256').update(shownText(parts)).digest('hex'),
  }) as never;

test('SAFE-42 a registration agrees to nothing: operators read that no text was shown', async () => {
  const member = await makeMember(server);
  const { consents, newVersions } = await data(member);
  expect(consents).toEqual([]);
  expect(newVersions).toContain('agreements');
  const support = await makeOperator(server, 'support');
  expect((await support.call(`GET /api/console/members/${member.id}/data`)).body).toMatchObject({
    consents: [],
  });
});

test('SAFE-42 a consent keeps which version was shown, in which language, where, and by which browser', async () => {
  const member = await makeMember(server);
  const published = (await member.client('GET /api/lookup/agreements')) as string[];
  expect(published).toEqual(['<p>ไทย old</p>']);
  await put(member, 'agreements', { isGiven: true, shown: shown([...published, ' ']) });
  const [given] = await agreed(member);
  expect(given).toMatchObject({ isGiven: true, shown: { place: 'dataPage', language: 'th' } });
  // Said again, nothing is written.
  await put(member, 'agreements', { isGiven: true, shown: shown(published, 'agreementDialog') });
  await put(member, 'agreements', { isGiven: true });
  expect(await agreed(member)).toEqual([given]);
  expect((await data(member)).newVersions).not.toContain('agreements');

  // Who still has the old text before them agrees to the old one, and is asked again.
  await publish('new');
  await put(member, 'agreements', { isGiven: true, shown: shown(published) });
  expect(await agreed(member)).toEqual([given]);
  expect((await data(member)).newVersions).toContain('agreements');
  await put(member, 'agreements', {
    isGiven: true,
    shown: shown(
      textOf('new').map(({ th }) => th),
      'agreementDialog',
    ),
  });
  const [newest] = await agreed(member);
  expect(newest).toMatchObject({ version: (given?.version ?? 0) + 1, shown: { place: 'agreementDialog' } });
  expect((await data(member)).newVersions).not.toContain('agreements');
});

test('SAFE-42 a text that was never published is no consent; without a text nobody knows what was shown', async () => {
  const member = await makeMember(server);
  await publish('new');
  for (const body of [
    { isGiven: true, shown: shown(['<p>forged</p>']) },
    // The words of one language are not those of another.
    { isGiven: true, shown: shown(['<p>new</p>']) },
  ])
    await expect(put(member, 'agreements', body)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(
    put(member, 'marketing', { isGiven: true, shown: shown(['<p>ไทย new</p>']) }),
  ).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect((await data(member)).consents).toEqual([]);
  await put(member, 'agreements', { isGiven: true });
  expect(await agreed(member)).toMatchObject([{ isGiven: true, shown: null }]);
  // What was shown becomes known.
  await put(member, 'agreements', { isGiven: true, shown: shown(['<p>ไทย new</p>']) });
  expect((await agreed(member)).map((one) => one.shown?.place)).toEqual(['dataPage', undefined]);
});

test('SAFE-42 a text cannot be taken back; marketing is taken back as easily as given', async () => {
  const member = await makeMember(server);
  await expect(put(member, 'agreements', { isGiven: false })).rejects.toMatchObject({
    code: 'CONSENT_NEEDED',
  });
  await put(member, 'marketing', { isGiven: false });
  for (const isGiven of [true, false, true]) await put(member, 'marketing', { isGiven });
  const marketing = (await data(member)).consents.filter(({ kind }) => kind === 'marketing');
  expect(marketing.map(({ isGiven }) => isGiven)).toEqual([true, false, true]);
  expect(marketing[0]).toMatchObject({ version: null, shown: null });
});

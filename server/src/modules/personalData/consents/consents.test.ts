import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSetting } from '../../../settings/settings.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { makeMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

test('SAFE-42 each version of a text that a member agreed to is kept with its time; marketing is taken back as easily as given', async () => {
  const member = await makeMember(server);
  const data = () => member.client('GET /api/account/data');
  const put = (kind: 'agreements' | 'conditions' | 'marketing', isGiven: boolean) =>
    member.client('PUT /api/account/consents/:kind', { params: { kind }, body: { isGiven } });
  const before = await data();
  expect(before.newVersions).toEqual([]);
  expect(before.consents.map(({ kind, isGiven }) => [kind, isGiven])).toEqual([
    ['conditions', true],
    ['agreements', true],
  ]);
  await expect(put('agreements', false)).rejects.toMatchObject({ code: 'CONSENT_NEEDED' });

  const text = [{ th: '<p>ใหม่</p>', la: '<p>ໃໝ່</p>', en: '<p>new</p>' }];
  await server.owner.transaction().execute((trx) => writeSetting(trx, 'agreements', text, 'test'));
  expect((await data()).newVersions).toEqual(['agreements']);
  await put('agreements', true);
  await put('agreements', true);
  const after = await data();
  expect(after.newVersions).toEqual([]);
  const agreed = after.consents.filter(({ kind }) => kind === 'agreements');
  expect(agreed).toHaveLength(2);
  expect(agreed[0]?.version).toBe((agreed[1]?.version ?? 0) + 1);

  await put('marketing', false);
  for (const isGiven of [true, false, true]) await put('marketing', isGiven);
  const marketing = (await data()).consents.filter(({ kind }) => kind === 'marketing');
  expect(marketing.map(({ isGiven }) => isGiven)).toEqual([true, false, true]);
  expect(marketing[0]).toMatchObject({ version: null });
});

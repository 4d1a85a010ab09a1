import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { registerPerson } from '../../../testing/person.ts';
import { changeSetting } from '../../../testing/rewardWorld.ts';
import type { TestMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { closedPlay, requireDeposit } from '../../protection/admit.ts';
import { noteExcluded } from './noteExcluded.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
  await changeSetting(server, 'registration', { otp: false });
});
afterAll(() => server.stop());

const exclude = ({ id }: TestMember) =>
  sql`insert into pause (member_id, kind, source, until_at)
    values (${id}, 'exclusion', 'member', now() + interval '6 months')`.execute(server.owner);

const person = (bankAccountName: string, cookie?: string) =>
  registerPerson(server, {
    bankAccountName,
    address: '198.51.100.7',
    ...(cookie !== undefined && { cookie }),
  });

const findingsOf = ({ id }: TestMember) =>
  server.owner
    .selectFrom('identity_finding')
    .select(['kind', 'state', 'detail'])
    .where('member_id', '=', id)
    .execute();

/** A document that an operator approved. */
const prove = ({ id }: TestMember, name: string, birthDate: string) =>
  sql`insert into identity_request (member_id, level, document_kind, state, names, birth_date, finished_at, decided_by,
      decided_because, decided_at)
    select ${id}, 2, 'idCard', 'APPROVED', array[${name}], ${birthDate}::date, now(), id, 'seen', now()
    from operator limit 1`.execute(server.owner);

test('SAFE-12 who registers with the name or the device of an excluded member plays nothing until an operator decides', async () => {
  const excluded = await person('SOMBAT RAKDEE');
  const before = await person('SUDA KHAMDEE', excluded.cookie);
  await exclude(excluded);
  const finding = {
    kind: 'excluded',
    state: 'WAITING',
    detail: { members: [excluded.id.toString()] },
  };
  for (const again of [await person('Mr. Sombat  Rakdee'), await person('MALEE DEE', excluded.cookie)]) {
    expect(await findingsOf(again)).toEqual([finding]);
    await expect(requireDeposit(server.db, again.id, 100_00n)).rejects.toMatchObject({
      code: 'IDENTITY_CHECKED',
    });
    expect(await closedPlay(server.db, again.id, null)).toMatchObject({ code: 'IDENTITY_CHECKED' });
  }
  expect(await findingsOf(await person('NIRAN SUKJAI'))).toEqual([]);
  expect(await findingsOf(before)).toEqual([]);
});

test('SAFE-12 two of one name with different birth dates are two persons; a document shows the same person', async () => {
  const noted = async (member: TestMember) => {
    await server.owner.deleteFrom('identity_finding').where('member_id', '=', member.id).execute();
    await server.db.transaction().execute((trx) => noteExcluded(trx, member.id));
    return (await findingsOf(member)).map(({ kind }) => kind);
  };
  const excluded = await person('ARUN SAETANG');
  await exclude(excluded);
  const namesake = await person('ARUN SAETANG');
  const other = await person('WICHAI MEEDEE');
  await prove(excluded, 'ARUN SAETANG', '1990-02-03');
  expect(await noted(namesake)).toEqual(['excluded']);
  await prove(namesake, 'ARUN SAETANG', '1991-02-03');
  expect(await noted(namesake)).toEqual([]);
  await prove(other, 'ARUN SAETANG', '1990-02-03');
  expect(await noted(other)).toEqual(['excluded']);
});

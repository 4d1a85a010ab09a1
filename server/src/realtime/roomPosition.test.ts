import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { positionOfRoom } from './identifySocket.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
  await sql`
    insert into chat_room (guest_id, last_position)
    select 'g' || lpad(to_hex(n), 32, '0'), n from generate_series(1, 3000) n`.execute(database.owner);
  await sql`analyze chat_room`.execute(database.owner);
});
afterAll(() => database.close());

test.each(['12345', `g${'0'.repeat(31)}7`])(
  'CHT-02 an operator joins room %s by an index, however many rooms there are',
  async (name) => {
    const plan = JSON.stringify(await positionOfRoom(database.db, name).explain('text'));
    expect(plan).toContain('Index Scan');
    expect(plan).not.toContain('Seq Scan');
  },
);

test('CHT-02 a guest is found by name, and what is no name of a room is nobody', async () => {
  const positionOf = async (name: string) =>
    (await positionOfRoom(database.db, name).executeTakeFirst())?.last_position;
  expect(await positionOf(`g${'0'.repeat(31)}7`)).toBe(7);
  for (const name of ['', '9'.repeat(40), "1' or true", '1e3', '-1'])
    expect(await positionOf(name)).toBe(undefined);
});

import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { firstPasswordFile } from '../firstOperator.ts';
import { isPassword } from '../modules/auth/password.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { seedOperator } from './seedOperator.ts';

let database: TestDatabase;
let dataFolder: string;
beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
  dataFolder = await mkdtemp(join(tmpdir(), 'krapao-first-'));
});
afterAll(async () => {
  await database.close();
  await rm(dataFolder, { recursive: true });
});
beforeEach(() => database.owner.deleteFrom('operator').execute());

const operators = () =>
  database.owner
    .selectFrom('operator')
    .select(['username', 'role', 'password_hash', 'must_change_password'])
    .execute();

test('ASVS 6.3.2 a production site begins with an operator whose name and password nobody knows', async () => {
  await seedOperator(database.owner, { mode: 'production', dataFolder });
  const file = firstPasswordFile(dataFolder);
  const [name = '', password = ''] = (await readFile(file, 'utf8')).split('\n');
  const [first, ...others] = await operators();
  expect(others).toEqual([]);
  expect(first).toMatchObject({ username: name, role: 'administrator', must_change_password: true });
  expect(name).toMatch(/^admin-[0-9a-f]{8}$/);
  expect(await isPassword(first?.password_hash ?? '', password)).toBe(true);
  expect((await stat(file)).mode & 0o077).toBe(0);
  await database.owner.deleteFrom('operator').execute();
  await seedOperator(database.owner, { mode: 'production', dataFolder });
  expect((await operators())[0]?.username).not.toBe(name);
});

test('nodes that start together begin one operator, and the file has its name', async () => {
  await Promise.all([1, 2, 3].map(() => seedOperator(database.owner, { mode: 'production', dataFolder })));
  const names = (await operators()).map(({ username }) => username);
  expect(names).toHaveLength(1);
  expect((await readFile(firstPasswordFile(dataFolder), 'utf8')).split('\n')[0]).toBe(names[0]);
});

test('a site that has an operator gets no other', async () => {
  await seedOperator(database.owner, { mode: 'sandbox', dataFolder });
  await seedOperator(database.owner, { mode: 'production', dataFolder });
  expect(await operators()).toMatchObject([{ username: 'admin', must_change_password: false }]);
});

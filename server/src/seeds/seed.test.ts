import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BANK_FACTS } from '@krapao/contract/banks';
import { sql } from 'kysely';
import QRCode from 'qrcode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { loadSettings } from '../settings/settings.ts';
import { SHIPPED_CONTACT } from '../settings/shippedContact.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { seed } from './seed.ts';

let databases: TestDatabase[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-seed-'));
  databases = await Promise.all(Array.from({ length: 4 }, () => createTestDatabase(OWN_CLUSTER)));
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await rm(folder, { recursive: true, force: true });
});

function fresh(): TestDatabase {
  const database = databases[next++];
  if (database === undefined) throw new Error('Too few databases.');
  return database;
}
let next = 0;

const environment = (variant: string, mode: string) =>
  readConfig({
    KRAPAO_VARIANT: variant,
    KRAPAO_MODE: mode,
    PUBLIC_URL: 'https://krapao.example',
    SANDBOX_SECRET: 'secret of the tests',
    // Does not exist yet, as on a new machine.
    KRAPAO_DATA: join(folder, 'data'),
  });
const banksOf = ({ owner }: TestDatabase) =>
  owner.selectFrom('bank').selectAll().orderBy('position').execute();

test('REG-09 REG-13 outside Laos Kasikorn and KTB come first, and of the Lao banks BCEL alone is offered', async () => {
  const database = fresh();
  await seed(database.owner, environment('thailand', 'sandbox'));
  const banks = await banksOf(database);
  expect(banks.slice(0, 2).map(({ code }) => code)).toEqual(['KBANK', 'KTB']);
  expect(banks.filter((bank) => bank.country === 'LA' && bank.is_active).map(({ code }) => code)).toEqual([
    'BCEL',
  ]);
  expect(banks.map(({ code }) => code).sort()).toEqual(Object.keys(BANK_FACTS).sort());
  for (const bank of banks) {
    expect(bank.name_th).toMatch(/^[\u0e00-\u0e7f ().-]+$/);
    expect(bank.name_la).toMatch(/^[\u0e80-\u0eff ().-]+$/);
    expect(bank.colour).toMatch(/^#[0-9a-f]{6}$/);
  }
});

test('REG-09 in Laos the Lao banks come first, all offered; the demonstration member has a Lao number', async () => {
  const database = fresh();
  await seed(database.owner, environment('laos', 'sandbox'));
  const banks = await banksOf(database);
  expect(banks.slice(0, 8).every((bank) => bank.country === 'LA' && bank.is_active)).toBe(true);
  expect(banks.every((bank) => bank.is_active)).toBe(true);
  const members = await database.owner.selectFrom('member').selectAll().execute();
  expect(members).toMatchObject([{ phone_number: '+8562055123456', bank_code: 'BCEL', currency: 'LAK' }]);
});

test('API-06 a start fills what is missing, in three languages, and never what operators changed', async () => {
  const database = fresh();
  const config = environment('thailand', 'production');
  await Promise.all([seed(database.owner, config), seed(database.owner, config)]);
  expect(await database.owner.selectFrom('member').select('id').execute()).toEqual([]);
  const settings = await loadSettings(database.db, database.url);
  try {
    expect(settings.get('conditions').length).toBeGreaterThan(4);
    expect(settings.get('agreements').length).toBeGreaterThan(1);
    for (const text of [
      ...settings.get('conditions'),
      ...settings.get('agreements'),
      settings.get('notice'),
      settings.get('contact').text,
    ]) {
      expect(text.th).toMatch(/[ก-๙]/);
      expect(text.th).not.toMatch(/[\u0e80-\u0eff]/);
      expect(text.la).toMatch(/[\u0e80-\u0eff]/);
      expect(text.la).not.toMatch(/[\u0e00-\u0e7f]/);
      expect(text.en).not.toMatch(/[\u0e00-\u0eff]/);
    }
    for (const text of Object.values(settings.get('notice'))) expect(text).toContain('%percentFail%');
    expect(settings.get('sources').length).toBeGreaterThan(4);

    await sql`update bank set is_active = false, position = 999 where code = 'KBANK'`.execute(database.owner);
    await sql`insert into setting (key, version, value, actor) values ('sources', 2, '[]', 'operator:1')`.execute(
      database.owner,
    );
    await seed(database.owner, config);
    await settings.reload();
    expect(settings.get('sources')).toEqual([]);
    expect((await banksOf(database)).find(({ code }) => code === 'KBANK')).toMatchObject({
      is_active: false,
      position: 999,
    });
  } finally {
    await settings.close();
  }
});

test('API-06 a new production site offers nothing that does not exist: no games, accounts, bonuses or members', async () => {
  const database = fresh();
  await seed(database.owner, environment('thailand', 'production'));
  for (const table of ['game_provider', 'deposit_account', 'bonus_definition', 'banner', 'member'] as const)
    expect(await database.owner.selectFrom(table).selectAll().execute(), table).toEqual([]);
});

test('CON-01 the QR image of the contact page carries the link beside it', async () => {
  const image = await readFile(new URL('../../assets/contact-qr.svg', import.meta.url), 'utf8');
  const made = await QRCode.toString(SHIPPED_CONTACT.lineLink, {
    type: 'svg',
    errorCorrectionLevel: 'M',
    margin: 4,
  });
  expect(image).toBe(made);
});

test('LOG-05 the demonstration member stays one member with one form at every start, with an empty wallet', async () => {
  const database = databases[0];
  if (database === undefined) throw new Error('no database');
  await seed(database.owner, environment('thailand', 'sandbox'));
  const members = await database.owner.selectFrom('member').selectAll().execute();
  expect(members).toMatchObject([
    {
      phone_number: '+66812345678',
      name: 'ณัฐกานต์ ศรีสุข',
      bank_account_name: 'NATTAKAN SRISUK',
      bank_account_no: '1234567890',
      coin: 5,
    },
  ]);
  const accounts = await database.owner
    .selectFrom('ledger.account')
    .select(['kind', 'posted'])
    .where('member_id', '=', members[0]?.id ?? 0n)
    .orderBy('kind')
    .execute();
  expect(accounts).toEqual([
    { kind: 'in_transfer', posted: 0n },
    { kind: 'wallet', posted: 0n },
  ]);
});

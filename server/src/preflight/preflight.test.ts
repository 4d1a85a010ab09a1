import { randomUUID } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { LANGUAGES } from '@krapao/contract/limits';
import { adviceOn, CHECK_IDS, CHECKS, type CheckId, findingText } from '@krapao/contract/preflight';
import { DEFAULT_PACK } from '@krapao/contract/protection/packs/thailandAndLaos';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { connectAsOwner } from '../database/connect.ts';
import { localFiles } from '../files/openFiles.ts';
import { DEMONSTRATION_PASSWORD, firstPasswordFile } from '../firstOperator.ts';
import { hashPassword } from '../modules/auth/password.ts';
import { sealSecrets } from '../providers/connections/connectionRow.ts';
import type { LiveConnection } from '../providers/connections/connections.ts';
import type { TestResult } from '../providers/connections/driver.ts';
import { loadSecrets } from '../secrets.ts';
import { markSite } from '../siteMarks.ts';
import { setDatabaseClock } from '../testing/databaseClock.ts';
import { frontProxy, listenOnLocalhost } from '../testing/frontProxy.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { selfSigned } from '../testing/selfSigned.ts';
import { makeOperator, type TestOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import type { Site } from './judge.ts';
import { openSite } from './openSite.ts';
import { preflight } from './preflight.ts';
import { reportOf } from './report.ts';

const SECRET = 'f3a96c0d5b7e812449d0aa61c83be75f90e2d61b57c4ff08';
const KEY = 'key-of-a-maker-51ab';
const WORKS: TestResult = { ok: true, detail: '' };
const FAILS: TestResult = { ok: false, trouble: 'KEY_REFUSED', detail: '' };

let server: TestServer;
let admin: TestOperator;
let opened: Awaited<ReturnType<typeof openSite>>;
let environment: Record<string, string>;
const stops: (() => unknown)[] = [];
/** Addresses in front of the site, by what is wrong with them. */
const front: Record<string, string> = {};
/** What the makers answer. */
const makers = { quota: 5_000, isKeyGood: true, aheadMs: 0 };
/** Connections of capabilities whose makers are no part of this test. */
const played = new Map<string, TestResult>();
const ids: Record<string, string> = {};

const maker: RequestListener = (request, response) => {
  request.resume();
  response.setHeader('date', new Date(Date.now() + makers.aheadMs).toUTCString());
  const info = { success: true, data: { application: { name: 'Shop', quota: { remaining: makers.quota } } } };
  const refused = { success: false, error: { code: 'INVALID_API_KEY', message: 'no' } };
  response.writeHead(makers.isKeyGood ? 200 : 401, { 'content-type': 'application/json' });
  response.end(JSON.stringify(makers.isKeyGood ? info : refused));
};

async function listen(name: string, listener: RequestListener, days: number | null = 90): Promise<void> {
  const tls = days === null ? undefined : selfSigned(days);
  if (tls) setDefaultCACertificates([...getCACertificates('default'), tls.cert]);
  const { url, stop } = await listenOnLocalhost(listener, tls);
  front[name] = url;
  stops.push(stop);
}

beforeAll(async () => {
  const usual = getCACertificates('default');
  stops.push(() => setDefaultCACertificates(usual));
  const target = () => server.url;
  await listen('good', frontProxy(target, 'replace'));
  await listen('appending', frontProxy(target, 'append'));
  await listen('soon', frontProxy(target, 'replace'), 5);
  await listen('expired', frontProxy(target, 'replace'), -1);
  await listen('forged', frontProxy(target, 'keep'));
  await listen('headless', frontProxy(target, 'drop'));
  await listen('two', frontProxy(target, 'appendTwo'));
  await listen('plain', frontProxy(target, 'replace'), null);
  await listen('stranger', (_request, response) => void response.end('{"status":"ready"}'));
  await listen('maker', maker, null);
  environment = {
    KRAPAO_MODE: 'production',
    KRAPAO_SECRET: SECRET,
    KRAPAO_TRUSTED_PROXIES: '1',
    KRAPAO_METRICS_TOKEN: 'token-of-the-scraper',
    KRAPAO_OWN_NETWORK_HOSTS: new URL(front.maker ?? '').host,
    PUBLIC_URL: front.good ?? '',
    KRAPAO_LOG_LEVEL: 'silent',
  };
  server = await startTestServer(OWN_CLUSTER, environment);
  environment = { ...environment, DATABASE_URL: server.databaseUrl, KRAPAO_DATA: server.dataFolder };
  admin = await makeOperator(server, 'administrator');
  await bringLive();
  opened = await openSite(readConfig(environment), environment);
});
afterAll(async () => {
  await opened?.close();
  await server?.stop();
  for (const stop of stops.reverse()) stop();
});

const run = (text: string) => sql.raw(text).execute(server.owner);

/** Everything that docs/go-live.md asks for. */
async function bringLive(): Promise<void> {
  await makeOperator(server, 'administrator');
  await makeOperator(server, 'cashier');
  await run(`update operator set must_change_password = false, totp_secret = '\\x00'`);
  await rm(firstPasswordFile(server.dataFolder));
  // The tests' cluster does not keep what it confirms; this table is what a real one says.
  const [{ name = '' } = {}] = (
    await sql<{ name: string }>`select current_database() as name`.execute(server.owner)
  ).rows;
  await run(`create schema judged; grant usage on schema judged to krapao_app;
    create table judged.pg_settings as select name, setting from pg_catalog.pg_settings;
    grant select on judged.pg_settings to krapao_app;
    update judged.pg_settings set setting = 'on' where name in ('fsync', 'full_page_writes', 'synchronous_commit');
    alter database "${name}" set search_path = judged, pg_catalog, public`);
  const { connection: keys } = await loadSecrets(environment, server.dataFolder, true);
  const baseUrl = front.maker ?? '';
  const add = async (capability: string, driver: string, config: object) => {
    const id = randomUUID();
    ids[capability] = id;
    await server.owner
      .insertInto('connection')
      .values({
        id,
        capability,
        driver,
        name: `Our ${capability}`,
        priority: 10,
        is_active: true,
        is_shadow: false,
        config: JSON.stringify(config),
        secrets: sealSecrets(keys, id, { apiKey: KEY }),
        secret_names: ['apiKey'],
        created_by: admin.id,
        changed_by: admin.id,
      })
      .execute();
  };
  await add('sms', 'http', {
    baseUrl,
    method: 'POST',
    headers: '{}',
    body: '{phone}{message}',
    phoneForm: 'e164',
  });
  await add('slip', 'easyslip', { baseUrl: `${baseUrl}/v2` });
  await run(`insert into connection_call (connection_id, at, operation, took_ms)
    values ('${ids.sms}', now(), 'send', 80)`);
  ids.bankFeed = randomUUID();
  ids.gateway = randomUUID();
  await run(`update gateway set connection_id = '${ids.gateway}' where code = 'WW'`);
  await run(`insert into connection_delivery (connection_id, address, body_hash, sealed, reading, outcome)
    values ('${ids.bankFeed}', '198.51.100.9', '\\x00', '\\x00', 'proved', 'taken')`);
  for (const capability of ['gateway', 'bankFeed', 'payout', 'game']) played.set(capability, WORKS);
  ids.game = randomUUID();
  await run(`insert into game_provider (code, name_th, name_la, name_en, colour, category, position, ft_wallet_slot,
      form_login, connection_id, external_code)
    values ('one', 'One', 'One', 'One', '#cda4ef', 'slot', 1, 1, false, '${ids.game}', 'one')`);
  await run(`insert into deposit_account (bank_code, bank_type, mode, account_no, account_name, currency, position)
    values ('KBANK', 'BANK', 'SLIP', '0480000017', 'Mali Co., Ltd.', 'BAHT', 1)`);
  await publish('site', { isActive: true, name: 'Mali', website: front.good });
  await publish('contact', {
    text: { th: 'ติดต่อเรา', la: 'ຕິດຕໍ່ພວກເຮົາ', en: 'Write to us' },
    lineLink: 'https://line.me/ti/p/@mali',
    lineName: '@mali',
    lineQr: '',
  });
  await run(`insert into setting (key, version, value, actor)
    select key, 2, value, 'operator:1' from setting where key in ('conditions', 'agreements') and version = 1`);
  await Promise.all(
    (['backup.made', 'backup.restored', 'ledger.sound'] as const).map((kind) => markSite(server.owner, kind)),
  );
  const scraped = await fetch(`${server.url}/metrics`, {
    headers: { authorization: 'Bearer token-of-the-scraper' },
  });
  expect(scraped.status).toBe(200);
}

async function publish(key: string, value: object): Promise<void> {
  await sql`
    insert into setting (key, version, value, actor)
    select ${key}, coalesce(max(version), 0) + 1, ${JSON.stringify(value)}, 'operator:1'
    from setting where key = ${key}`.execute(server.owner);
}

/** The site as the command opens it, with connections of capabilities that have no maker here. */
function siteWith(change: Partial<Site> = {}): Site {
  const { site } = opened;
  const fake = (capability: string): LiveConnection[] => {
    const told = played.get(capability);
    if (told === undefined) return [];
    const id = ids[capability] ?? capability;
    const port = { ...(capability !== 'bankFeed' && { test: async () => told }) };
    return [
      {
        id,
        capability,
        driver: 'played',
        title: 'Played',
        name: `Our ${capability}`,
        isActive: true,
        port,
      } as never,
    ];
  };
  const { connections } = site;
  const deciding = (capability: string) => [
    ...connections.deciding(capability as 'sms'),
    ...fake(capability),
  ];
  return { ...site, connections: { ...connections, deciding: deciding as never }, ...change };
}

async function judge(change: Partial<Site> = {}) {
  await Promise.all([opened.site.settings.reload(), opened.site.connections.reload()]);
  return preflight(siteWith(change));
}

/** Something wrong, and how to make it and to take it back. */
interface Fault {
  id: CheckId;
  finding: string;
  /** Changes the site that is judged, and what it is judged by. @returns what takes the change back */
  seed: () => Promise<{ undo?: () => unknown; change?: Partial<Site> }>;
}

const fault = (id: CheckId, finding: string, seed: Fault['seed']): Fault => ({ id, finding, seed });
const config = (change: Record<string, string | undefined>) => async () => ({
  change: { config: readConfig({ ...environment, ...change }) },
});
const rows = (does: string, undo: string) => async () => {
  const named = (text: string) => text.replace(/\$(sms|slip|game)/g, (_, name: string) => ids[name] ?? '');
  await run(named(does));
  return { undo: () => run(named(undo)) };
};
const master = (make: () => Promise<Awaited<ReturnType<typeof loadSecrets>>>) => async () => ({
  change: { secrets: { ...opened.site.secrets, master: (await make()).master } },
});
const setting = (key: string, change: object) => async () => {
  await opened.site.settings.reload();
  const before = opened.site.settings.get(key as 'site');
  await publish(key, { ...before, ...change });
  return { undo: () => publish(key, before) };
};
const told = (capability: string, result: TestResult | undefined) => async () => {
  if (result === undefined) played.delete(capability);
  else played.set(capability, result);
  return { undo: () => played.set(capability, WORKS) };
};
const makerSays = (change: Partial<typeof makers>) => async () => {
  const before = { ...makers };
  Object.assign(makers, change);
  return { undo: () => Object.assign(makers, before) };
};
const old = (kind: string, hours: number) =>
  rows(
    `update site_mark set at = now() - interval '${hours} hours' where kind = '${kind}'`,
    `update site_mark set at = now() where kind = '${kind}'`,
  );
const away = (kind: string) =>
  rows(`delete from site_mark where kind = '${kind}'`, `insert into site_mark (kind) values ('${kind}')`);
const LAK = `insert into deposit_account (bank_code, bank_type, mode, account_no, account_name, currency, position)
  values ('BCEL', 'BANK', 'QR', '0100000058', 'Mali', 'LAK', 2)`;
/** The site reads the account's statement meanwhile. */
const NO_LAK = `lock table statement_reading;
  delete from statement_reading
    where deposit_account_id in (select id from deposit_account where currency = 'LAK');
  delete from deposit_account where currency = 'LAK'`;

const FAULTS: Fault[] = [
  fault('production', 'sandbox', async () => ({
    change: { config: { ...opened.site.config, mode: 'sandbox' } },
  })),
  fault('https', 'plain', () => config({ PUBLIC_URL: front.plain })()),
  fault('reachable', 'unreachable', config({ PUBLIC_URL: 'https://localhost:1' })),
  fault('reachable', 'unreachable', () => config({ PUBLIC_URL: front.expired })()),
  fault('reachable', 'stranger', () => config({ PUBLIC_URL: front.stranger })()),
  fault('certificate', 'soon', () => config({ PUBLIC_URL: front.soon })()),
  fault('proxies', 'forged', () => config({ PUBLIC_URL: front.forged })()),
  fault('proxies', 'hidden', () => config({ PUBLIC_URL: front.headless })()),
  fault('proxies', 'hidden', () => config({ PUBLIC_URL: front.two })()),
  fault('clock', 'wrong', makerSays({ aheadMs: 3_600_000 })),
  fault('clock', 'replaced', async () => {
    await setDatabaseClock(server.owner, 60_000);
    return { undo: () => setDatabaseClock(server.owner, 0) };
  }),
  fault(
    'secrets',
    'weak',
    master(() => loadSecrets({ KRAPAO_SECRET: 'my-secret-password-for-the-wallet' }, '', true)),
  ),
  fault(
    'secrets',
    'weak',
    master(() => loadSecrets({ KRAPAO_SECRET: '0'.repeat(64) }, '', true)),
  ),
  fault('secrets', 'readable', async () => {
    const made = await loadSecrets({}, server.dataFolder, false);
    await chmod(join(server.dataFolder, 'secret'), 0o644);
    return {
      change: { secrets: { ...opened.site.secrets, master: made.master } },
      undo: () => rm(join(server.dataFolder, 'secret')),
    };
  }),
  fault(
    'keyChange',
    'open',
    master(() => loadSecrets({ KRAPAO_SECRET: SECRET, KRAPAO_SECRET_PREVIOUS: 'x'.repeat(40) }, '', true)),
  ),
  fault(
    'database',
    'loses',
    rows(
      `update judged.pg_settings set setting = 'off' where name = 'fsync'`,
      `update judged.pg_settings set setting = 'on' where name = 'fsync'`,
    ),
  ),
  fault('databaseUser', 'owner', async () => {
    const db = connectAsOwner(server.databaseUrl);
    return { change: { db }, undo: () => db.destroy() };
  }),
  fault('files', 'refused', async () => ({ change: { files: localFiles('/dev/null/files') } })),
  fault('space', 'low', async () => ({
    change: {
      config: { ...opened.site.config, dataFolder: process.platform === 'linux' ? '/proc' : '/dev' },
    },
  })),
  fault(
    'firstPassword',
    'unused',
    rows(
      `update operator set must_change_password = true where username like 'admin-%'`,
      `update operator set must_change_password = false`,
    ),
  ),
  fault('firstPassword', 'file', async () => {
    await writeFile(firstPasswordFile(server.dataFolder), 'once');
    return { undo: () => rm(firstPasswordFile(server.dataFolder)) };
  }),
  fault('firstPassword', 'demonstration', async () => {
    const { password_hash: before } = await server.owner
      .selectFrom('operator')
      .select('password_hash')
      .where('username', 'like', 'admin-%')
      .executeTakeFirstOrThrow();
    const set = (password_hash: string) =>
      server.owner
        .updateTable('operator')
        .set({ password_hash })
        .where('username', 'like', 'admin-%')
        .execute();
    await set(await hashPassword(DEMONSTRATION_PASSWORD));
    return { undo: () => set(before) };
  }),
  fault(
    'administrators',
    'few',
    rows(
      `update operator set is_active = false where role = 'administrator' and username not like 'admin-%'`,
      `update operator set is_active = true`,
    ),
  ),
  fault(
    'twoFactor',
    'missing',
    rows(
      `update operator set totp_secret = null where role = 'cashier'`,
      `update operator set totp_secret = '\\x00'`,
    ),
  ),
  fault('keys', 'unopened', async () => {
    await run(`insert into connection (id, capability, driver, name, priority, is_active, is_shadow, config, secrets,
      secret_names, created_by, changed_by) values (gen_random_uuid(), 'slip', 'easyslip', 'Lost', 20, true, false, '{}',
      '\\x00', '{}', ${admin.id}, ${admin.id})`);
    return { undo: () => run(`delete from connection where name = 'Lost'`) };
  }),
  fault(
    'sms',
    'none',
    rows(
      `update connection set is_active = false where id = '$sms'`,
      `update connection set is_active = true where id = '$sms'`,
    ),
  ),
  fault(
    'sms',
    'failing',
    rows(
      `insert into connection_call (connection_id, at, operation, trouble, took_ms)
        values ('$sms', now() + interval '1 second', 'send', 'OUT_OF_QUOTA', 5)`,
      `delete from connection_call where trouble = 'OUT_OF_QUOTA'`,
    ),
  ),
  fault(
    'slip',
    'none',
    rows(
      `update connection set is_active = false where id = '$slip'`,
      `update connection set is_active = true where id = '$slip'`,
    ),
  ),
  fault('slip', 'failing', makerSays({ isKeyGood: false })),
  fault('slipQuota', 'low', makerSays({ quota: 12 })),
  fault('gateway', 'failing', told('gateway', FAILS)),
  fault(
    'gateway',
    'unassigned',
    rows(
      `update gateway set is_active = false where code = 'WW'`,
      `update gateway set is_active = true where code = 'WW'`,
    ),
  ),
  fault('verification', 'failing', async () => {
    played.set('verification', FAILS);
    return { undo: () => played.delete('verification') };
  }),
  fault('verification', 'missing', setting('verification', { isAutomaticApproval: true })),
  fault('feed', 'none', told('bankFeed', undefined)),
  fault(
    'feed',
    'silent',
    rows(
      `update connection_delivery set last_at = now() - interval '2 hours'`,
      'update connection_delivery set last_at = now()',
    ),
  ),
  fault(
    'feed',
    'never',
    rows(
      `update connection_delivery set reading = 'refused'`,
      `update connection_delivery set reading = 'proved'`,
    ),
  ),
  fault('payout', 'missing', told('payout', undefined)),
  fault('payout', 'failing', told('payout', FAILS)),
  fault(
    'games',
    'empty',
    rows('update game_provider set is_active = false', 'update game_provider set is_active = true'),
  ),
  fault(
    'games',
    'unassigned',
    rows(
      'update game_provider set connection_id = gen_random_uuid()',
      `update game_provider set connection_id = '$game'`,
    ),
  ),
  fault('games', 'none', told('game', undefined)),
  fault('games', 'failing', told('game', FAILS)),
  fault(
    'depositAccount',
    'none',
    rows('update deposit_account set is_active = false', 'update deposit_account set is_active = true'),
  ),
  fault(
    'depositAccount',
    'none',
    rows(
      `update bank set is_active = false where code = 'KBANK'`,
      `update bank set is_active = true where code = 'KBANK'`,
    ),
  ),
  fault(
    'depositAccount',
    'demonstration',
    rows(
      'update deposit_account set is_demonstration = true',
      'update deposit_account set is_demonstration = false',
    ),
  ),
  fault('kip', 'none', config({ KRAPAO_VARIANT: 'laos' })),
  fault('kip', 'shipped', rows(LAK, NO_LAK)),
  fault(
    'kip',
    'old',
    rows(
      `${LAK}; insert into setting (key, version, value, actor, at)
        values ('kip', 7, '{"attForBaht": 68000}', 'operator:1', now() - interval '9 days')`,
      `${NO_LAK}; alter table setting disable trigger user; delete from setting where key = 'kip';
        alter table setting enable trigger user`,
    ),
  ),
  fault('placeholders', 'found', setting('site', { website: 'https://krapao.example' })),
  fault('placeholders', 'found', setting('contact', { lineName: '@krapao.help' })),
  fault('placeholders', 'found', setting('contact', { text: { th: '', la: '', en: 'Call {phone}' } })),
  fault(
    'placeholders',
    'found',
    rows(
      `insert into banner (place, image, html) values ('refund', '/media/banners/x.svg', '{"th": "Lorem ipsum dolor", "la": "", "en": ""}')`,
      'delete from banner',
    ),
  ),
  fault(
    'placeholders',
    'found',
    rows(
      `update deposit_account set account_name = 'KRAPAO SERVICE CO., LTD.'`,
      `update deposit_account set account_name = 'Mali Co., Ltd.'`,
    ),
  ),
  fault(
    'ownTexts',
    'shipped',
    rows(
      `insert into setting (key, version, value, actor) select key, 9, value, 'system' from setting
        where key = 'conditions' and version = 1`,
      `insert into setting (key, version, value, actor) select key, 10, value, 'operator:1' from setting
        where key = 'conditions' and version = 1`,
    ),
  ),
  fault('siteOpen', 'closed', setting('site', { isActive: false })),
  fault('backup', 'old', old('backup.made', 30)),
  fault('backup', 'never', away('backup.made')),
  fault('restored', 'never', away('backup.restored')),
  fault('ledger', 'old', old('ledger.sound', 30)),
  fault('ledger', 'never', away('ledger.sound')),
  fault(
    'ledger',
    'unsound',
    rows(
      `update site_mark set at = now() - interval '1 hour' where kind = 'ledger.sound';
        insert into site_mark (kind) values ('ledger.unsound')`,
      `update site_mark set at = now() where kind = 'ledger.sound'; delete from site_mark where kind = 'ledger.unsound'`,
    ),
  ),
  fault('alerts', 'closed', config({ KRAPAO_METRICS_TOKEN: undefined as never })),
  fault('alerts', 'silent', old('metrics.scraped', 1)),
  fault('alerts', 'never', away('metrics.scraped')),
  fault(
    'pack',
    'looser',
    setting('protection', { coolingOff: { hours: 24 }, paidWithin: { isOn: false, minutes: 120 } }),
  ),
  fault(
    'pack',
    'older',
    rows(
      `insert into setting (key, version, value, actor)
        values ('protection', 1000000, '${JSON.stringify({ ...DEFAULT_PACK, breach: undefined })}', 'test')`,
      `delete from setting where key = 'protection' and version = 1000000`,
    ),
  ),
  fault('pack', 'credit', setting('deposit', { thirdPartyPayer: 'credit' })),
  fault(
    'pack',
    'bonuses',
    rows(
      `insert into bonus_definition (code, position, offer, condition, minimum_deposit, reward_amount, success_bps, fail_bps,
          turnover_bps, type, max_received, name, description)
        values ('ELEVEN', 1, 'list', 'none', 0, 100, 20000, 0, 110000, 'limit', 1, '{"th": "a", "la": "a", "en": "a"}', '{"th": "a", "la": "a", "en": "a"}')`,
      `delete from bonus_definition where code = 'ELEVEN'`,
    ),
  ),
];

test('a site that has all it needs has no red and no open check', async () => {
  const checks = await judge();
  expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(checks.map(({ id }) => id).sort()).toEqual([...CHECK_IDS].sort());
  expect(reportOf(checks, 'en', front.good ?? '')).toContain('Ready for real money');
});

test('each of more than 20 faults is seen, and seen alone', async () => {
  const seen: string[] = [];
  for (const { id, finding, seed } of FAULTS) {
    const { undo, change } = await seed();
    const checks = await judge(change);
    await undo?.();
    const found = checks
      .filter(({ state }) => state === 'failed')
      .map((check) => `${check.id} ${check.finding}`);
    expect.soft(found, `${id} ${finding}`).toEqual([`${id} ${finding}`]);
    seen.push(...found);
    for (const language of LANGUAGES)
      for (const check of checks)
        if (check.finding !== 'found')
          expect
            .soft(
              findingText(check.id, check.finding, check.values, language),
              `${check.id} ${check.finding}`,
            )
            .not.toMatch(/[{}]/);
    for (const check of checks.filter(({ state }) => state === 'failed'))
      expect
        .soft(adviceOn(check.id, check.finding, check.values, 'en').commands.join(), `${id} ${finding}`)
        .not.toMatch(/[{}]/);
    expect
      .soft(JSON.stringify(checks) + reportOf(checks, 'en', front.good ?? ''))
      .not.toMatch(new RegExp(`${KEY}|${SECRET}`));
  }
  // Each check has a fault that turns it red, and the site is as before.
  expect(CHECK_IDS.filter((id) => !seen.some((found) => found.startsWith(`${id} `)))).toEqual([]);
  expect((await judge()).filter(({ state }) => state !== 'ok')).toEqual([]);
});

test('a trouble that a passing test would have met is over; what a maker answered to the call alone stays open', async () => {
  const gateway = async () => (await judge()).find(({ id }) => id === 'gateway');
  const called = (trouble: string, minutesAgo: number) =>
    run(`insert into connection_call (connection_id, at, operation, trouble, took_ms)
      values ('${ids.gateway}', now() - interval '${minutesAgo} minutes', 'create', '${trouble}', 5)`);
  for (const trouble of ['KEY_REFUSED', 'OUT_OF_QUOTA', 'TIMEOUT']) {
    await called(trouble, 30);
    expect(await gateway(), trouble).toMatchObject({ state: 'ok', finding: 'yes' });
  }
  await called('BAD_ANSWER', 20);
  expect(await gateway()).toMatchObject({
    state: 'unchecked',
    finding: 'doubtful',
    values: { name: 'Our gateway', trouble: 'BAD_ANSWER' },
  });
  played.set('gateway', FAILS);
  expect(await gateway()).toMatchObject({ state: 'failed', finding: 'failing' });
  played.set('gateway', WORKS);
  await called('TIMEOUT', 10);
  expect(await gateway()).toMatchObject({ state: 'ok', finding: 'yes' });
  await run(`delete from connection_call where connection_id = '${ids.gateway}'`);
});

test('what nobody can know yet is not checked, and says why', async () => {
  await run('update connection set is_active = false');
  played.clear();
  await run(`delete from connection_call where connection_id = '${ids.sms}'`);
  await publish('withdraw', { ...opened.site.settings.get('withdraw'), isAutomatic: false });
  const found = new Map((await judge()).map(({ id, finding, state }) => [id, `${state} ${finding}`]));
  expect(
    Object.fromEntries(
      ['clock', 'gateway', 'slipQuota', 'payout'].map((id) => [id, found.get(id as 'clock')]),
    ),
  ).toEqual({
    clock: 'unchecked alone',
    gateway: 'unchecked none',
    slipQuota: 'unchecked unknown',
    payout: 'ok byHand',
  });
  await run('update connection set is_active = true');
  expect((await judge()).find(({ id }) => id === 'sms')).toMatchObject({
    state: 'unchecked',
    finding: 'unproved',
  });
});

test('a check that breaks or hangs stops no other', async () => {
  const broken = {
    get: () => {
      throw new Error('no settings');
    },
  };
  const checks = await judge({ settings: broken as never });
  const siteOpen = checks.filter(({ id }) => id === 'siteOpen');
  expect(siteOpen).toMatchObject([{ state: 'unchecked', finding: 'broken' }]);
  expect(reportOf(siteOpen, 'en', '')).toContain('Not ready for real money: 1 ');
  expect(checks.find(({ id }) => id === 'backup')).toMatchObject({ state: 'ok' });
  const silent = { ...opened.site.files, write: () => new Promise<void>(() => undefined) };
  const late = await preflight(siteWith({ files: silent }), { groups: ['machine'], givenUpMs: 300 });
  expect(late.find(({ id }) => id === 'files')).toMatchObject({ state: 'unchecked', finding: 'late' });
  expect(late.find(({ id }) => id === 'production')).toMatchObject({ state: 'ok' });
});

test('the console reads the same checks, a group at a time, and nobody else may', async () => {
  const { status, body } = await admin.call('GET /api/console/preflight');
  expect(status).toBe(200);
  const { checks } = body as { checks: { id: CheckId; group: string; severity: string }[] };
  expect(checks.map(({ id }) => id).sort()).toEqual([...CHECK_IDS].sort());
  for (const { id, severity } of checks) expect(severity).toBe(CHECKS[id].severity);
  const people = await admin.call('GET /api/console/preflight?group=people');
  expect((people.body as { checks: { group: string }[] }).checks.map(({ group }) => group)).toEqual(
    Array(3).fill('people'),
  );
  const cashier = await makeOperator(server, 'cashier');
  await run(`update operator set totp_secret = '\\x00'`);
  expect((await cashier.call('GET /api/console/preflight')).status).toBe(403);
});

test('a stranger learns nothing from the address that the preflight asks', async () => {
  const response = await fetch(`${server.url}/healthz/site`, { headers: { 'x-krapao-probe': '1.2' } });
  expect(response.status).toBe(404);
});

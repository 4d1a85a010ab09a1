import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const SANDBOX = { SANDBOX_SECRET: 'secret-of-a-test' };

test('defaults are a sandbox on this machine', () => {
  expect(readConfig(SANDBOX)).toMatchObject({
    mode: 'sandbox',
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'http://localhost:8080',
    databaseUrl: undefined,
    sandbox: { url: 'http://127.0.0.1:8081' },
  });
});

test('production has no sandbox, whatever else is set', () => {
  const config = readConfig({ ...SANDBOX, KRAPAO_MODE: 'production', PUBLIC_URL: 'https://wallet.example/' });
  expect(config.sandbox).toBeUndefined();
  expect(config.publicUrl).toBe('https://wallet.example');
});

test('production is reached over https; over http from its own machine alone', () => {
  const at = (PUBLIC_URL: string) => readConfig({ KRAPAO_MODE: 'production', PUBLIC_URL }).publicUrl;
  for (const url of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])
    expect(at(url)).toBe(url);
  for (const url of ['http://wallet.example', 'http://10.0.0.7:8080', 'http://localhost.example'])
    expect(() => at(url)).toThrow('PUBLIC_URL must start with https:// in production');
  expect(readConfig({ ...SANDBOX, PUBLIC_URL: 'http://10.0.0.7:8080' }).publicUrl).toBe(
    'http://10.0.0.7:8080',
  );
});

test('ASVS 13.4.5 the page of all calls is shown in the sandbox, and in production where it is switched on', () => {
  const production = { KRAPAO_MODE: 'production', PUBLIC_URL: 'https://wallet.example' };
  expect(readConfig(SANDBOX).servesDocs).toBe(true);
  expect(readConfig(production).servesDocs).toBe(false);
  expect(readConfig({ ...production, KRAPAO_DOCS: 'on' }).servesDocs).toBe(true);
});

test('everything that is wrong is listed at once', () => {
  const wrong = {
    KRAPAO_MODE: 'production',
    PORT: '80a',
    DATABASE_URL: 'mysql://x',
    KRAPAO_VARIANT: 'mars',
    KRAPAO_ALLOWED_ORIGINS: 'https://a.example/path',
    KRAPAO_LOGIN_FORM_ORIGINS: 'https://game.example,*',
    KRAPAO_LOG_LEVEL: 'loud',
  };
  expect(() => readConfig(wrong)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(
        /PORT[\s\S]*DATABASE_URL[\s\S]*PUBLIC_URL[\s\S]*KRAPAO_ALLOWED_ORIGINS[\s\S]*KRAPAO_LOGIN_FORM_ORIGINS holds "\*"[\s\S]*KRAPAO_VARIANT[\s\S]*KRAPAO_LOG_LEVEL/,
      ),
    }),
  );
});

test('DATABASE_URL may name several hosts, of which the nodes use the one that takes writes', () => {
  const several = 'postgresql://u:p@db1:5432,db2:5432/krapao';
  expect(
    readConfig({ ...SANDBOX, DATABASE_URL: `${several}?target_session_attrs=read-write` }).databaseUrl,
  ).toBe('postgresql://u:p@db1:5432/krapao?target_session_attrs=read-write&host=db1,db2&port=5432,5432');
  expect(() => readConfig({ ...SANDBOX, DATABASE_URL: `${several}?target_session_attrs=any` })).toThrow(
    'DATABASE_URL with several hosts finds their primary',
  );
});

test('work stays in the hands of a node for longer than the provider may take to answer', () => {
  const waits = { KRAPAO_PROVIDER_TIMEOUT_MS: '3000', KRAPAO_LEASE_SECONDS: '7' };
  expect(readConfig({ ...SANDBOX, ...waits })).toMatchObject({ providerTimeoutMs: 3_000, leaseSeconds: 7 });
  expect(() => readConfig({ ...SANDBOX, ...waits, KRAPAO_LEASE_SECONDS: '6' })).toThrow(
    'KRAPAO_LEASE_SECONDS must be a second more than twice KRAPAO_PROVIDER_TIMEOUT_MS',
  );
});

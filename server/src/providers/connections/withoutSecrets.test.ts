import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { byReading, formsOf, hideTexts, newBudget } from './hideTexts.ts';
import { DRIVERS } from './registry.ts';
import { withoutSecrets } from './withoutSecrets.ts';

const unicode = (text: string) =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const html = (text: string) =>
  [...text].map((letter) => (/\w/.test(letter) ? letter : `&#${letter.charCodeAt(0)};`)).join('');

const script = (text: string) =>
  text.replace(/[ -~]/g, (letter) =>
    /\w/.test(letter) ? letter : `\\x${letter.charCodeAt(0).toString(16)}`,
  );
const inLines = (text: string) => text.replace(/.{64}/g, '$&\r\n');

/** How a maker may write what it echoes. */
const SPELLINGS: Readonly<Record<string, (secret: string) => string>> = {
  plain: json,
  slashes: (secret) => json(secret).replaceAll('/', '\\/'),
  unicode,
  address: encodeURIComponent,
  base64: (secret) => Buffer.from(`somebody:${secret}:`).toString('base64'),
  html: (secret) => json(html(secret)),
  query: (secret) => new URLSearchParams({ q: secret }).toString().slice(2),
  script: (secret) => json(script(secret)),
  'base64 in lines': (secret) => json(inLines(Buffer.from(`${'x'.repeat(40)}${secret}:`).toString('base64'))),
};

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Every secret of every driver, with a value that has something to escape. */
const SECRETS = DRIVERS.flatMap(({ capability, driver, secrets }) =>
  Object.keys(secrets.properties)
    // The name of a client is no secret.
    .filter((name) => name !== 'clientId')
    .map((name) => ({
      name: `${capability}/${driver} ${name}`,
      field: name,
      value: name === 'privateKey' ? privateKey : `k/${name}+ "&<é'\\9%${driver}/==`,
    })),
);

/** What the reader of a log or a note can make of a text: all spellings undone, as often as it takes. */
function readings(text: string): string[] {
  const undone = text
    .replace(/\\u([0-9a-f]{4})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\+x([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .replace(/\\(["\\/])/g, '$1')
    .replaceAll('\\n', '\n');
  const decoded = [...text.replace(/\\+r\\+n|\r\n/g, '').matchAll(/[A-Za-z0-9+/_-]{12,}/g)].map(([all]) =>
    Buffer.from(all, 'base64').toString(),
  );
  const addresses = [text, text.replaceAll('+', ' ')].map((one) =>
    one.replace(/(?:%[0-9a-f]{2})+/gi, (all) => Buffer.from(all.replaceAll('%', ''), 'hex').toString()),
  );
  return [text, undone, ...addresses, ...decoded];
}

async function echoed(field: string, value: string, spelled: string) {
  const text = `{"error":"no such key: ${spelled} of merchant","${spelled}":["${spelled}"]}`;
  const http = withoutSecrets(
    {
      call: async () => ({ status: 'answered', httpStatus: 401, text, json: JSON.parse(text) as unknown }),
    },
    { clientId: 'merchant', [field]: value },
  );
  const answer = await http.call({ method: 'GET', url: 'https://maker.example' });
  if (answer.status !== 'answered') throw new Error(answer.trouble);
  return answer;
}

test.each(Object.entries(SPELLINGS))(
  'ASVS 14.2.1 no secret of any driver stands in an answer that echoes it: %s',
  async (_, spell) => {
    expect(SECRETS.length).toBeGreaterThan(DRIVERS.length);
    const found: string[] = [];
    for (const { name, field, value } of SECRETS) {
      const { text, json: document } = await echoed(field, value, spell(value));
      // The first letters of a secret in base64 may stay: half of a letter is no secret.
      const core = value.slice(2, -2);
      const seen = [...readings(text), ...readings(JSON.stringify(document))];
      if (seen.some((reading) => reading.includes(core))) found.push(name);
      expect(JSON.stringify(document)).toContain('of merchant');
    }
    expect(found).toEqual([]);
  },
);

test('ASVS 14.2.1 the token that a call carries is hidden too, and short secrets hide nothing', async () => {
  const text = '{"message":"token eyJ\\/abc.def\\u002dghi is over","id":"12345"}';
  const http = withoutSecrets(
    { call: async () => ({ status: 'answered', httpStatus: 401, text, json: JSON.parse(text) as unknown }) },
    { apiKey: '12345' },
  );
  expect(
    await http.call({
      method: 'GET',
      url: 'https://maker.example',
      headers: { Authorization: 'Bearer eyJ/abc.def-ghi' },
    }),
  ).toMatchObject({
    text: '{"message":"token ••• is over","id":"12345"}',
    json: { message: 'token ••• is over', id: '12345' },
  });
});

test('ASVS 14.2.1 an answer that is full of secrets is hidden too, and however many texts it has, their effort is one', async () => {
  const secret = 'k/secret+key';
  const text = JSON.stringify([`${secret} `.repeat(200_000)]);
  const http = withoutSecrets(
    { call: async () => ({ status: 'answered', httpStatus: 401, text, json: JSON.parse(text) as unknown }) },
    { apiKey: secret },
  );
  const answer = await http.call({ method: 'GET', url: 'https://maker.example' });
  if (answer.status !== 'answered') throw new Error(answer.trouble);
  expect(answer.text).not.toContain(secret);
  expect(answer.text.length).toBeLessThan(1_000_000);

  const budget = newBudget();
  const { letters } = budget;
  const forms = byReading([...formsOf(secret), ...formsOf(secret)]);
  const escaped = encodeURIComponent(secret);
  expect(hideTexts(escaped, forms, budget)).toBe('•••');
  expect(budget.letters).toBeLessThan(letters - escaped.length);
  // With nothing left a text is read as it stands.
  const nothing = { letters: 0 };
  expect([hideTexts(escaped, forms, nothing), hideTexts(secret, forms, nothing)]).toEqual([escaped, '•••']);
});

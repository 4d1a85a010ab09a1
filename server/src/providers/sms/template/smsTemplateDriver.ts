import Type from 'typebox';
import { driver } from '../../connections/driver.ts';
import { bodyForm, fillTemplate, type TextForm } from '../../template/fillTemplate.ts';
import { httpSmsGateway } from './httpSmsGateway.ts';
import { keysInTheOpen } from './keysInTheOpen.ts';
import { type SmsSettings, type SmsTemplate, smsTemplate } from './smsTemplate.ts';

const Config = Type.Object(
  {
    baseUrl: Type.String({
      maxLength: 500,
      description: 'the whole address; {phone}, {message}, {reference}',
    }),
    method: Type.Enum(['POST', 'GET', 'PUT'], { default: 'POST' }),
    headers: Type.String({ maxLength: 1_000, default: '{"Content-Type":"application/json"}' }),
    body: Type.Optional(Type.String({ maxLength: 2_000 })),
    phoneForm: Type.Enum(['national', 'e164', 'digits'], { default: 'national' }),
    success: Type.Optional(Type.String({ maxLength: 200 })),
    rejected: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);
const Key = Type.String({ minLength: 1, maxLength: 4_000 });
const Secrets = Type.Object(
  { apiKey: Type.Optional(Key), clientId: Type.Optional(Key), clientSecret: Type.Optional(Key) },
  { additionalProperties: false },
);

type Settings = { config: Type.Static<typeof Config>; secrets: Type.Static<typeof Secrets> };

/** Any SMS gateway with an HTTP API, as docs/sms.md describes it. */
export const smsTemplateDriver = driver({
  capability: 'sms',
  driver: 'http',
  title: 'SMS over HTTP',
  config: Config,
  secrets: Secrets,
  documentation: '',
  warnings: [],
  problems: (settings) => {
    const { template, problems } = templateOf(settings);
    const open = template === undefined ? [] : keysInTheOpen(template);
    return [
      ...problems,
      ...expressionProblems(settings),
      ...open.map(
        (name) =>
          `${name} holds a key that everybody may read: store it as a key, and write {apiKey}, {clientId}, {clientSecret} or {basic} in its place`,
      ),
    ];
  },
  open: (settings, { http, variant }) => {
    const { template, problems } = templateOf(settings);
    if (template === undefined) throw new Error(problems.join(' '));
    return httpSmsGateway(withKeys(template, settings.secrets), variant, http);
  },
});

const FIELDS = {
  URL: 'baseUrl',
  METHOD: 'method',
  HEADERS: 'headers',
  BODY: 'body',
  PHONE: 'phoneForm',
  SUCCESS: 'success',
  REJECTED: 'rejected',
  TIMEOUT_MS: 'timeoutMs',
} satisfies Record<keyof SmsSettings, string>;

function templateOf({ config }: Settings): { template: SmsTemplate | undefined; problems: string[] } {
  const problems: string[] = [];
  const template = smsTemplate(
    {
      URL: config.baseUrl,
      METHOD: config.method,
      HEADERS: config.headers,
      PHONE: config.phoneForm,
      ...(config.body !== undefined && { BODY: config.body }),
      ...(isText(config.success) && { SUCCESS: literally(config.success) }),
      ...(isText(config.rejected) && { REJECTED: literally(config.rejected) }),
    },
    problems,
    (name) => FIELDS[name],
  );
  return { template, problems };
}

/** Nothing is in every answer. */
const isText = (typed: string | undefined): typed is string => (typed ?? '').trim() !== '';

/**
 * An operator types a text that the answer contains; an expression of theirs could take forever to match. White space does
 * not count: makers set their JSON with and without it.
 */
const literally = (text: string) =>
  [...text.replace(/\s+/g, '')].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/, '\\$&')).join('\\s*');

/** What no answer contains and only an expression has. */
const EXPRESSION = /\\[sSdDwWbB[\](){}.*+?^$|]|\.[*+?]|\[\^|\(\?[:=!<]/;

/** An expression as the environment takes it would fit no answer, and each SMS would look unsent. */
const expressionProblems = ({ config }: Settings): string[] =>
  (['success', 'rejected'] as const)
    .filter((field) => EXPRESSION.test(config[field] ?? ''))
    .map(
      (field) =>
        `${field} is no regular expression here: write the words of the answer as they stand in it, such as "status":"success" (docs/sms.md, As a connection)`,
    );

/** Fills {apiKey}, {clientId}, {clientSecret} and {basic} (Base64 of `clientId:clientSecret`) in. */
function withKeys(
  template: SmsTemplate,
  { apiKey = '', clientId = '', clientSecret = '' }: Settings['secrets'],
) {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const keys = { apiKey, clientId, clientSecret, basic };
  const fill = (text: string, form: TextForm) => fillTemplate(text, keys, form);
  const { url, headers, body } = template;
  return {
    ...template,
    url: fill(url, 'url'),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value, 'text')])),
    body: body === undefined ? undefined : fill(body, bodyForm(headers)),
  };
}

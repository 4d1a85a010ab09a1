import { readJson } from '../../../outsideJson.ts';
import { isPrivateOnTheWay } from '../../../thisMachine.ts';
import { fillTemplate } from '../../template/fillTemplate.ts';

/** How to call an SMS gateway, as the environment or a connection describes it (docs/sms.md). */
export interface SmsTemplate {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Readonly<Record<string, string>>;
  /** Undefined: no body. */
  body: string | undefined;
  /** The format of {phone}: 0812345678, +66812345678 or 66812345678. */
  phoneForm: (typeof PHONE_FORMS)[number];
  /** The body of a 2xx answer must match this to count as sent; undefined: any 2xx counts. */
  success: RegExp | undefined;
  /** A 2xx answer whose body matches this was not sent. */
  rejected: RegExp | undefined;
  /** Milliseconds until a call counts as unknown. */
  timeoutMs: number;
}

const PHONE_FORMS = ['national', 'e164', 'digits'] as const;
const METHODS = ['GET', 'POST', 'PUT'] as const;
const TIMEOUT_MS = { fallback: 8_000, lowest: 500, highest: 30_000 };

/** The values of the placeholders in one SMS. */
export type SmsValues = Readonly<Record<'phone' | 'message' | 'reference', string>>;

const NAMES = ['URL', 'METHOD', 'HEADERS', 'BODY', 'PHONE', 'SUCCESS', 'REJECTED', 'TIMEOUT_MS'] as const;
/** The settings of a template as texts; `URL` is required. */
export type SmsSettings = Partial<Record<(typeof NAMES)[number], string>>;

/** Reads KRAPAO_SMS_* of the environment; undefined if KRAPAO_SMS_URL is not set. Adds errors to `problems`. */
export function readSmsTemplate(environment: NodeJS.ProcessEnv, problems: string[]): SmsTemplate | undefined {
  const settings = Object.fromEntries(
    NAMES.map((name) => [name, environment[`KRAPAO_SMS_${name}`] || undefined]),
  );
  return settings.URL === undefined
    ? undefined
    : smsTemplate(settings, problems, (name) => `KRAPAO_SMS_${name}`);
}

/**
 * The template of these settings; undefined if one is wrong, which `problems` then says.
 * @param called how whoever set it knows a setting
 */
export function smsTemplate(
  settings: SmsSettings,
  problems: string[],
  called: (name: keyof SmsSettings) => string,
): SmsTemplate | undefined {
  const { URL: url = '', BODY: body } = settings;
  const before = problems.length;

  function choice<T extends string>(name: keyof SmsSettings, choices: readonly T[], fallback: T): T {
    const text = settings[name] ?? fallback;
    const found = choices.find((candidate) => candidate === text);
    if (found === undefined) problems.push(`${called(name)} must be one of ${choices.join(', ')}.`);
    return found ?? fallback;
  }
  function pattern(name: keyof SmsSettings): RegExp | undefined {
    const text = settings[name];
    if (text === undefined) return undefined;
    try {
      return new RegExp(text, 'u');
    } catch {
      problems.push(`${called(name)} is no regular expression.`);
      return undefined;
    }
  }

  if (!isSafeUrl(url))
    problems.push(`${called('URL')} must be an https:// address (http:// only for this machine).`);
  const headers = readHeaders(settings.HEADERS ?? '{}');
  if (headers === undefined)
    problems.push(`${called('HEADERS')} must be a JSON object of header names and texts.`);
  for (const place of ['phone', 'message'])
    if (!`${url}${body ?? ''}`.includes(`{${place}}`))
      problems.push(`${called('URL')} and ${called('BODY')} have no {${place}}.`);
  const method = choice('METHOD', METHODS, 'POST');
  if (method === 'GET' && body !== undefined)
    problems.push(`${called('BODY')} cannot go with the method GET.`);
  const timeoutMs = Number(settings.TIMEOUT_MS ?? TIMEOUT_MS.fallback);
  if (!Number.isInteger(timeoutMs) || timeoutMs < TIMEOUT_MS.lowest || timeoutMs > TIMEOUT_MS.highest)
    problems.push(
      `${called('TIMEOUT_MS')} must be a whole number from ${TIMEOUT_MS.lowest} to ${TIMEOUT_MS.highest}.`,
    );
  const template: SmsTemplate = {
    url,
    method,
    headers: headers ?? {},
    body,
    phoneForm: choice('PHONE', PHONE_FORMS, 'national'),
    success: pattern('SUCCESS'),
    rejected: pattern('REJECTED'),
    timeoutMs,
  };
  return problems.length === before ? template : undefined;
}

/** The text of an SMS contains a secret: it must go over TLS or stay on this machine. */
function isSafeUrl(url: string): boolean {
  const sample = fillTemplate(url, { phone: '0', message: '0', reference: '0' }, 'url');
  if (!URL.canParse(sample)) return false;
  const address = new URL(sample);
  return address.username === '' && isPrivateOnTheWay(address);
}

function readHeaders(text: string): Record<string, string> | undefined {
  try {
    const headers = readJson(text);
    if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return undefined;
    if (!Object.values(headers).every((value) => typeof value === 'string')) return undefined;
    new Headers(headers as Record<string, string>);
    return headers as Record<string, string>;
  } catch {
    return undefined;
  }
}

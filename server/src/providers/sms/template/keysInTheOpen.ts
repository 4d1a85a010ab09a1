import { nestsTooDeep } from '../../../outsideJson.ts';
import type { SmsTemplate } from './smsTemplate.ts';

const KEY_NAME = /(?:key|secret|token|passwords?|passwd|authorization|cookie)$/i;
const FILLED_IN = /\{\w+\}/;

/** Fields of a template that are called like a key and hold a literal value: settings can be read, keys cannot. */
export function keysInTheOpen({ url, headers, body }: SmsTemplate): string[] {
  const fields: [string, unknown][] = [
    ...Object.entries(headers),
    ...(URL.parse(url)?.searchParams ?? []),
    ...fieldsIn(body ?? ''),
  ];
  return fields
    .filter(([name, value]) => KEY_NAME.test(name) && !FILLED_IN.test(String(value)))
    .map(([name]) => name);
}

/** The fields of a JSON document, however deep, or of a form. */
function fieldsIn(body: string): [string, unknown][] {
  const found: [string, unknown][] = [];
  if (nestsTooDeep(body)) return found;
  try {
    JSON.parse(body, (name, value: unknown) => {
      if (typeof value !== 'object') found.push([name, value]);
      return value;
    });
    return found;
  } catch {
    return [...new URLSearchParams(body)];
  }
}

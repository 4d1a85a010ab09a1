import { REQUESTED_WITH } from '@krapao/contract/client';

export interface RawCall {
  body?: unknown;
  token?: string;
  /** The apparent source address of the call; the server must trust one proxy. */
  ip?: string;
  headers?: Record<string, string>;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back.
  body: any;
}

/** Calls a server without a typed client, with any body; a string `body` is sent unchanged. */
export async function rawCall(baseUrl: string, key: string, call: RawCall = {}): Promise<RawAnswer> {
  const [method = 'GET', path = '/'] = key.split(' ');
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      'X-Requested-With': REQUESTED_WITH,
      ...(call.token ? { Authorization: `Bearer ${call.token}` } : {}),
      ...(call.ip ? { 'X-Forwarded-For': call.ip } : {}),
      ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...call.headers,
    },
    ...(call.body === undefined
      ? {}
      : { body: typeof call.body === 'string' ? call.body : JSON.stringify(call.body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
  };
}

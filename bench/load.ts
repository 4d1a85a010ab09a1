import autocannon from 'autocannon';

export interface Load {
  /** Successful answers. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers other than 2xx, and calls without an answer. */
  refused: number;
  /** Number of answers by status. */
  statuses: Record<string, number>;
}

export type LoadRequest = Pick<autocannon.Request, 'path' | 'method' | 'body' | 'headers'>;

interface Options {
  seconds: number;
  connections: number;
  requests: LoadRequest[];
}

/** Sends requests over keep-alive connections; each connection repeats its share of the requests. */
export async function load(url: string, options: Options): Promise<Load> {
  const { requests, connections, seconds } = options;
  const share = dealer(requests, connections);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests,
    // Each connection has different requests; otherwise all would request the same at once.
    setupClient: (client) => client.setRequests(share()),
  });
  const { statusCodeStats = {} } = result as {
    statusCodeStats?: Record<string, { count: number }>;
  };
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused: result.non2xx + result.errors + result.timeouts,
    statuses: Object.fromEntries(Object.entries(statusCodeStats).map(([code, { count }]) => [code, count])),
  };
}

/** Distributes the requests: each connection gets different ones, when there are enough. */
function dealer(requests: LoadRequest[], connections: number): () => LoadRequest[] {
  const each = Math.max(1, Math.floor(requests.length / connections));
  let next = 0;
  return () => {
    const from = (next * each) % requests.length;
    next += 1;
    return requests.slice(from, from + each);
  };
}

/** GET of an address as a member of the population. */
export function memberGet(path: string, token: string): LoadRequest {
  return {
    method: 'GET',
    path,
    headers: {
      // The headers that every browser sends.
      'Accept-Encoding': 'gzip, deflate, br',
      'X-Requested-With': 'wallet-user',
      Authorization: `Bearer ${token}`,
    },
  };
}

/**
 * A whole request as it goes over the wire; made before the clock starts, for a KeptConnection.
 * @param body JSON, as text if it is signed
 */
export function wireText(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  { headers = {}, body }: { headers?: object | undefined; body?: object | string },
): string {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (body) lines.push('content-type: application/json');
  return [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    ...lines,
    ...(method === 'GET' ? [] : [`content-length: ${Buffer.byteLength(text)}`]),
    '',
    text,
  ].join('\r\n');
}

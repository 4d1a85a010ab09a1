import autocannon from 'autocannon';

export interface Load {
  /** Good answers. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers that are no 2xx, and calls without an answer. */
  refused: number;
  /** Answers by status. */
  statuses: Record<string, number>;
}

export type LoadRequest = Pick<autocannon.Request, 'path' | 'method' | 'body' | 'headers'>;

interface Options {
  seconds: number;
  connections: number;
  requests: LoadRequest[];
}

/** Asks over keep-alive connections, each going through its share of the requests in turn. */
export async function load(url: string, options: Options): Promise<Load> {
  const { requests, connections, seconds } = options;
  const share = dealer(requests, connections);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests,
    // Each connection asks for its own, or all would ask for the same at once.
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

/** Deals the requests out: each connection gets others, where there are enough. */
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
      // As every browser does.
      'Accept-Encoding': 'gzip, deflate, br',
      'X-Requested-With': 'wallet-user',
      Authorization: `Bearer ${token}`,
    },
  };
}

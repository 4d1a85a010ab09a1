import { createServer } from 'node:http';

export interface CollectedSpan {
  name: string;
  /** 2: server, 3: client. */
  kind: number;
  traceId: string;
  parentSpanId: string | undefined;
  spanId: string;
  attributes: Record<string, unknown>;
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & { attributes: Attribute[] })[] }[];
  }[];
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

/** A collector for OTLP over HTTP with JSON: stores what it receives. */
export async function startTraceCollector(): Promise<{
  url: string;
  spans: CollectedSpan[];
  resources: Record<string, unknown>[];
  /** The raw bodies, to check that they contain no secrets. */
  raw(): string;
  stop(): Promise<void>;
}> {
  const spans: CollectedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  let raw = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      raw += text;
      if (request.url === '/v1/traces') take(JSON.parse(text) as Export);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  function take({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(flat(resource.attributes));
      for (const scope of scopeSpans)
        spans.push(...scope.spans.map((span) => ({ ...span, attributes: flat(span.attributes) })));
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    spans,
    resources,
    raw: () => raw,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function flat(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';

/** What undici, and therefore `fetch`, reports about a request. */
interface Message {
  request: { origin: string; method: string };
  response?: { statusCode: number };
  error?: Error & { code?: string };
}

/**
 * Makes a span for every request that `fetch` sends. It contains only the host, because paths and queries of
 * counterparts contain user names and tokens. It adds no header, so counterparts do not learn of the trace.
 * @returns ends it
 */
export function traceOutgoing(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>();

  const listeners: Record<string, (message: Message) => void> = {
    'undici:request:create': ({ request }) => {
      const { hostname, port } = new URL(request.origin);
      const attributes = {
        'http.request.method': request.method,
        'server.address': hostname,
        'server.port': Number(port) || (request.origin.startsWith('https:') ? 443 : 80),
      };
      spans.set(request, tracer.startSpan(request.method, { kind: SpanKind.CLIENT, attributes }));
    },
    'undici:request:headers': ({ request, response }) => {
      const status = response?.statusCode ?? 0;
      const span = spans.get(request)?.setAttribute('http.response.status_code', status);
      if (status >= 400)
        span?.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR });
    },
    'undici:request:trailers': ({ request }) => spans.get(request)?.end(),
    'undici:request:error': ({ request, error }) => {
      const reason = error?.code ?? error?.name ?? 'unknown';
      spans.get(request)?.setAttribute('error.type', reason).setStatus({ code: SpanStatusCode.ERROR }).end();
    },
  };
  const channels = Object.entries(listeners).map(
    ([name, listener]) => [name, (message: unknown) => listener(message as Message)] as const,
  );
  for (const [name, listener] of channels) subscribe(name, listener);
  return () => {
    for (const [name, listener] of channels) unsubscribe(name, listener);
  };
}

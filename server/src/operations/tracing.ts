import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import pg from 'pg';
import { traceOutgoing } from './traceOutgoing.ts';

/** Traces of calls, of their queries, and of outgoing requests. */
export interface Tracing {
  /** Makes a span for each call; must run before any other hook. */
  traceCalls(app: FastifyInstance): void;
  /** Sends the remaining spans and ends. */
  stop(): Promise<void>;
}

type Query = (...parts: unknown[]) => unknown;

/**
 * Starts tracing to the collector of OTEL_EXPORTER_OTLP_ENDPOINT, by OpenTelemetry's own variables (OTEL_SERVICE_NAME,
 * OTEL_RESOURCE_ATTRIBUTES, OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER_ARG as the share to keep, from 0 to 1).
 * Load this file only if that variable is set. A span contains route patterns, SQL texts with placeholders and hosts,
 * but no path, query, header or value. Outgoing requests carry no trace data.
 */
export function startTracing(environment: NodeJS.ProcessEnv): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': environment.OTEL_SERVICE_NAME || 'krapao' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(shareOf(environment)) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: tracesUrl(environment) }) }),
    ],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  trace.setGlobalTracerProvider(provider);
  const tracer = provider.getTracer('krapao');

  const endOutgoing = traceOutgoing(tracer);
  const restoreQueries = traceQueries();

  function traceQueries(): () => void {
    const prototype = pg.Client.prototype as unknown as { query: Query };
    const original = prototype.query;
    prototype.query = function query(this: unknown, ...parts: unknown[]) {
      // Queries of jobs run every second, with or without work, and would hide everything else.
      if (trace.getActiveSpan() === undefined) return original.apply(this, parts);
      const text = textOf(parts[0]);
      const span = tracer.startSpan(text.split(/\s/, 1)[0]?.toUpperCase() || 'QUERY', {
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
      });
      const answer = original.apply(this, parts);
      if (answer instanceof Promise) {
        answer.then(
          () => span.end(),
          (error: { code?: string }) => fail(span, { 'error.type': error.code ?? 'unknown' }),
        );
      } else span.end();
      return answer;
    };
    return () => {
      prototype.query = original;
    };
  }

  return {
    traceCalls(app) {
      const spans = new WeakMap<FastifyRequest, Span>();
      const carry: onRequestHookHandler = (request, reply, done) => {
        const span = spans.get(request) ?? start(request, reply);
        spans.set(request, span);
        context.with(trace.setSpan(context.active(), span), done);
      };
      app.addHook('onRequest', carry);
      // Set again: reading the body starts from the socket's own context.
      app.addHook('preValidation', carry);

      function start(request: FastifyRequest, reply: FastifyReply): Span {
        const route = request.routeOptions.url ?? 'none';
        const span = tracer.startSpan(`${request.method} ${route}`, {
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': request.method,
            'http.route': route,
            'krapao.request_id': request.id,
          },
        });
        // Not the hook onResponse: it does not run if the caller has disconnected.
        reply.raw.once('close', () => {
          if (!reply.raw.writableFinished) span.setAttribute('krapao.broken_off', true).end();
          else {
            span.setAttribute('http.response.status_code', reply.statusCode);
            if (reply.statusCode >= 500) fail(span, { 'error.type': String(reply.statusCode) });
            else span.end();
          }
        });
        return span;
      }
    },
    async stop() {
      restoreQueries();
      endOutgoing();
      await provider.shutdown();
      trace.disable();
      context.disable();
    },
  };
}

function fail(span: Span, attributes: Attributes): void {
  span.setAttributes(attributes).setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query.trim();
  return (query as { text?: string } | undefined)?.text?.trim() ?? '';
}

function shareOf({ OTEL_TRACES_SAMPLER_ARG: text }: NodeJS.ProcessEnv): number {
  const share = Number(text || 1);
  return share >= 0 && share <= 1 ? share : 1;
}

function tracesUrl({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '' }: NodeJS.ProcessEnv): string {
  return `${endpoint.replace(/\/$/, '')}/v1/traces`;
}

import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import { ACCESS_HEADER, BEYOND_HEADER, DEVICE_HEADER } from '@krapao/contract/client';
import { APP_VERSION } from '@krapao/contract/limits';
import { STEP_UP_HEADER } from '@krapao/contract/stepUp';
import Fastify, { type FastifyInstance } from 'fastify';
import { AppError } from './appError.ts';
import type { AppContext } from './context.ts';
import { requireAllowedAddress } from './http/allowedAddress.ts';
import { CallLog, logCallersGone } from './http/callLog.ts';
import { requireConsoleAddress } from './http/consoleAddress.ts';
import { connectionTimes, endSlowBodies } from './http/endSlowBodies.ts';
import { errorHandler } from './http/errorHandler.ts';
import { healthRoutes } from './http/health.ts';
import { lateSerializers } from './http/lateSerializers.ts';
import { logOptions } from './http/logOptions.ts';
import { metricsRoutes } from './http/metricsRoutes.ts';
import { refuseWhenStopping } from './http/refuseWhenStopping.ts';
import { requireRequestedWith } from './http/requestedWith.ts';
import { revalidateLookups } from './http/revalidate.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import { serveConsole } from './http/serveConsole.ts';
import { serveMedia } from './http/serveMedia.ts';
import { serveWeb } from './http/serveWeb.ts';
import { siteProbe } from './http/siteProbe.ts';
import { requireActiveSite } from './http/siteSwitch.ts';
import { drawnPicture } from './modules/games/gamePicture.ts';
import { nestsTooDeep } from './outsideJson.ts';
import { CONSOLE, CONSOLE_STREAMS, MODULES, OUTSIDE, READING } from './routeList.ts';

const BODY_BYTES_MAX = 64 * 1024;

/** Builds the HTTP server without listening; tests build it the same way. */
export async function buildApp(context: Omit<AppContext, 'log'>): Promise<FastifyInstance> {
  const { config } = context;
  const app = Fastify({
    logger: logOptions(config.logLevel),
    logController: new CallLog(config.logLevel),
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: config.uploadTimeoutMs,
    http: connectionTimes(config),
    trustProxy: config.trustedProxies === 0 ? false : (_address, hop) => hop < config.trustedProxies,
    genReqId: () => crypto.randomUUID(),
    requestIdHeader: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: { buildSerializer: lateSerializers() } },
    // Refused before any route: an address that cannot be decoded.
    frameworkErrors: errorHandler,
  });
  const full: AppContext = { ...context, log: app.log };

  context.tracing?.traceCalls(app);
  logCallersGone(app);
  metricsRoutes(app, full);
  app.decorateRequest('session', undefined);
  app.decorateRequest('operator', undefined);
  app.decorateRequest('apiKey', undefined);
  app.setValidatorCompiler(TypeBoxValidatorCompiler);
  app.setErrorHandler(errorHandler);
  endSlowBodies(app, config);
  refuseWhenStopping(app);
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('X-Request-Id', request.id);
    done(null, payload);
  });
  securityHeaders(app, config);
  await app.register(cors, {
    origin: [...config.allowedOrigins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'X-Requested-With',
      'Accept-Language',
      DEVICE_HEADER,
      STEP_UP_HEADER,
    ],
    exposedHeaders: [DEVICE_HEADER, ACCESS_HEADER, BEYOND_HEADER, 'Date'],
    maxAge: 600,
  });
  // An empty body with a JSON content type is a call without a body.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === ''
      ? done(null, undefined)
      : nestsTooDeep(body)
        ? done(new AppError('INVALID_REQUEST', 'The body nests too deep.'))
        : parseJson(request, body, done),
  );
  await app.register(multipart, {
    limits: { files: 1, fields: 4, parts: 5, fieldSize: 1024, headerPairs: 20 },
  });
  await app.register(swagger, {
    openapi: {
      info: { title: 'Krapao API', version: APP_VERSION },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          operator: { type: 'apiKey', in: 'cookie', name: 'krapao_operator' },
          key: { type: 'http', scheme: 'bearer', description: 'an API key of the console' },
        },
      },
    },
  });
  if (config.servesDocs) await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });

  const fromOwnPage = requireRequestedWith(config.allowedOrigins);
  await app.register(async (api) => {
    await api.register(cookie);
    api.addHook('onRequest', (_, reply, done) => {
      reply.header(BEYOND_HEADER, '1');
      done();
    });
    api.addHook('onRequest', fromOwnPage);
    api.addHook('onRequest', requireAllowedAddress(full));
    api.addHook('onRequest', requireActiveSite(full));
    api.addHook('onSend', revalidateLookups);
    for (const registerRoutes of MODULES) registerRoutes(api, full);
  });
  // These calls always answer, because an operator switches the site off and on with them.
  await app.register(async (console) => {
    await console.register(cookie);
    console.addHook('onRequest', requireConsoleAddress(full));
    for (const registerRoutes of CONSOLE_STREAMS) registerRoutes(console, full);
    await console.register(async (calls) => {
      calls.addHook('onRequest', fromOwnPage);
      for (const registerRoutes of CONSOLE) registerRoutes(calls, full);
    });
  });
  // A browser never adds a key by itself, so these calls need no further header.
  await app.register(async (reading) => {
    for (const registerRoutes of READING) registerRoutes(reading, full);
  });
  await app.register(async (outside) => {
    // Signatures cover the raw bytes.
    outside.removeContentTypeParser('application/json');
    outside.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    for (const registerRoutes of OUTSIDE) registerRoutes(outside, full);
  });
  healthRoutes(app, full);
  siteProbe(app, full);
  await serveMedia(app, {
    hasSandbox: config.mode === 'sandbox',
    draw: (path) => drawnPicture(full, path),
  });
  await serveConsole(app);
  await serveWeb(app);
  app.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND', 'There is nothing at this address.');
  });
  return app;
}

import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import { inlineHashes } from './inlineHashes.ts';
import { PAGE_FILE } from './serveWeb.ts';

/** Content-Security-Policy without unsafe-inline for scripts, and the other headers of a page that holds money. */
export function securityHeaders(app: FastifyInstance, config: Config): void {
  const headers = headersOf(config);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** They are the same for every answer, and to work them out costs more than the rest of a small call. */
function headersOf(config: Config): OutgoingHttpHeaders {
  const isSecure = config.publicUrl.startsWith('https:');
  const inline = inlineHashes(PAGE_FILE);
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inline.scripts],
        // Inline style attributes carry positions that components compute; the page's own style element has its hash.
        styleSrc: ["'self'", ...inline.styles],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // blob: is the preview of a video before it is sent.
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        // A tab in which a provider's log-in form is posted inherits this policy.
        formAction: ["'self'", ...(config.sandbox ? [config.sandbox.url] : []), ...config.loginFormOrigins],
        frameAncestors: ["'none'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        // HTML and script addresses reach the page through these two policies alone.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['krapao-html', 'krapao-worker'],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, () => undefined);
  return { ...response.getHeaders() };
}

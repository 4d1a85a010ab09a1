import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import { PAGE_FILE } from './serveWeb.ts';

/**
 * Content-Security-Policy without unsafe-inline for scripts, and the other headers of a page that holds money. Answers of
 * calls are no pages: they have those headers that count for what is never shown by itself (OWASP REST Security).
 */
export function securityHeaders(app: FastifyInstance, config: Config): void {
  // They are the same each time, and to work them out costs more than the rest of a small call.
  const ofPages = pageHeaders(config);
  const ofCalls = callHeaders(ofPages);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? ofCalls : ofPages);
    done();
  });
}

function callHeaders(ofPages: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const same = [
    'strict-transport-security',
    'x-content-type-options',
    'referrer-policy',
    'cross-origin-resource-policy',
  ].flatMap((name) => (ofPages[name] === undefined ? [] : [[name, ofPages[name]]]));
  return {
    ...Object.fromEntries(same),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
}

function pageHeaders(config: Config): OutgoingHttpHeaders {
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

/**
 * The Content-Security-Policy sources of what stands inside a page itself: every `<script>` and `<style>` with a text, by
 * its SHA-256. None where the page is not there.
 */
export function inlineHashes(pageFile: string): { scripts: string[]; styles: string[] } {
  const html = existsSync(pageFile) ? readFileSync(pageFile, 'utf8') : '';
  const hashesOf = (element: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${element}\\b[^>]*>([^]*?)</${element}>`, 'g'))]
      .map(([, text]) => text ?? '')
      .filter((text) => text !== '')
      .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return { scripts: hashesOf('script'), styles: hashesOf('style') };
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import { PAGE_FILE } from './serveWeb.ts';

/**
 * Content-Security-Policy without unsafe-inline for scripts, and the other headers of a page that handles money. API
 * answers are not pages: they get the headers that matter for content that is never shown directly (OWASP REST
 * Security).
 */
export function securityHeaders(app: FastifyInstance, config: Config): void {
  // Computed once: they never change, and computing them costs more than the rest of a small call.
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
        // Inline style attributes hold positions that components compute; the page's own style element has its hash.
        styleSrc: ["'self'", ...inline.styles],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // blob: is the preview of a video before sending.
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        // A tab that posts a provider's log-in form inherits this policy.
        formAction: ["'self'", ...(config.sandbox ? [config.sandbox.url] : []), ...config.loginFormOrigins],
        frameAncestors: ["'none'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        // Only these two policies can write HTML or script addresses to the page.
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
 * The Content-Security-Policy sources of a page's inline code: every `<script>` and `<style>` with text, by its
 * SHA-256. Empty if the page does not exist.
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

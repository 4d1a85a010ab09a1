import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { inlineHashes } from './inlineHashes.ts';
import { PAGE_FILE } from './serveWeb.ts';

/** Content-Security-Policy without unsafe-inline for scripts, and the other headers of a page that holds money. */
export async function securityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const isSecure = config.publicUrl.startsWith('https:');
  const inline = inlineHashes(PAGE_FILE);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inline.scripts],
        // Inline style attributes carry positions that components compute; the page's own style element has its hash.
        styleSrc: ["'self'", ...inline.styles],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'", ...(config.sandbox ? [config.sandbox.url] : [])],
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
}

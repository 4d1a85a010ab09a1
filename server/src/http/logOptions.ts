import type { FastifyServerOptions } from 'fastify';

/** Secrets in paths: the auto-login call contains a password, signed links a signature. */
const SECRET_PATHS: readonly [RegExp, string][] = [
  [/(\/autologin\/[^/?]*\/[^/?]*\/)[^?]+/i, '$1[redacted]'],
  [/([?&](?:signature|token|key)=)[^&]+/g, '$1[redacted]'],
];

/** The path of a request, in the form that logs may contain. */
export function loggableUrl(url: string): string {
  return SECRET_PATHS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), url);
}

/** Structured logs of requests, without headers, bodies and secrets. */
export function logOptions(level: string): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    serializers: {
      req: (request) => ({
        method: request.method,
        url: loggableUrl(request.url),
        remoteAddress: request.ip,
      }),
    },
    redact: ['*.password', '*.oldPassword', '*.newPassword', '*.token', '*.otpCode', '*.otpToken'],
  };
}

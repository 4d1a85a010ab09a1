import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

/** The cookie's name without https, as in the sandbox. */
const NAME = 'krapao_operator';

/** Stores the session's token where scripts cannot read it and other sites cannot send it. */
export function setOperatorCookie(
  reply: FastifyReply,
  { publicUrl }: Config,
  token: string,
  maxAgeSeconds: number,
): void {
  const { name, attributes } = cookieOf(publicUrl);
  void reply.setCookie(name, token, { ...attributes, maxAge: maxAgeSeconds });
}

/** Removes the cookie. */
export function clearOperatorCookie(reply: FastifyReply, { publicUrl }: Config): void {
  const { name, attributes } = cookieOf(publicUrl);
  void reply.clearCookie(name, attributes);
}

/** The name under which browsers keep the session's token. */
export function operatorCookieName({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return cookieOf(publicUrl).name;
}

/** The token from a request's cookie; empty if there is none. */
export function operatorToken(
  request: { cookies: Record<string, string | undefined> },
  config: Pick<Config, 'publicUrl'>,
): string {
  return request.cookies[operatorCookieName(config)] ?? '';
}

/**
 * On https the name begins with `__Host-`, so no neighbouring host and no plain http can set a cookie that we would
 * accept (OWASP ASVS 5.0, 3.3.3). The prefix requires the path `/`.
 */
function cookieOf(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:');
  const common = { httpOnly: true, sameSite: 'strict', secure: isSecure } as const;
  return isSecure
    ? { name: `__Host-${NAME}`, attributes: { ...common, path: '/' } }
    : { name: NAME, attributes: { ...common, path: '/api/console' } };
}

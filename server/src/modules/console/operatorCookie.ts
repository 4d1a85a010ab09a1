import type { FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';

const NAME = 'krapao_operator';

/** Puts the session's token where scripts cannot read it and other sites cannot send it. */
export function setOperatorCookie(
  reply: FastifyReply,
  { publicUrl }: Config,
  token: string,
  maxAgeSeconds: number,
): void {
  void reply.setCookie(NAME, token, { ...attributes(publicUrl), maxAge: maxAgeSeconds });
}

/** Takes the cookie away. */
export function clearOperatorCookie(reply: FastifyReply, { publicUrl }: Config): void {
  void reply.clearCookie(NAME, attributes(publicUrl));
}

/** The token of a request's cookie; empty where there is none. */
export function operatorToken(request: { cookies: Record<string, string | undefined> }): string {
  return request.cookies[NAME] ?? '';
}

function attributes(publicUrl: string) {
  return {
    path: '/api/console',
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: publicUrl.startsWith('https:'),
  };
}

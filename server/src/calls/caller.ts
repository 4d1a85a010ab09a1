import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { DEVICE_HEADER } from '@krapao/contract/client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { addressKey } from '../http/addressKey.ts';
import type { Keys } from '../sealed.ts';

/** Who calls, as far as it can be told without a log-in (docs/decisions/146-devices-and-sessions.md). */
export interface Caller {
  /** The device that the browser brought, a UUID; null where it brought none that we signed. */
  device: string | null;
  /** The address as limits count it. */
  address: string;
}

/** A caller whose browser has a device, or gets one when the call succeeds. */
export interface CallerWithDevice extends Caller {
  device: string;
}

/** The cookie's name where there is no https, as in the sandbox. */
const NAME = 'krapao_device';
/** As long as browsers keep a cookie at most; each log-in renews it. */
const KEPT_SECONDS = 400 * 86_400;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TOKEN = new RegExp(`^(${UUID})\\.([\\w-]{43})$`);

type Needs = Pick<AppContext, 'config' | 'secrets'>;

/** Who calls: the device of the cookie, or of the header where the app is served apart, and the address. */
export function readCaller({ config, secrets }: Needs, request: FastifyRequest): Caller {
  const brought = request.cookies[cookieName(config)] ?? request.headers[DEVICE_HEADER.toLowerCase()];
  return { device: deviceOf(secrets.device, brought), address: addressKey(request.ip) };
}

/** The caller with a new device where none was brought. */
export function withDevice(caller: Caller): CallerWithDevice {
  return { ...caller, device: caller.device ?? randomUUID() };
}

/**
 * Gives the browser of a call its device to keep, or renews it: in a cookie that no script reads. A page of another
 * origin has no cookie of ours (decision 110); it gets a header.
 */
export function keepDevice(
  { config, secrets }: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  { device }: CallerWithDevice,
): void {
  const token = `${device}.${signatureOf(secrets.device[0], device)}`;
  const isSecure = config.publicUrl.startsWith('https:');
  void reply.setCookie(cookieName(config), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
    maxAge: KEPT_SECONDS,
  });
  if (config.allowedOrigins.includes(request.headers.origin ?? '')) reply.header(DEVICE_HEADER, token);
}

/** With the prefix no neighbouring host and no plain http can set a cookie that we would take for ours. */
function cookieName({ publicUrl }: AppContext['config']): string {
  return publicUrl.startsWith('https:') ? `__Host-${NAME}` : NAME;
}

/** The device of a token that we signed, with the current key or the one before. Constant-time. */
function deviceOf(keys: Keys, token: unknown): string | null {
  const [, id, signature] = TOKEN.exec(typeof token === 'string' ? token : '') ?? [];
  if (id === undefined || signature === undefined) return null;
  const given = Buffer.from(signature);
  const isSigned = keys.map((key) => timingSafeEqual(given, Buffer.from(signatureOf(key, id))));
  return isSigned.includes(true) ? id : null;
}

function signatureOf(key: Buffer, id: string): string {
  return createHmac('sha256', key).update(`device ${id}`).digest('base64url');
}

import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { DEVICE_HEADER } from '@krapao/contract/client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { addressKey } from '../http/addressKey.ts';
import type { Keys } from '../sealed.ts';

/** The caller, as far as known without a log-in (docs/decisions/146-devices-and-sessions.md). */
export interface Caller {
  /** The device that the browser sent, a UUID; null if it sent none with our signature. */
  device: string | null;
  /** The address in the form that limits count. */
  address: string;
}

/** A caller whose browser has a device, or gets one if the call succeeds. */
export interface CallerWithDevice extends Caller {
  device: string;
}

/** The cookie's name without https, as in the sandbox. */
const NAME = 'krapao_device';
/** The longest time that browsers keep a cookie; each log-in renews it. */
const KEPT_SECONDS = 400 * 86_400;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TOKEN = new RegExp(`^(${UUID})\\.([\\w-]{43})$`);

type Needs = Pick<AppContext, 'config' | 'secrets'>;

/** The caller: the device from the cookie, or from the header if the app is on another host, and the address. */
export function readCaller({ config, secrets }: Needs, request: FastifyRequest): Caller {
  const brought = request.cookies[cookieName(config)] ?? request.headers[DEVICE_HEADER.toLowerCase()];
  return { device: deviceOf(secrets.device, brought), address: addressKey(request.ip) };
}

/** The caller, with a new device if the browser sent none. */
export function withDevice(caller: Caller): CallerWithDevice {
  return { ...caller, device: caller.device ?? randomUUID() };
}

/**
 * Sends the device to the browser of a call, or renews it, in a cookie that scripts cannot read. A page of another
 * origin has no cookie of ours (decision 110) and gets a header instead.
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

/** With this prefix, no neighbouring host and no plain http can set a cookie that we would accept. */
function cookieName({ publicUrl }: AppContext['config']): string {
  return publicUrl.startsWith('https:') ? `__Host-${NAME}` : NAME;
}

/** The device of a token that we signed, with the current or the previous key. Constant-time. */
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

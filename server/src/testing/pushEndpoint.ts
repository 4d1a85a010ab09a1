import { createDecipheriv, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newPair } from '../modules/notifications/push/encryptPush.ts';
import type { PushMessage } from '../modules/notifications/push/pushSender.ts';

/** A push that arrived at the endpoint. */
export interface ArrivedPush {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A push service of one's own: over HTTP, at this machine. */
export interface PushEndpoint {
  /** `127.0.0.1:port`, for KRAPAO_PUSH_HOSTS. */
  host: string;
  arrived: ArrivedPush[];
  /** The status of the answer to the next pushes. */
  answer: (push: ArrivedPush) => number | Promise<number>;
  stop(): Promise<void>;
}

export async function startPushEndpoint(): Promise<PushEndpoint> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const push = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) };
    endpoint.arrived.push(push);
    response.writeHead(await endpoint.answer(push)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint: PushEndpoint = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: [],
    answer: () => 201,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return endpoint;
}

/** A browser that subscribes and reads what comes. */
export function pushBrowser(host: string) {
  const pair = newPair();
  const auth = randomBytes(16);
  const path = `/push/${randomBytes(9).toString('base64url')}`;
  return {
    path,
    subscription: {
      endpoint: `http://${host}${path}`,
      p256dh: pair.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    read: ({ body }: ArrivedPush): PushMessage => JSON.parse(openPush(body, pair, auth).toString()),
  };
}

/** Decrypts one record of aes128gcm as a browser does (RFC 8291 section 3.4, RFC 8188 section 2). */
export function openPush(body: Buffer, browser: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const text = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const input = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
  const derived = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  decipher.setAuthTag(text.subarray(-16));
  const padded = Buffer.concat([decipher.update(text.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

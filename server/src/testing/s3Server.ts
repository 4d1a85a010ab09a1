import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { freePort } from './freePort.ts';

export interface StoredObject {
  content: Buffer;
  contentType: string;
}

/**
 * What the next requests meet: no answer; 503; an answer that is lost after the work; a body that ends, or stops, midway.
 */
export type S3Fault = 'silent' | 'unavailable' | 'lostAnswer' | 'cut' | 'stall';

const UNSIGNED = 'UNSIGNED-PAYLOAD';
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/**
 * An S3 server over HTTP with one bucket in memory, limited to what files need: put once, get, delete. It recomputes
 * and compares the signature (version 4) of every request.
 */
export async function startS3Server(place: {
  bucket: string;
  accessKey: string;
  secretKey: string;
}): Promise<{ url: string; objects: Map<string, StoredObject>; faults: S3Fault[]; stop(): Promise<void> }> {
  const objects = new Map<string, StoredObject>();
  const faults: S3Fault[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const refuse = (status: number, code: string) =>
        response
          .writeHead(status, { 'content-type': 'application/xml' })
          .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
      const fault = faults.shift();
      if (fault === 'silent') return;
      if (fault === 'unavailable') return refuse(503, 'SlowDown');
      if (!isSigned(request, body, place)) return refuse(403, 'SignatureDoesNotMatch');
      const { pathname } = new URL(request.url ?? '/', 'http://s3');
      const [, bucket, ...rest] = decodeURIComponent(pathname).split('/');
      const key = rest.join('/');
      const found = objects.get(key);
      if (bucket !== place.bucket) return refuse(404, 'NoSuchBucket');
      if (request.method === 'PUT') {
        if (request.headers['if-none-match'] === '*' && found) return refuse(412, 'PreconditionFailed');
        objects.set(key, { content: body, contentType: request.headers['content-type'] ?? '' });
        if (fault === 'lostAnswer') return request.socket.destroy();
        return response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
      }
      if (request.method === 'DELETE') {
        objects.delete(key);
        return response.writeHead(204).end();
      }
      if (!found) return refuse(404, 'NoSuchKey');
      response.writeHead(200, { 'content-type': found.contentType, 'content-length': found.content.length });
      if (fault !== 'cut' && fault !== 'stall') return response.end(found.content);
      response.write(found.content.subarray(0, found.content.length / 2));
      if (fault === 'cut') setImmediate(() => request.socket.end());
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    faults,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function isSigned(
  request: IncomingMessage,
  body: Buffer,
  { accessKey, secretKey }: { accessKey: string; secretKey: string },
): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (match === null) return false;
  const [, key, day = '', region = '', signedHeaders = '', signature = ''] = match;
  const bodyHash = String(request.headers['x-amz-content-sha256']);
  if (key !== accessKey || (bodyHash !== UNSIGNED && bodyHash !== sha256(body))) return false;
  const url = new URL(request.url ?? '/', 'http://s3');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), signedHeaders, bodyHash].join(
    '\n',
  );
  const time = String(request.headers['x-amz-date']);
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const signingKey = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretKey}`, day));
  return timingSafeEqual(Buffer.from(hmac(signingKey, toSign).toString('hex')), Buffer.from(signature));
}

import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { contentTypeOf, requireKey } from './fileKey.ts';
import type { FileStore } from './fileStore.ts';

/** A bucket of Amazon S3 or of an S3-compatible server. */
export interface S3Place {
  bucket: string;
  region: string;
  /** Address of a server other than Amazon's; its buckets are addressed by path. */
  endpoint: string | undefined;
}

/** For how long a server may be silent, in milliseconds. */
const WAITS = { connectMs: 5_000, requestMs: 30_000 };

/**
 * Files in a bucket. The SDK finds the credentials: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the role of the
 * machine. Encryption at rest, versioning and lifecycle are settings of the bucket.
 */
export function s3Files(
  { bucket, region, endpoint }: S3Place,
  { connectMs, requestMs } = WAITS,
): FileStore & { close(): void } {
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Older compatible servers refuse the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: requestMs,
      // Otherwise the SDK only warns, and a silent server holds its caller for ever.
      throwOnRequestTimeout: true,
      // Of a body that stops midway.
      socketTimeout: requestMs,
    },
  });
  const at = (key: string) => ({ Bucket: bucket, Key: requireKey(key) });

  async function get(key: string) {
    try {
      const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(at(key)));
      return Body && { body: Body, bytes: ContentLength };
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  async function read(key: string): Promise<Buffer | null> {
    const found = await get(key);
    return found ? Buffer.from(await found.body.transformToByteArray()) : null;
  }

  return {
    async write(key, content) {
      try {
        await client.send(
          new PutObjectCommand({
            ...at(key),
            Body: content,
            ContentLength: content.length,
            ContentType: contentTypeOf(key),
            IfNoneMatch: '*',
          }),
        );
      } catch (error) {
        // The SDK sends it again after a lost answer, and finds what it has just written.
        if (!isRepeated(error) || !(await read(key))?.equals(content)) throw error;
      }
    },
    read,
    async open(key) {
      const found = await get(key);
      return found ? { stream: found.body as Readable, bytes: found.bytes } : null;
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    close: () => client.destroy(),
  };
}

/** Whether the key was taken when a request was sent again. */
const isRepeated = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  error.name === 'PreconditionFailed' &&
  (error.$metadata.attempts ?? 1) > 1;

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** One version of a member's account: whose, whether it is the posting's debit side, and the posting as its chain hashes it. */
export interface ArchivedVersion {
  account: string;
  isDebit: boolean;
  line: string;
}

/** Where the file of a part is in the folder of archives; `month` (YYYY-MM) is that in which the part began. */
export function archivePath(folder: string, number: number, month: string): string {
  return join(folder, `postings-${String(number).padStart(4, '0')}-${month}.jsonl.gz`);
}

/** The paths of the archives in a folder, by the numbers of their parts. */
export async function listArchives(folder: string): Promise<Map<number, string>> {
  const paths = new Map<number, string>();
  for (const name of await readdir(folder)) {
    const number = /^postings-(\d{4,})-\d{4}-\d{2}\.jsonl\.gz$/.exec(name)?.[1];
    if (number !== undefined) paths.set(Number(number), join(folder, name));
  }
  return paths;
}

/**
 * Writes versions in the order in which they come, one JSON array a line, gzipped. The file is whole or absent after a loss
 * of power. Only the owner may read it.
 */
export async function writeArchive(path: string, versions: AsyncIterable<ArchivedVersion>): Promise<void> {
  const aside = `${path}.part`;
  async function* lines(): AsyncGenerator<string> {
    for await (const { account, isDebit, line } of versions)
      yield `${JSON.stringify([account, isDebit, line])}\n`;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await pipeline(
      Readable.from(lines()),
      createGzip(),
      createWriteStream(aside, { mode: 0o600, flush: true }),
    );
    await rename(aside, path);
  } finally {
    await rm(aside, { force: true });
  }
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

/** What writeArchive wrote, in its order. */
export async function* readArchive(path: string): AsyncGenerator<ArchivedVersion> {
  const source = createReadStream(path).pipe(createGunzip());
  for await (const text of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
    const [account, isDebit, line] = JSON.parse(text) as [string, boolean, string];
    yield { account, isDebit, line };
  }
}

/** SHA-256 and size of a file. */
export async function digestOf(path: string): Promise<{ hash: Buffer; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { hash: hash.digest(), bytes };
}

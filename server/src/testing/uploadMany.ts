import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The settings for each file of a folder. */
export interface ManyUploads {
  url: string;
  folder: string;
  /** Number of parallel uploads of each file. */
  times: number;
  /** The file name that every upload sends. */
  fileName: string;
  /** Of each caller; the callers take turns. */
  headers: readonly Record<string, string>[];
  /** Text fields before the file. */
  fields: Record<string, string>;
}

/**
 * A separate program, so that its memory does not count as the server's: uploads as its JSON argument says, and prints
 * the answers as JSON, `name status code`.
 */
const { url, folder, times, fileName, headers, fields } = JSON.parse(process.argv[2] ?? '') as ManyUploads;

async function upload(name: string, file: Blob, own: Record<string, string>): Promise<string> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', file, fileName);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'X-Requested-With': 'wallet-user', ...own },
    body: form,
  });
  const { code } = (await response.json()) as { code?: string };
  return `${name} ${response.status} ${code ?? ''}`.trimEnd();
}

const files = readdirSync(folder).map((name): [string, Blob] => [
  name,
  new Blob([readFileSync(join(folder, name))]),
]);
const answers = await Promise.all(
  Array.from({ length: times }, (_, nth) =>
    files.map(([name, file]) => upload(name, file, headers[nth % headers.length] ?? {})),
  ).flat(),
);
process.stdout.write(JSON.stringify(answers));

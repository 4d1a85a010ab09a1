import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import Value from 'typebox/value';
import { readJson } from '../outsideJson.ts';
import { StartupError } from '../startupError.ts';

const MANIFEST = 'manifest.json';
const CHECKSUM = 'manifest.sha256';

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** `cluster`: a copy of the embedded database's folder and its WAL; `dump`: an archive of pg_dump. */
  kind: Type.Union([Type.Literal('cluster'), Type.Literal('dump')]),
  postgresMajor: Type.Integer(),
  startedAt: Type.String(),
  finishedAt: Type.String(),
  /** Folders (including empty ones) and files, relative to the backup. */
  folders: Type.Array(Type.String()),
  files: Type.Array(Type.Object({ path: Type.String(), bytes: Type.Integer(), sha256: Type.String() })),
});

/** The contents of a backup. The manifest is written last, so a backup without one is incomplete. */
export type Manifest = Type.Static<typeof Manifest>;
export type ManifestFile = Manifest['files'][number];

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await writeFile(join(folder, MANIFEST), text, { mode: 0o600, flush: true });
  await writeFile(join(folder, CHECKSUM), `${sha256(text)}\n`, { mode: 0o600, flush: true });
}

/** @throws StartupError if the folder is no backup, or an incomplete or changed one */
export async function readManifest(folder: string): Promise<Manifest> {
  const [text, checksum] = await Promise.all(
    [MANIFEST, CHECKSUM].map((name) => readFile(join(folder, name), 'utf8').catch(() => undefined)),
  );
  if (text === undefined || checksum === undefined)
    throw new StartupError(
      `${folder} is no whole backup: it has no manifest; it was cut short or is no backup.`,
    );
  if (sha256(text) !== checksum.trim())
    throw new StartupError(`The backup ${folder} is broken: its manifest was changed.`);
  const manifest = readJson(text);
  if (!Value.Check(Manifest, manifest))
    throw new StartupError(
      `The backup ${folder} was made by another version and cannot be read by this one.`,
    );
  const stranger = [...manifest.folders, ...manifest.files.map(({ path }) => path)].find(
    (path) => !isInside(path),
  );
  if (stranger !== undefined)
    throw new StartupError(`The backup ${folder} is broken: ${stranger} is no place in it.`);
  return manifest;
}

/** Of names alone: no root, no step out of the folder, no separator of another system. */
const isInside = (path: string): boolean =>
  !/[\\\0]/.test(path) && path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What is shipped: the files and folders that the last stage of the Dockerfile copies into the image.
 * @returns {string[]} paths in the repository
 */
export function shippedPaths(root) {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const stage = text.slice(text.lastIndexOf('\nFROM '));
  const copied = [...stage.matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)].flatMap(([, sources]) =>
    sources.split(' ').map((source) => source.replace(/^\/krapao\//, '')),
  );
  return [...new Set(copied)].sort();
}

/**
 * Hashes what is there of these paths, folders with all their files.
 * @returns {Map<string, string>} SHA-256 in hexadecimal, by path
 */
export function hashesOf(root, paths) {
  return new Map(
    paths
      .flatMap((path) => filesBelow(root, path))
      .sort()
      .map((path) => [path, sha256(readFileSync(join(root, path)))]),
  );
}

export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

function filesBelow(root, path) {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(root, `${path}/${name}`));
}

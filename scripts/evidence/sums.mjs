// The format of sha256sum, so that others can check the files without this program.

/** @param {Map<string, string>} hashes by path */
export const sumsOf = (hashes) => [...hashes].map(([path, hash]) => `${hash}  ${path}\n`).join('');

/** @returns {Map<string, string> | undefined} undefined: the text is no such list */
export function readSums(text) {
  const lines = text.split('\n').filter((line) => line !== '');
  const pairs = lines.map((line) => /^([0-9a-f]{64}) {2}(.+)$/.exec(line));
  return pairs.includes(null) ? undefined : new Map(pairs.map(([, hash, path]) => [path, hash]));
}

/**
 * Compares hashes with those of a list.
 * @returns {string[]} a sentence for each file that was changed, is missing or was added
 */
export function differences(listed, found) {
  return [
    ...[...listed].flatMap(([path, hash]) => {
      if (!found.has(path)) return [`${path} is missing.`];
      return found.get(path) === hash ? [] : [`${path} was changed.`];
    }),
    ...[...found.keys()].filter((path) => !listed.has(path)).map((path) => `${path} was added.`),
  ];
}

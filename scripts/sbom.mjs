// The software bill of materials of a site (CycloneDX 1.6), and what makes a package unfit for it.

/** The workspaces that a site runs; the others serve tests, laptops and measurements. */
const SHIPPED = ['server', 'web', 'console', 'contract', 'ui'];

/** `@scope/name` of a path in the lock. */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const purlOf = (path, { version }) => `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`;
const isPackage = ([path, { link }]) => path.includes('node_modules/') && !link;

/** Where the lock keeps a dependency of the package at `path`, as Node resolves it; undefined if it is not installed. */
function resolved(packages, path, dependency) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = packages[`${at === '' ? '' : `${at}/`}node_modules/${dependency}`];
    if (found) return found.link ? found.resolved : `${at === '' ? '' : `${at}/`}node_modules/${dependency}`;
    if (at === '') return undefined;
    if (!at.includes('/node_modules/')) at = '';
  }
}

/** The paths of what the package at `path` needs when it runs. */
function needs(packages, path) {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path];
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.map((name) => resolved(packages, path, name)).filter((found) => found !== undefined);
}

/** Every path that the shipped workspaces reach. */
function shipped(packages) {
  const reached = new Set(SHIPPED);
  for (const path of reached) for (const found of needs(packages, path)) reached.add(found);
  return [...reached].filter((path) => path.includes('node_modules/')).sort();
}

/**
 * The components of a lock that a site runs, with versions, hashes, licences and what needs what. The same lock gives the
 * same document: it has no time and no random number.
 */
export function sbomOf({ version, packages }) {
  const byPurl = new Map();
  for (const path of shipped(packages)) {
    const purl = purlOf(path, packages[path]);
    const found = byPurl.get(purl) ?? { path, dependsOn: new Set() };
    for (const needed of needs(packages, path)) found.dependsOn.add(purlOf(needed, packages[needed]));
    byPurl.set(purl, found);
  }
  const components = [...byPurl].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'krapao', name: 'krapao', version } },
    components: components.map(([purl, { path }]) => {
      const { version: its, license, integrity = '', optional } = packages[path];
      return {
        type: 'library',
        'bom-ref': purl,
        name: nameOf(path),
        version: its,
        scope: optional ? 'optional' : 'required',
        hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }],
        ...(license && { licenses: [{ expression: license }] }),
        purl,
      };
    }),
    dependencies: components.map(([ref, { dependsOn }]) => ({ ref, dependsOn: [...dependsOn].sort() })),
  };
}

/**
 * What is wrong with packages of the lock, those of tests included: no hash, not from a registry, or a licence that the
 * page does not judge.
 * @param page the text of docs/components.md
 */
export function unfit({ packages }, page) {
  const judged = rowsBelow(page, '## Licences').map(([licence]) => licence);
  return Object.entries(packages)
    .filter(isPackage)
    .flatMap(([path, { integrity = '', resolved: from = 'https:', license }]) => [
      ...(integrity.startsWith('sha512-') ? [] : [`${path}: package-lock.json has no SHA-512 of it`]),
      ...(from.startsWith('https:') ? [] : [`${path}: it does not come from a registry`]),
      ...(judged.includes(license ?? nameOf(path))
        ? []
        : [
            `${path}: docs/components.md does not judge the licence ${license ?? 'of a package that names none'}`,
          ]),
    ]);
}

/** The cells of the table's rows below a heading, without backticks. */
export function rowsBelow(page, heading) {
  const [, rest = ''] = page.split(`${heading}\n`);
  const [chapter] = rest.split('\n## ');
  return chapter
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

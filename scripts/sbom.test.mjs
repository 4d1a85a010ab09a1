import { expect, test } from 'vitest';
import { sbomOf, unfit } from './sbom.mjs';

const hash = (byte) => `sha512-${Buffer.alloc(64, byte).toString('base64')}`;
const PACKAGES = {
  '': { workspaces: ['server', 'web', 'console', 'contract', 'ui', 'e2e'] },
  server: { dependencies: { '@krapao/contract': '*', a: '1' }, devDependencies: { tests: '1' } },
  ...{ web: {}, console: {}, ui: {}, e2e: { dependencies: { tests: '1' } } },
  contract: { dependencies: { b: '1' } },
  'node_modules/@krapao/contract': { link: true, resolved: 'contract' },
  'node_modules/a': { version: '1.0.0', integrity: hash(1), license: 'MIT', dependencies: { b: '2' } },
  'node_modules/a/node_modules/b': { version: '2.0.0', integrity: hash(2), license: 'MIT' },
  'node_modules/b': {
    version: '1.0.0',
    integrity: hash(3),
    license: 'MIT',
    optionalDependencies: { c: '1', d: '1' },
  },
  'node_modules/c': {
    version: '1.0.0',
    integrity: hash(4),
    license: 'ISC',
    optional: true,
    peerDependencies: { a: '1' },
  },
  'node_modules/tests': { version: '1.0.0', integrity: hash(5), license: 'MIT' },
};
const PAGE = '## Licences\n\n| Licence | Judged |\n| --- | --- |\n| `MIT` | free |\n| `ISC` | free |\n';

test('a site has what its workspaces need, each version, with hash and licence, and not what tests need', () => {
  const { components, dependencies } = sbomOf({ version: '1.2.3', packages: PACKAGES });
  expect(components.map(({ purl, scope }) => [purl, scope])).toEqual([
    ['pkg:npm/a@1.0.0', 'required'],
    ['pkg:npm/b@1.0.0', 'required'],
    ['pkg:npm/b@2.0.0', 'required'],
    ['pkg:npm/c@1.0.0', 'optional'],
  ]);
  expect(components[0]).toMatchObject({
    hashes: [{ alg: 'SHA-512', content: '01'.repeat(64) }],
    licenses: [{ expression: 'MIT' }],
  });
  // Each needs the version that Node finds from its folder; what is not installed is left out.
  expect(dependencies).toEqual([
    { ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@2.0.0'] },
    { ref: 'pkg:npm/b@1.0.0', dependsOn: ['pkg:npm/c@1.0.0'] },
    { ref: 'pkg:npm/b@2.0.0', dependsOn: [] },
    { ref: 'pkg:npm/c@1.0.0', dependsOn: ['pkg:npm/a@1.0.0'] },
  ]);
});

test('the document of a lock is the same each time', () => {
  const lock = { version: '1.2.3', packages: PACKAGES };
  expect(JSON.stringify(sbomOf(lock))).toBe(JSON.stringify(sbomOf(structuredClone(lock))));
});

test('a package without a hash, from elsewhere, or with a licence that nobody judged is unfit', () => {
  const faultsOf = (change) =>
    unfit(
      { packages: { ...PACKAGES, 'node_modules/tests': { ...PACKAGES['node_modules/tests'], ...change } } },
      PAGE,
    );
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ integrity: undefined })).toEqual([expect.stringContaining('no SHA-512')]);
  expect(faultsOf({ resolved: 'git+ssh://git@host.example/tests.git' })).toEqual([
    expect.stringContaining('registry'),
  ]);
  expect(faultsOf({ license: 'AGPL-3.0-only' })).toEqual([expect.stringContaining('licence AGPL-3.0-only')]);
  expect(faultsOf({ license: undefined })).toEqual([expect.stringContaining('names none')]);
});

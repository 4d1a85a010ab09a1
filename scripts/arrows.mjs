// The arrows of ARCHITECTURE.md: which folder may import which, without circles of folders. Types may come from
// anywhere in a workspace; values follow the arrows. Biome separates the workspaces and forbids circles of files
// (biome.json).
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from './install.mjs';

/** From top to bottom: a room imports the rooms below it, and rooms of its own line if that makes no circle. */
const LINES = {
  'server/src': [
    ['main.ts', 'startServer.ts', 'app.ts', 'routeList.ts', 'jobList.ts', 'seeds'],
    ['console', 'realtime', 'operations'],
    ['preflight'],
    ['modules/*'],
    ['calls'],
    ['http', 'jobs', 'queues.ts', 'ledger', 'settings', 'providers', 'files', 'parsing', 'config.ts'],
    ['database', 'embedded'],
    ['*.ts'],
  ],
  'web/src': [['main.tsx', 'worker'], ['app'], ['features/*'], ['components'], ['i18n', 'lib', 'styles']],
  'console/src': [['main.tsx'], ['app'], ['features/*'], ['components'], ['i18n', 'lib', 'styles']],
  'ui/src': [['**']],
  'contract/src': [['api'], ['protection'], ['*.ts'], ['preflight']],
  'sandbox/src': [['main.ts'], ['app.ts'], ['**']],
};
/** Rooms of one line that must not import each other. */
const APART = ['features/*'];
/** They set up what they test and may import everything. */
const OUTSIDE = /(?:^|\/)(?:testing|fire|scenario|cluster)\/|\.test\.tsx?$/;

const faults = Object.entries(LINES).flatMap(([source, lines]) => faultsOf(source, lines));
for (const fault of faults) console.log(fault);
process.exit(faults.length === 0 ? 0 : 1);

function faultsOf(source, lines) {
  const arrows = arrowsOf(source);
  const found = [];
  for (const { from, to, file, target } of arrows) {
    const above = lineOf(lines, from);
    const below = lineOf(lines, to);
    if (above === undefined || below === undefined)
      found.push(`${source}/${file}: ${above ? to : from} has no place in scripts/arrows.mjs`);
    else if (above.index > below.index || (above.index === below.index && APART.includes(above.pattern)))
      found.push(`${source}/${file} imports ${target}: ${from} may not know ${to}`);
  }
  return [...found, ...circlesOf(arrows).map((rooms) => `${source}: a circle of ${rooms.join(', ')}`)];
}

/** Every import of a value from one room into another. */
function arrowsOf(source) {
  const root = join(ROOT, source);
  return globSync('**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !OUTSIDE.test(file))
    .flatMap((file) =>
      valueImports(join(root, file))
        .map((specifier) => relative(root, join(root, dirname(file), specifier)))
        .filter((target) => !target.startsWith('..') && !OUTSIDE.test(target))
        .map((target) => ({ file, target, from: roomOf(file), to: roomOf(target) })),
    )
    .filter(({ from, to }) => from !== to);
}

/** The relative addresses that a file imports or re-exports, except those for types only. */
function valueImports(path) {
  const text = readFileSync(path, 'utf8');
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const { staticImports, staticExports, dynamicImports } = module;
  const isValue = ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType);
  return [
    ...staticImports.filter(isValue).map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports
      .flatMap(({ entries }) => entries.filter(({ isType, moduleRequest }) => moduleRequest && !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ].filter((specifier) => specifier.startsWith('.'));
}

/**
 * The room of a file: its folder; below modules/ and features/ the subfolder; a file directly in src is its own room.
 */
function roomOf(file) {
  const [first, second, third] = file.split('/');
  if (second === undefined) return first;
  return third !== undefined && ['modules', 'features'].includes(first) ? `${first}/${second}` : first;
}

function lineOf(lines, room) {
  for (const [index, patterns] of lines.entries())
    for (const pattern of patterns) if (fits(pattern, room)) return { index, pattern };
  return undefined;
}

function fits(pattern, room) {
  if (pattern === '**' || pattern === room) return true;
  if (pattern === '*.ts') return !room.includes('/') && room.endsWith('.ts');
  return pattern.endsWith('/*') && room.startsWith(pattern.slice(0, -1));
}

/** Rooms that import one another in a circle. */
function circlesOf(arrows) {
  const next = new Map();
  for (const { from, to } of arrows) {
    next.set(from, (next.get(from) ?? new Set()).add(to));
    next.set(to, next.get(to) ?? new Set());
  }
  const reach = (start) => {
    const seen = new Set();
    const open = [start];
    for (let room = open.pop(); room !== undefined; room = open.pop())
      for (const other of next.get(room) ?? [])
        if (!seen.has(other)) {
          open.push(other);
          seen.add(other);
        }
    return seen;
  };
  const reached = new Map([...next.keys()].map((room) => [room, reach(room)]));
  const circles = new Set();
  for (const [room, others] of reached)
    if (others.has(room))
      circles.add(
        [...others]
          .filter((other) => reached.get(other)?.has(room))
          .sort()
          .join(', '),
      );
  return [...circles].map((circle) => circle.split(', '));
}

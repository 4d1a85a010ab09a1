// `npm run cluster`: three nodes, a PostgreSQL pair, pooler, balancer and sandbox on this machine, without containers.
// `npm run cluster -- --test`: kills its parts under load, then under a browser; one after the other, each in a new one.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWebIfNeeded } from './buildWeb.mjs';
import { installIfNeeded, NODE, ROOT } from './install.mjs';

const { values } = parseArgs({
  options: { test: { type: 'boolean', default: false }, kills: { type: 'string', default: '6' } },
});
installIfNeeded();
buildWebIfNeeded();
if (values.test) {
  const fire = run('server/src/fire/soak.ts', ['--cluster', '--kills', values.kills, '--members', '6']);
  const browser = run('node_modules/@playwright/test/cli.js', ['test', '-c', 'e2e/cluster.config.ts']);
  console.log(`Under load: ${fire ? 'passed' : 'FAILED'}. In the browser: ${browser ? 'passed' : 'FAILED'}.`);
  process.exit(fire && browser ? 0 : 1);
}

const cluster = spawn(NODE, [join(ROOT, 'server/src/cluster/clusterCommand.ts')], {
  env: { ...process.env, NODE_ENV: 'production' },
  stdio: 'inherit',
});
// Ctrl-C also reaches the cluster, which then stops in order.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => cluster.kill(signal));
cluster.on('exit', (code) => process.exit(code ?? 1));

function run(file, args) {
  return spawnSync(NODE, [join(ROOT, file), ...args], { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

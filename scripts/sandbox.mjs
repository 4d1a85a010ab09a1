// `npm run sandbox`: the sandbox alone, for developing against it. Settings: sandbox/README.md.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installIfNeeded, NODE, ROOT } from './install.mjs';

installIfNeeded();

// It listens to this machine alone and holds no real money, so its key may be known.
const SANDBOX_SECRET = process.env.SANDBOX_SECRET || 'sandbox-key';
const sandbox = spawn(NODE, [join(ROOT, 'sandbox/src/main.ts')], {
  env: { ...process.env, SANDBOX_SECRET },
  stdio: 'inherit',
});
console.log(`Its key, for every service that it plays: ${SANDBOX_SECRET}`);
// Ctrl-C also reaches the sandbox, which then stops in order.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => sandbox.kill(signal));
sandbox.on('exit', (code) => process.exit(code ?? 1));

// `npm start`: installs and builds what is missing, then runs the server and, in sandbox mode, the sandbox.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { buildWebIfNeeded } from './buildWeb.mjs';
import { installIfNeeded, NODE, ROOT } from './install.mjs';

installIfNeeded();
buildWebIfNeeded();

const isSandbox = (process.env.KRAPAO_MODE || 'sandbox') === 'sandbox';
const isLaos = process.env.KRAPAO_VARIANT === 'laos';
const port = Number(process.env.PORT || 8080);
const sandboxPort = Number(process.env.KRAPAO_SANDBOX_PORT || port + 1);
const environment = {
  ...process.env,
  NODE_ENV: 'production',
  ...(isSandbox
    ? {
        SANDBOX_SECRET: process.env.SANDBOX_SECRET || randomBytes(24).toString('hex'),
        KRAPAO_SANDBOX_PORT: String(sandboxPort),
        KRAPAO_WEBHOOK_URL: `http://127.0.0.1:${port}`,
      }
    : {}),
};

const children = new Set();
let exitCode = 0;
let isStopping = false;

// Ctrl-C also reaches the children, which then stop in order; this process waits for them.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopAll());

// The server first: if it refuses to start, nothing else starts. Each program says when it listens.
run('server/src/main.ts', { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }).on('message', () => {
  if (isStopping) return;
  if (!isSandbox) return announce();
  run('sandbox/src/main.ts', { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }).on('message', announce);
});

function run(file, options) {
  const child = spawn(NODE, [join(ROOT, file)], { env: environment, ...options });
  children.add(child);
  child.on('exit', (code, signal) => {
    children.delete(child);
    if (!isStopping) exitCode = code ?? (signal ? 1 : 0);
    stopAll();
    if (children.size === 0) process.exit(exitCode);
  });
  return child;
}

function stopAll() {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
}

function announce() {
  const lines = [
    '',
    `  Krapao       ${process.env.PUBLIC_URL || `http://localhost:${port}`}`,
    `  Console      http://localhost:${port}/console`,
    `  API          http://localhost:${port}/docs`,
  ];
  if (isSandbox) {
    lines.push(
      `  Sandbox      http://localhost:${sandboxPort}   (bank, SMS inbox, games, faults)`,
      '',
      `  Member       phone ${isLaos ? '02055123456' : '0812345678'}   password krapao-demo`,
      '  Operator     name admin   password krapao-demo',
    );
  } else {
    lines.push(
      '',
      '  Operator     first name and password in the file first-operator-password of the data folder',
    );
  }
  console.log([...lines, '', '  Ctrl-C stops everything.', ''].join('\n'));
}

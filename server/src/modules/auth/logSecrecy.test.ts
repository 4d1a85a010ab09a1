import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DEMONSTRATION_OPERATOR, DEMONSTRATION_PASSWORD } from '../../firstOperator.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { freePort } from '../../testing/freePort.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { startSandbox } from '../../testing/sandboxProcess.ts';
import { newestOtpCode } from '../../testing/smsCode.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

test('OTP-01 LOG-05 ASVS 16.3.1 log-ins stand in the log by id; no code, password, PIN or token stands in the most talkative log', async () => {
  const database = await createTestDatabase(OWN_CLUSTER);
  const folder = await mkdtemp(join(tmpdir(), 'krapao-log-'));
  const port = await freePort();
  const secret = 'shared secret of this test';
  const sandbox = await startSandbox({ port: 0, dataDir: folder, secret });
  let log = '';
  const node = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      KRAPAO_SANDBOX_PORT: new URL(sandbox.url).port,
      SANDBOX_SECRET: secret,
      KRAPAO_DATA: folder,
      DATABASE_URL: database.url,
      KRAPAO_LOG_LEVEL: 'trace',
    },
  });
  try {
    const listening = new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        log += chunk.toString();
        if (log.includes('Krapao listens on')) resolve();
      };
      node.stdout.on('data', read);
      node.stderr.on('data', read);
      node.once('exit', () => reject(new Error(`The server ended.\n${log}`)));
    });
    await listening;
    const url = `http://127.0.0.1:${port}`;
    const username = '0861234567';
    const password = 'my-secret-password';
    const sent = await rawCall(url, 'POST /api/otp/send', { body: { phoneNumber: username } });
    const otpCode = await newestOtpCode(sandbox.url, username);
    await rawCall(url, 'POST /api/otp/verify', { body: { otpToken: sent.body.otpToken, otpCode } });
    const registered = await rawCall(url, 'POST /api/account', {
      body: {
        name: 'สมใจ',
        username,
        password,
        bankCode: 'SCB',
        bankAccountName: 'SOMJAI RAKDEE',
        bankAccountNo: '9876501234',
      },
    });
    expect(registered.body.code).toBe('SUCCESS');
    const wrong = 'my-wrong-password';
    await rawCall(url, 'POST /api/login', { body: { username, password: wrong } });
    await rawCall(url, 'POST /api/login', { body: `{"username":"${username}","password":"${password}` });
    const { token } = (await rawCall(url, 'POST /api/login', { body: { username, password } })).body;
    const newPassword = 'my-newer-password';
    await rawCall(url, 'PUT /api/account/changepwd', { token, body: { oldPassword: password, newPassword } });
    const [pin, wrongPin] = ['283916', '394857'];
    const asked = { action: 'security', subject: 'pin' };
    const proved = await rawCall(url, 'POST /api/account/stepUp', {
      token,
      body: { ...asked, password: newPassword },
    });
    const { proof } = proved.body;
    const set = await rawCall(url, 'PUT /api/account/pin', {
      token,
      body: { pin },
      headers: { 'X-Step-Up': proof },
    });
    expect(set.body.code).toBe('SUCCESS');
    const leaving = { action: 'withdraw', subject: '10000' };
    const refused = await rawCall(url, 'POST /api/account/stepUp', {
      token,
      body: { ...leaving, pin: wrongPin },
    });
    expect(refused.body.code).toBe('WRONG_PIN');
    await rawCall(url, 'POST /api/account/stepUp', { token, body: `{"action":"withdraw","pin":"${pin}` });
    const gamePassword = 'Kx48-mali-70';
    for (const path of ['autoLogin/pg/km1pg/', 'autoLogin/pg/km1pg/more/', 'autologin/pg/km1pg/'])
      await rawCall(url, `GET /api/${path}${gamePassword}`, { token });
    const forgotten = await rawCall(url, 'POST /api/account/forgotpwd', {
      body: { username, otpToken: 'A'.repeat(43), otpCode: '904417', newPassword: 'forgotten-password' },
    });
    expect(forgotten.body.code).toBe('OTP_NOT_EXIST');
    await rawCall(url, 'GET /api/account/profile', { token });
    const operator = await rawCall(url, 'POST /api/console/login', {
      body: { username: DEMONSTRATION_OPERATOR, password: DEMONSTRATION_PASSWORD },
    });
    expect(operator.status).toBe(200);
    node.kill('SIGTERM');
    await once(node, 'exit');
    expect(log).toContain('/api/account/profile');
    expect(log).toMatch(/"reqId":"[0-9a-f-]{36}","memberId":"\d+"/);
    // ASVS 16.3.1: who came in and by what, as ids.
    const came = [...log.matchAll(/\{[^\n]*"msg":"logged in"\}/g)].map(([line]) => JSON.parse(line));
    expect(came).toMatchObject([
      { memberId: expect.stringMatching(/^\d+$/), by: 'password', remoteAddress: '127.0.0.1' },
      { operatorId: expect.stringMatching(/^\d+$/), by: 'password', remoteAddress: '127.0.0.1' },
    ]);
    // Six digits can occur by chance in times and ids.
    for (const [name, text] of Object.entries({
      otpCode,
      otpToken: sent.body.otpToken,
      password,
      wrong,
      newPassword,
      token,
      bankAccountNo: '9876501234',
      gamePassword,
      pin,
      wrongPin,
      proof,
      forgottenCode: '904417',
      forgottenPassword: 'forgotten-password',
    }))
      expect([name, new RegExp(`(?<![0-9a-z])${text}(?![0-9a-z])`, 'i').test(log)]).toEqual([name, false]);
  } finally {
    node.kill('SIGKILL');
    await sandbox.stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});

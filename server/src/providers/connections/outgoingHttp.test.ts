import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outgoingHttp } from './outgoingHttp.ts';
import { guardedLookup, isOwnNetwork, OwnNetworkError } from './ownNetwork.ts';

let service: Server;
let host: string;
let answer: (response: ServerResponse) => void;
let calls = 0;
beforeAll(async () => {
  service = createServer((request, response) => {
    calls += 1;
    request.resume();
    answer(response);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const call = (url: string, allowed = [host], timeoutMs = 5_000) =>
  outgoingHttp(new Set(allowed), timeoutMs).call({ method: 'GET', url });

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['0.0.0.0', true],
  ['10.1.2.3', true],
  ['100.64.0.1', true],
  ['169.254.169.254', true],
  ['172.31.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['203.150.20.1', false],
  ['[::1]', true],
  ['[::ffff:127.0.0.1]', true],
  ['[::ffff:10.0.0.1]', true],
  ['[64:ff9b::a00:1]', true],
  ['[64:ff9b:1::a00:1]', true],
  ['[::127.0.0.1]', true],
  ['[2002:7f00:1::]', true],
  ['[fec0::1]', true],
  ['168.63.129.16', true],
  ['[fd00::1]', true],
  ['[fe80::1]', true],
  ['[2001:4860:4860::8888]', false],
  ['localhost', true],
  ['krapao.localhost', true],
  ['api.easyslip.com', false],
])('%s is of the own network: %s', (hostname, isOwn) => {
  expect(isOwnNetwork(hostname)).toBe(isOwn);
});

test('a call into the own network is not made unless the environment allows the host', async () => {
  answer = (response) => response.end('{}');
  const before = calls;
  // An address may be written in many ways.
  for (const url of [
    `http://${host}/`,
    `http://0x7f000001:${host.split(':')[1]}/`,
    `http://2130706433/`,
    'file:///etc/hosts',
  ])
    expect(await call(url, [])).toEqual({ status: 'trouble', trouble: 'OWN_NETWORK', isSent: false });
  expect(calls).toBe(before);
  expect(await call(`http://${host}/`)).toMatchObject({ status: 'answered', httpStatus: 200, json: {} });
});

test('a name that leads into the own network is refused when it is resolved', async () => {
  const resolve = (options: object) =>
    new Promise((done) => guardedLookup('localhost', options as never, (error) => done(error)));
  expect(await resolve({})).toBeInstanceOf(OwnNetworkError);
  expect(await resolve({ all: true })).toBeInstanceOf(OwnNetworkError);
});

test('a redirect, a gigantic answer and a text that is no JSON are told as such', async () => {
  answer = (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  expect(await call(`http://${host}/`)).toMatchObject({ trouble: 'BAD_ANSWER', isSent: true });
  answer = (response) => response.end(Buffer.alloc(2 * 1024 * 1024, 'a'));
  expect(await call(`http://${host}/`)).toMatchObject({ trouble: 'BAD_ANSWER', isSent: true });
  answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
  expect(await call(`http://${host}/`)).toMatchObject({ status: 'answered', json: undefined });
});

test('no answer in time, a cut line and a refused line are told apart by whether anything was sent', async () => {
  answer = () => undefined;
  expect(await call(`http://${host}/`, [host], 300)).toMatchObject({ trouble: 'TIMEOUT', isSent: true });
  answer = (response) => response.destroy();
  expect(await call(`http://${host}/`)).toMatchObject({ trouble: 'CONNECTION', isSent: true });
  expect(await call('http://127.0.0.1:1/', ['127.0.0.1:1'])).toMatchObject({
    trouble: 'CONNECTION',
    isSent: false,
  });
});

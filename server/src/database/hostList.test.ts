import { expect, test } from 'vitest';
import { addressOf, hostsOf, readableAddress } from './hostList.ts';

const ADDRESS = 'postgresql://owner:p%40ss,word@db1.internal:6432,db2.internal/krapao?sslmode=verify-full';

test('an address with several hosts becomes one that URL reads, with everything else as it was', () => {
  const readable = readableAddress(ADDRESS);
  expect(readable).toBe(
    'postgresql://owner:p%40ss,word@db1.internal:6432/krapao?sslmode=verify-full&host=db1.internal,db2.internal&port=6432,5432',
  );
  expect(hostsOf(readable)).toEqual([
    { host: 'db1.internal', port: 6432 },
    { host: 'db2.internal', port: 5432 },
  ]);
  expect(readableAddress(readable)).toBe(readable);
  expect(new URL(readable).password).toBe('p%40ss,word');
});

test('an address with one host stays as it is', () => {
  for (const address of [
    'postgres://u:p@host/db',
    'postgres://u:p@[::1]:5433/db?sslmode=require',
    'mysql://x',
    '',
  ]) {
    expect(readableAddress(address)).toBe(address);
  }
  expect(hostsOf('postgres://u:p@[::1]:5433/db')).toEqual([{ host: '::1', port: 5433 }]);
});

test('each host has an address of its own', () => {
  const readable = readableAddress('postgres://u:p@[::1]:5433,10.0.0.2/db');
  const addresses = hostsOf(readable).map((host) => addressOf(readable, host));
  expect(addresses.map((address) => hostsOf(address))).toEqual([
    [{ host: '::1', port: 5433 }],
    [{ host: '10.0.0.2', port: 5432 }],
  ]);
});

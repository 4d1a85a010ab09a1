import { expect, test } from 'vitest';
import { isNetwork, networkTest } from './networks.ts';

test.each([
  ['203.0.113.7', true],
  ['198.51.100.0/24', true],
  ['2001:db8::/32', true],
  ['::1', true],
  ['198.51.100.0/33', false],
  ['2001:db8::/129', false],
  ['198.51.100.0/', false],
  ['198.51.100.0/24/2', false],
  ['198.51.100/24', false],
  ['example.com', false],
  ['', false],
  ['198.51.100.77/24', true],
  ['::ffff:198.51.100.0/120', true],
  ['fe80::1%eth0', false],
  ['fe80::%eth0/10', false],
])('%s is a network: %s', (text, answer) => expect(isNetwork(text)).toBe(answer));

test('an address lies in a network whatever clothes it wears', () => {
  const isIn = networkTest(['198.51.100.0/24', '203.0.113.7', '2001:db8::/32']);
  const inside = ['198.51.100.200', '::ffff:198.51.100.1', '203.0.113.7', '2001:db8:ffff::1'];
  const outside = ['198.51.101.1', '203.0.113.8', '2001:db9::1', '::ffff:203.0.113.8'];
  expect([...inside, ...outside].map(isIn)).toEqual([...inside.map(() => true), ...outside.map(() => false)]);
});

test.each([
  // Bits behind the prefix name the same network.
  ['198.51.100.77/24', ['198.51.100.1', '::ffff:198.51.100.255', '::ffff:c633:6401'], ['198.51.101.77']],
  ['2001:db8::77/64', ['2001:db8::1', '2001:0DB8:0:0:ffff::'], ['2001:db8:0:1::77', '198.51.100.1']],
  ['::ffff:198.51.100.0/120', ['198.51.100.9', '0:0:0:0:0:ffff:c633:6409'], ['198.51.101.9', '::1']],
  ['fe80::/10', ['fe80::1%eth0', 'fe80::1'], ['fec0::1%eth0']],
  // All of one family, and nothing of the other.
  ['0.0.0.0/0', ['198.51.100.9', '::ffff:198.51.100.9'], ['2001:db8::1']],
  ['::/0', ['2001:db8::1', '::1'], ['198.51.100.9', '::ffff:198.51.100.9']],
  ['::ffff:198.51.100.9', ['198.51.100.9'], ['198.51.100.8']],
  ['10.0.0.0/8', ['10.255.0.1'], ['', 'unknown', '10.0.0', '10.0.0.1:443', '::10.0.0.1']],
])('%s holds %j and not %j', (network, inside, outside) => {
  const isIn = networkTest([network]);
  expect(inside.map(isIn)).toEqual(inside.map(() => true));
  expect(outside.map(isIn)).toEqual(outside.map(() => false));
});

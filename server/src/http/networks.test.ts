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
])('%s is a network: %s', (text, answer) => expect(isNetwork(text)).toBe(answer));

test('an address lies in a network whatever clothes it wears', () => {
  const isIn = networkTest(['198.51.100.0/24', '203.0.113.7', '2001:db8::/32']);
  const inside = ['198.51.100.200', '::ffff:198.51.100.1', '203.0.113.7', '2001:db8:ffff::1'];
  const outside = ['198.51.101.1', '203.0.113.8', '2001:db9::1', '::ffff:203.0.113.8'];
  expect([...inside, ...outside].map(isIn)).toEqual([...inside.map(() => true), ...outside.map(() => false)]);
});

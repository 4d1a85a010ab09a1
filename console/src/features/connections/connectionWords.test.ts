import { DRIVER_FIELDS } from '@krapao/contract/connections';
import { expect, test } from 'vitest';
import { catalogues } from '../../i18n/messages.ts';
import type { Connection, Driver } from './connectionForm.ts';
import { groupsOf, turnOf } from './connectionWords.ts';

const connection = (given: Partial<Connection>) =>
  ({ capability: 'slip', isActive: true, isShadow: false, ...given }) as Connection;
const slip = { capability: 'slip' } as Driver;

test('every field of the drivers has its label', () => {
  for (const name of DRIVER_FIELDS) expect(catalogues.en).toHaveProperty([`connections.field.${name}`]);
});

test('a purpose is shown if it has a connection or could have one', () => {
  const sms = connection({ capability: 'sms' });
  expect(groupsOf([sms], [slip]).map(({ capability }) => capability)).toEqual(['sms', 'slip']);
  expect(groupsOf([], [])).toEqual([]);
});

test('people do the work where no connection decides: none, only switched off ones, only shadows', () => {
  const isByHand = (...given: Partial<Connection>[]) =>
    groupsOf(given.map(connection), [slip]).map((group) => group.isByHand);
  expect(isByHand()).toEqual([true]);
  expect(isByHand({ isActive: false }, { isShadow: true })).toEqual([true]);
  expect(isByHand({ isActive: false }, {})).toEqual([false]);
});

test('only those that decide have a turn, and only if there are several', () => {
  const all = [{}, { isActive: false }, { isShadow: true }, {}].map(connection);
  const turns = (connections: Connection[]) => {
    const [group] = groupsOf(connections, []);
    return connections.map((one) => group && turnOf(one, group));
  };
  expect(turns(all)).toEqual([1, undefined, undefined, 2]);
  expect(turns(all.slice(0, 3))).toEqual([undefined, undefined, undefined]);
});

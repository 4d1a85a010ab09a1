import { OWN_MONEY, type Role } from '@krapao/contract/permissions';
import { QUEUE_NAMES, QUEUE_PERMISSIONS } from '@krapao/contract/queues';
import { expect, test } from 'vitest';
import { SECTIONS, sectionsOf } from './sections.ts';

/** The evenings of members' money are explained on the page of our accounts, which who has reports reads too. */
const PAGE_PERMISSIONS = { ...QUEUE_PERMISSIONS, clientMoney: OWN_MONEY };

test('each queue of the registry is counted by one page, for who may decide it', () => {
  const shown = SECTIONS.flatMap(({ queues, permission }) => queues.map((queue) => [queue, permission]));
  expect(shown.filter(([queue]) => queue !== 'chats').toSorted()).toEqual(
    QUEUE_NAMES.map((name) => [name, PAGE_PERMISSIONS[name]]).toSorted(),
  );
});

test('while a site goes live, the way there is the first page of who may go it, and later the queues are', () => {
  const first = (role: Role, isGoingLive: boolean) => sectionsOf({ role, isGoingLive })[0]?.path;
  expect(first('administrator', true)).toBe('/go-live');
  expect(first('administrator', false)).toBe('/slips');
  expect(first('cashier', true)).toBe('/slips');
  const pages = (isGoingLive: boolean) =>
    sectionsOf({ role: 'administrator', isGoingLive }).map(({ path }) => path);
  expect(pages(true).toSorted()).toEqual(pages(false).toSorted());
});

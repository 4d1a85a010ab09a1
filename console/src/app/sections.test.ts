import { OWN_MONEY, ROLES, type Role } from '@krapao/contract/permissions';
import { QUEUE_NAMES, QUEUE_PERMISSIONS } from '@krapao/contract/queues';
import { expect, test } from 'vitest';
import { GROUPS, SECTIONS, sectionsOf } from './sections.ts';

/** The evenings of members' money are explained on the page of our accounts, which who has reports reads too. */
const PAGE_PERMISSIONS = { ...QUEUE_PERMISSIONS, clientMoney: OWN_MONEY };

test('each queue of the registry is counted by one page, for who may decide it', () => {
  const shown = SECTIONS.filter(({ isSum }) => !isSum).flatMap(({ queues, permission }) =>
    queues.map((queue) => [queue, permission]),
  );
  expect(shown.filter(([queue]) => queue !== 'chats').toSorted()).toEqual(
    QUEUE_NAMES.map((name) => [name, PAGE_PERMISSIONS[name]]).toSorted(),
  );
});

test('the pages stand in their groups, in the same order for every role, and Home is the first of each', () => {
  const groups = SECTIONS.map(({ group }) => GROUPS.indexOf(group));
  expect(groups).toEqual(groups.toSorted((one, other) => one - other));
  const pages = (role: Role) => sectionsOf(role).map(({ path }) => path);
  const all = pages('administrator');
  expect(all).toEqual(SECTIONS.map(({ path }) => path));
  for (const role of ROLES) expect(pages(role)).toEqual(all.filter((path) => pages(role).includes(path)));
  expect(pages('support')).toEqual(['/home', '/chat', '/members']);
  expect(pages('cashier')).toEqual([
    '/home',
    '/inbox',
    '/slips',
    '/incoming',
    '/withdrawals',
    '/members',
    '/approvals',
    '/shifts',
  ]);
  expect(pages({ id: '1', name: 'nothing', permissions: [] })).toEqual(['/home']);
});

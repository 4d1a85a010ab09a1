import { OWN_MONEY } from '@krapao/contract/permissions';
import { QUEUE_NAMES, QUEUE_PERMISSIONS } from '@krapao/contract/queues';
import { expect, test } from 'vitest';
import { SECTIONS } from './sections.ts';

/** The evenings of members' money are explained on the page of our accounts, which who has reports reads too. */
const PAGE_PERMISSIONS = { ...QUEUE_PERMISSIONS, clientMoney: OWN_MONEY };

test('each queue of the registry is counted by one page, for who may decide it', () => {
  const shown = SECTIONS.flatMap(({ queues, permission }) => queues.map((queue) => [queue, permission]));
  expect(shown.filter(([queue]) => queue !== 'chats').toSorted()).toEqual(
    QUEUE_NAMES.map((name) => [name, PAGE_PERMISSIONS[name]]).toSorted(),
  );
});

import { QUEUE_NAMES, QUEUE_PERMISSIONS } from '@krapao/contract/queues';
import { expect, test } from 'vitest';
import { SECTIONS } from './sections.ts';

test('each queue of the registry is counted by one page, for who may decide it', () => {
  const shown = SECTIONS.flatMap(({ queues, permission }) => queues.map((queue) => [queue, permission]));
  expect(shown.filter(([queue]) => queue !== 'chats').toSorted()).toEqual(
    QUEUE_NAMES.map((name) => [name, QUEUE_PERMISSIONS[name]]).toSorted(),
  );
});

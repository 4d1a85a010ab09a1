import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAllowed, PERMISSIONS, type Permission, ROLES } from './permissions.ts';

test('docs/console.md shows the roles as they are', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/console.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z.A-Z]+)` *\|(.+)\|$/gm)].map(
    ([, permission = '', cells = '']) => ({
      permission,
      roles: ROLES.filter((_role, nth) => cells.split('|')[nth]?.trim() === 'yes'),
    }),
  );
  expect(rows).toEqual(
    (Object.keys(PERMISSIONS) as Permission[])
      .toSorted(
        (a, b) => rows.findIndex((r) => r.permission === a) - rows.findIndex((r) => r.permission === b),
      )
      .map((permission) => ({ permission, roles: ROLES.filter((role) => isAllowed(role, permission)) })),
  );
});

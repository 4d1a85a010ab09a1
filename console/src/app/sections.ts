import type { Permission } from '@krapao/contract/permissions';
import { lazy } from 'react';
import type { MessageId } from '../i18n/messages.ts';
import { paths } from './paths.ts';

/** One page of the console: where it is, who may see it, and which queues it counts. */
export interface Section {
  path: string;
  title: MessageId;
  permission: Permission;
  queues: readonly string[];
  Page: React.ComponentType;
}

/** The pages in the order of the top bar. */
export const SECTIONS: readonly Section[] = [
  {
    path: paths.slips,
    title: 'slips.title',
    permission: 'deposit.decide',
    queues: ['slips'],
    Page: lazy(() =>
      import('../features/slips/SlipsPage.tsx').then(({ SlipsPage }) => ({ default: SlipsPage })),
    ),
  },
  {
    path: paths.operators,
    title: 'operators.title',
    permission: 'operator.manage',
    queues: [],
    Page: lazy(() =>
      import('../features/operators/OperatorsPage.tsx').then(({ OperatorsPage }) => ({
        default: OperatorsPage,
      })),
    ),
  },
  {
    path: paths.audit,
    title: 'audit.title',
    permission: 'audit.read',
    queues: [],
    Page: lazy(() =>
      import('../features/audit/AuditPage.tsx').then(({ AuditPage }) => ({ default: AuditPage })),
    ),
  },
];

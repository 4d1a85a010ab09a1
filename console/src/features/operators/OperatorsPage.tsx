import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { roleText } from '../../lib/roleText.ts';
import { useAction } from '../../lib/useAction.ts';
import { AddOperatorDialog } from './AddOperatorDialog.tsx';
import { EditOperatorDialog, type OperatorRow } from './EditOperatorDialog.tsx';
import { FirstPasswordDialog } from './FirstPasswordDialog.tsx';
import { RoleList } from './RoleList.tsx';

/** The site's operators with their roles and last use. */
export function OperatorsPage() {
  const t = useT();
  const query = useQuery({
    queryKey: ['operators'],
    queryFn: () => client('GET /api/console/operators'),
  });
  const [isAdding, setIsAdding] = useState(false);
  const [isEnding, setIsEnding] = useState(false);
  const endAll = useAction(
    (reason: string) => client('POST /api/console/sessions/end-all', { body: { reason } }),
    { done: (ended) => t('operators.endAllDone', { ...ended }), onDone: () => setIsEnding(false) },
  );
  const [edited, setEdited] = useState<OperatorRow>();
  const [issued, setIssued] = useState<{ username: string; password: string; isWaiting: boolean }>();

  return (
    <div className="inside">
      <PageHead title={t('operators.title')}>
        <Button variant="default" onClick={() => setIsEnding(true)}>
          {t('operators.endAll')}
        </Button>
        <Button onClick={() => setIsAdding(true)}>{t('operators.add')}</Button>
      </PageHead>
      <QueryState query={query}>
        {({ operators, isBeingSetUp }) => (
          <>
            {operators.filter(({ role, isActive }) => role === 'administrator' && isActive).length < 2 && (
              <Alert color="yellow" mb="lg" role="status">
                {t(isBeingSetUp ? 'operators.aloneAtFirst' : 'operators.alone')}
              </Alert>
            )}
            <Rows
              label={t('operators.title')}
              rows={operators}
              empty=""
              minWidth={760}
              columns={[
                { title: t('operators.username'), isFixed: true, cell: ({ username }) => username },
                {
                  title: t('operators.name'),
                  cell: ({ name, isActive }) => (
                    <span>
                      <span translate="no">{`${name} `}</span>
                      {!isActive && <Badge color="red">{t('operators.inactive')}</Badge>}
                    </span>
                  ),
                },
                { title: t('operators.role'), cell: ({ role }) => roleText(role) },
                {
                  title: t('operators.twoFactor'),
                  cell: ({ hasTwoFactor }) => t(hasTwoFactor ? 'app.on' : 'app.off'),
                },
                {
                  title: t('operators.lastSeen'),
                  cell: ({ lastSeenAt }) => (lastSeenAt === null ? '–' : dateTimeText(lastSeenAt)),
                },
                {
                  title: '',
                  isNumber: true,
                  cell: (operator) => (
                    <Button
                      size="sm"
                      variant="default"
                      aria-label={t('operators.edit', { name: operator.name })}
                      onClick={() => setEdited(operator)}
                    >
                      {t('app.edit')}
                    </Button>
                  ),
                },
              ]}
            />
          </>
        )}
      </QueryState>
      <RoleList />
      <AddOperatorDialog isOpen={isAdding} onClose={() => setIsAdding(false)} onIssued={setIssued} />
      {isEnding && (
        <ReasonDialog
          title={t('operators.endAll')}
          hint={t('operators.endAllHint')}
          action={t('operators.endAll')}
          isBusy={endAll.isPending}
          onClose={() => setIsEnding(false)}
          onConfirm={endAll.mutate}
        />
      )}
      {edited && (
        <EditOperatorDialog operator={edited} onClose={() => setEdited(undefined)} onIssued={setIssued} />
      )}
      {issued && <FirstPasswordDialog {...issued} onClose={() => setIssued(undefined)} />}
    </div>
  );
}

import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Badge, Button, Table, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { AddOperatorDialog } from './AddOperatorDialog.tsx';
import { EditOperatorDialog, type OperatorRow } from './EditOperatorDialog.tsx';
import { FirstPasswordDialog } from './FirstPasswordDialog.tsx';

/** The site's operators with their roles and last use. */
export function OperatorsPage() {
  const t = useT();
  const query = useQuery({
    queryKey: ['operators'],
    queryFn: () => client('GET /api/console/operators'),
  });
  const [isAdding, setIsAdding] = useState(false);
  const [edited, setEdited] = useState<OperatorRow>();
  const [issued, setIssued] = useState<{ username: string; password: string; isWaiting: boolean }>();

  return (
    <div className="inside">
      <PageHead title={t('operators.title')}>
        <Button onClick={() => setIsAdding(true)}>{t('operators.add')}</Button>
      </PageHead>
      <QueryState query={query}>
        {({ operators }) => (
          <>
            {operators.filter(({ role, isActive }) => role === 'administrator' && isActive).length < 2 && (
              <Alert color="yellow" mb="lg" role="status">
                {t('operators.alone')}
              </Alert>
            )}
            <Table.ScrollContainer minWidth={760}>
              <Table verticalSpacing="sm">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('operators.username')}</Table.Th>
                    <Table.Th>{t('operators.name')}</Table.Th>
                    <Table.Th>{t('operators.role')}</Table.Th>
                    <Table.Th>{t('operators.twoFactor')}</Table.Th>
                    <Table.Th>{t('operators.lastSeen')}</Table.Th>
                    <Table.Th>
                      <VisuallyHidden>{t('app.edit')}</VisuallyHidden>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {operators.map((operator) => (
                    <Table.Tr key={operator.id}>
                      <Table.Td>{operator.username}</Table.Td>
                      <Table.Td>
                        {operator.name}{' '}
                        {!operator.isActive && <Badge color="red">{t('operators.inactive')}</Badge>}
                      </Table.Td>
                      <Table.Td>{t(`role.${operator.role}`)}</Table.Td>
                      <Table.Td>{t(operator.hasTwoFactor ? 'app.on' : 'app.off')}</Table.Td>
                      <Table.Td className="num">
                        {operator.lastSeenAt ? dateTimeText(operator.lastSeenAt) : '–'}
                      </Table.Td>
                      <Table.Td ta="right">
                        <Button
                          size="sm"
                          variant="default"
                          aria-label={t('operators.edit', { name: operator.name })}
                          onClick={() => setEdited(operator)}
                        >
                          {t('app.edit')}
                        </Button>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </>
        )}
      </QueryState>
      <AddOperatorDialog isOpen={isAdding} onClose={() => setIsAdding(false)} onIssued={setIssued} />
      {edited && (
        <EditOperatorDialog operator={edited} onClose={() => setEdited(undefined)} onIssued={setIssued} />
      )}
      {issued && <FirstPasswordDialog {...issued} onClose={() => setIssued(undefined)} />}
    </div>
  );
}

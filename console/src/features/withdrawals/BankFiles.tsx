import { saveCsv } from '@krapao/ui/saveFile.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download, Files } from 'lucide-react';
import { useState } from 'react';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import type { Withdrawal } from './WithdrawalsPage.tsx';

/** The maximum number of payments in one file. */
const FILE_MAX = 500;

/** Creates a file for the bank's batch payment from the listed withdrawals, and shows earlier files. */
export function BankFiles({ items }: { items: readonly Withdrawal[] }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const ids = items
    .filter(({ batchId, state }) => batchId === null && state === 'MANUAL')
    .map(({ id }) => id)
    .slice(0, FILE_MAX);
  const make = useAction(() => client('POST /api/console/withdrawals/export', { body: { ids } }), {
    onDone: save,
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden="true" />}
        disabled={ids.length === 0}
        loading={make.isPending}
        onClick={() => make.mutate(undefined)}
      >
        {t('withdrawals.export', { count: ids.length })}
      </Button>
      <Button
        variant="default"
        leftSection={<Files size={16} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('withdrawals.files')}
      </Button>
      {isOpen && <FilesDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

const save = ({ fileName, content }: { fileName: string; content: string }) => saveCsv(fileName, content);

function FilesDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [leaving, setLeaving] = useState<string>();
  const query = useQuery({
    queryKey: ['withdrawals', 'batches'],
    queryFn: () => client('GET /api/console/withdrawals/batches'),
  });
  const again = useAction(
    (id: string) => client('POST /api/console/withdrawals/batches/:id/export', { params: { id } }),
    { onDone: save },
  );
  const takeBack = useLimitedAction(
    ({ id, reason }: { id: string; reason: string }) =>
      client('POST /api/console/withdrawals/batches/:id/takeBack', { params: { id }, body: { reason } }),
    { done: t('withdrawals.tookBack'), onDone: () => setLeaving(undefined) },
  );
  if (leaving !== undefined)
    return (
      <ReasonDialog
        title={t('withdrawals.takeBackTitle', { id: leaving })}
        hint={t('withdrawals.takeBackHint')}
        action={t('withdrawals.takeBack')}
        isBusy={takeBack.isPending}
        onClose={() => setLeaving(undefined)}
        onConfirm={(reason) => takeBack.mutate({ id: leaving, reason })}
      />
    );
  return (
    <Modal opened onClose={onClose} title={t('withdrawals.files')} size="lg">
      <QueryState query={query}>
        {({ batches }) =>
          batches.length === 0 ? (
            <p className="muted">{t('withdrawals.noFiles')}</p>
          ) : (
            <ul className="notes">
              {batches.map((batch) => (
                <li key={batch.id}>
                  <b>{t('withdrawals.fileOf', { id: batch.id })}</b>{' '}
                  <span className="muted num">{dateTimeText(batch.createdAt)}</span>
                  <p className="muted">
                    {t('withdrawals.fileBy', { count: batch.items, name: batch.operatorName })}
                    {batch.waiting > 0 && ` · ${t('withdrawals.fileWaiting', { count: batch.waiting })}`}
                  </p>
                  {batch.takenBackAt !== null ? (
                    <p className="muted num">
                      {t('withdrawals.takenBack')} · {dateTimeText(batch.takenBackAt)}
                    </p>
                  ) : (
                    <Group gap="sm">
                      <Button
                        variant="default"
                        loading={again.isPending}
                        onClick={() => again.mutate(batch.id)}
                      >
                        {t('withdrawals.fileAgain')}
                      </Button>
                      <Button variant="outline" color="red" onClick={() => setLeaving(batch.id)}>
                        {t('withdrawals.takeBack')}
                      </Button>
                    </Group>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Modal>
  );
}

import type { StatementFormat } from '@krapao/contract/api/operator/statementFormat';
import { isAllowed } from '@krapao/contract/permissions';
import type { Elements } from '@krapao/ui/elements.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useSelf } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';
import { type Account, type Choice, type Preset, presetsFor } from './statementFormat.ts';

interface Props {
  account: Account;
  presets: readonly Preset[];
  choice: Choice;
  /** What the choice reads a file by; undefined while columns are missing. */
  format: StatementFormat | undefined;
  onChoose: (choice: Choice) => void;
  /** The columns, where they are chosen. */
  children: Elements;
}

/** How the bank of an account writes its files, and keeps that for its next ones. */
export function StatementForm({ account, presets, choice, format, onChoose, children }: Props) {
  const t = useT();
  const { self } = useSelf();
  const [isAsking, setIsAsking] = useState(false);
  const isStored = choice === 'stored';
  const store = useAction(
    (reason: string) =>
      client('PUT /api/console/reconciliation/accounts/:id/format', {
        params: { id: account.id },
        body: { format: isStored ? null : (format ?? null), reason },
      }),
    {
      done: t(isStored ? 'reports.formForgotten' : 'reports.formKept'),
      onDone: () => {
        setIsAsking(false);
        onChoose(isStored ? 'columns' : 'stored');
      },
    },
  );
  const own = presetsFor(account, presets);
  const preset = own.find(({ id }) => choice === `preset:${id}`);
  const action = t(isStored ? 'reports.forgetForm' : 'reports.keepForm');
  return (
    <>
      <div className="mapping">
        <NativeSelect
          label={<span>{t('reports.form')}</span>}
          description={describe()}
          value={choice}
          onChange={(event) => onChoose(event.currentTarget.value as Choice)}
          data={[
            ...(account.format === null ? [] : [{ value: 'stored', label: t('reports.form.stored') }]),
            { value: 'columns', label: t('reports.form.columns') },
            ...own.map(({ id, title }) => ({ value: `preset:${id}`, label: title })),
          ]}
        />
        {self != null && isAllowed(self.role, 'cash.manage') && (
          <Button
            variant="default"
            disabled={!isStored && format === undefined}
            onClick={() => setIsAsking(true)}
          >
            {action}
          </Button>
        )}
      </div>
      {children}
      {isAsking && (
        <ReasonDialog
          title={`${action} · ${account.bankCode} ${account.accountNo}`}
          hint={t(isStored ? 'reports.forgetFormHint' : 'reports.keepFormHint')}
          action={action}
          isHarmless
          isBusy={store.isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={store.mutate}
        />
      )}
    </>
  );

  function describe(): string {
    const { formatChangedAt, formatChangedBy } = account;
    if (isStored && formatChangedAt !== null)
      return [dateTimeText(formatChangedAt), formatChangedBy].filter(Boolean).join(' · ');
    return preset === undefined || preset.isConfirmed ? t('reports.formHint') : t('reports.formAssumed');
  }
}

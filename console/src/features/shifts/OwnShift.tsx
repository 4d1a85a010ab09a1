import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { type Count, CountDialog } from './CountDialog.tsx';
import { ShiftAccounts, ShiftFigures } from './ShiftFigures.tsx';

type Mine = ResponseOf<Contract['GET /api/console/shifts/mine']>;

/** What is decided elsewhere changes the figures without an announcement. */
const AGAIN_MS = 60_000;

/** The operator’s own shift: opened and closed with what they count. */
export function OwnShift() {
  const t = useT();
  const query = useQuery({
    queryKey: ['shifts', 'mine'],
    queryFn: () => client('GET /api/console/shifts/mine'),
    refetchInterval: AGAIN_MS,
  });
  return (
    <section aria-label={t('shifts.mine')} style={{ marginBottom: 32 }}>
      <h2>{t('shifts.mine')}</h2>
      <QueryState query={query}>{(mine) => <Own mine={mine} />}</QueryState>
    </section>
  );
}

function Own({ mine: { open, accounts, handOver } }: { mine: Mine }) {
  const t = useT();
  const [isCounting, setIsCounting] = useState(false);
  const stop = () => setIsCounting(false);
  const begin = useAction(
    ({ counts }: { counts: Count[] }) => client('POST /api/console/shifts/open', { body: { counts } }),
    { done: t('shifts.opened'), onDone: stop },
  );
  const end = useAction(
    ({ counts, note }: { counts: Count[]; note: string }) =>
      client('POST /api/console/shifts/close', { body: { counts, ...(note !== '' && { note }) } }),
    { done: t('shifts.closed'), onDone: stop },
  );
  const opening = open?.accounts.filter((row) => row.opening !== null).map(({ account }) => account.id) ?? [];
  const verb = open === null ? 'open' : 'close';
  return (
    <>
      {handOver !== null && (
        <Alert
          color="gray"
          mb="md"
          title={t('shifts.noteOf', { name: handOver.operatorName, time: dateTimeText(handOver.at) })}
        >
          {handOver.note}
        </Alert>
      )}
      <Group justify="space-between" mb="sm">
        {open !== null && (
          <p role="status" style={{ margin: 0 }}>
            {t('shifts.since', { time: dateTimeText(open.shift.openedAt) })}
          </p>
        )}
        <Button onClick={() => setIsCounting(true)}>{t(`shifts.${verb}`)}</Button>
      </Group>
      {open !== null && (
        <>
          <ShiftFigures figures={open.figures} />
          <ShiftAccounts accounts={open.accounts} />
        </>
      )}
      {isCounting && (
        <CountDialog
          verb={verb}
          accounts={accounts}
          needed={opening}
          isBusy={begin.isPending || end.isPending}
          onClose={stop}
          onCounted={open === null ? begin.mutate : end.mutate}
        />
      )}
    </>
  );
}

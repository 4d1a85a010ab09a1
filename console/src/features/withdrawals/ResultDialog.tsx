import {
  RESULT_COLUMNS,
  RESULT_EFFECTS,
  RESULT_KINDS,
  type ResultColumn,
  type ResultEffect,
  type ResultKind,
} from '@krapao/contract/payoutFormats';
import { moneyText } from '@krapao/ui/kip.ts';
import { Alert, Badge, Button, Group, Modal, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import type { ResultPreview, ShownBatch } from './bankFile.ts';
import { FileSample } from './FileSample.tsx';

type Mapping = ResultPreview['mapping'];

const COLORS: Record<ResultKind, string> = {
  paid: 'teal',
  refused: 'red',
  unknown: 'yellow',
  person: 'red',
  own: 'yellow',
  answered: 'gray',
  contradicts: 'red',
  foreign: 'gray',
};

interface Props {
  batch: ShownBatch;
  file: File;
  onClose: () => void;
}

/** What the bank's answer would do to the file; then applies it. */
export function ResultDialog({ batch, file, onClose }: Props) {
  const t = useT();
  const [mapping, setMapping] = useState<Mapping>({});
  const params = { id: batch.id };
  const query = useQuery({
    queryKey: ['withdrawals', 'result', batch.id, file.name, file.lastModified, mapping],
    queryFn: () =>
      client('POST /api/console/withdrawals/batches/:id/result/preview', {
        params,
        form: formOf(file, mapping),
      }),
    retry: false,
  });
  const apply = useAction(
    async () => {
      const applied: Partial<Record<ResultEffect, number>> = {};
      for (let last = Number.POSITIVE_INFINITY; ; ) {
        const part = await client('POST /api/console/withdrawals/batches/:id/result', {
          params,
          form: formOf(file, mapping),
        });
        for (const effect of RESULT_EFFECTS) applied[effect] = (applied[effect] ?? 0) + part.applied[effect];
        if (part.left === 0 || part.left >= last) return applied;
        last = part.left;
      }
    },
    {
      done: (applied) =>
        RESULT_EFFECTS.filter((effect) => applied[effect])
          .map((effect) => t(`withdrawals.applied.${effect}`, { count: applied[effect] ?? 0 }))
          .join(' · ') || t('withdrawals.appliedNothing'),
      onDone: onClose,
    },
  );
  return (
    <Modal opened onClose={onClose} title={t('withdrawals.answerTitle', { id: batch.id })} size="lg">
      <QueryState query={query}>
        {(preview) => (
          <>
            {preview.isMapped ? (
              <>
                <Outcome preview={preview} batch={batch} />
                <Button
                  fullWidth
                  my="lg"
                  data-autofocus
                  disabled={workOf(preview) === 0}
                  loading={apply.isPending}
                  onClick={() => apply.mutate(undefined)}
                >
                  {t(
                    workOf(preview) > preview.counts.contradicts
                      ? 'withdrawals.applyAnswer'
                      : 'withdrawals.recordAnswer',
                    { count: workOf(preview) },
                  )}
                </Button>
              </>
            ) : (
              <Alert color="yellow" mb="md">
                {t('error.RESULT_COLUMNS')}
              </Alert>
            )}
            <details open={!preview.isMapped}>
              <summary>{t('withdrawals.columns')}</summary>
              <Columns key={JSON.stringify(mapping)} preview={preview} onChosen={setMapping} />
            </details>
          </>
        )}
      </QueryState>
    </Modal>
  );
}

function formOf(file: File, mapping: Mapping): FormData {
  const form = new FormData();
  form.set('mapping', JSON.stringify(mapping));
  form.set('file', file);
  return form;
}

const workOf = ({ counts }: ResultPreview) =>
  counts.paid + counts.refused + counts.person + counts.contradicts;

function Outcome({ preview, batch }: { preview: ResultPreview; batch: ShownBatch }) {
  const t = useT();
  const money = (amount: number) => moneyText(amount, batch.currency ?? 'THB');
  return (
    <>
      <ul className="answer-counts">
        {RESULT_KINDS.filter((kind) => preview.counts[kind] > 0).map((kind) => (
          <li key={kind}>
            <Badge color={COLORS[kind]} className="num">
              {preview.counts[kind]}
            </Badge>
            <span>{` ${t(`withdrawals.answer.${kind}`)}`}</span>
          </li>
        ))}
        {preview.beyond > 0 && (
          <li>
            <span>{t('withdrawals.answerBeyond', { count: preview.beyond })}</span>
          </li>
        )}
        {preview.silent > 0 && (
          <li>
            <Badge color="yellow" className="num">
              {preview.silent}
            </Badge>
            <span>{` ${t('withdrawals.answer.silent')}`}</span>
          </li>
        )}
      </ul>
      {preview.counts.contradicts > 0 && (
        <Alert color="red" my="sm">
          {t('withdrawals.contradictsHint')}
        </Alert>
      )}
      {preview.shown.length > 0 && (
        <ul className="file-rows" aria-label={t('withdrawals.answerLines')}>
          {preview.shown.map((line) => (
            <li key={line.line}>
              <span className="muted num">{line.line}</span>
              <span className="file-who">
                <b translate="no">{line.memberName ?? line.reference}</b>
                <span translate="no" className="num">
                  {line.account}
                </span>
              </span>
              <span className="file-amount num">
                <span translate="no">{line.amount === null ? '–' : money(line.amount)}</span>
                {line.ours !== null && line.amount !== null && line.ours !== line.amount && (
                  <span translate="no" className="muted">{` / ${money(line.ours)}`}</span>
                )}
              </span>
              <span className="file-state">
                <Badge color={COLORS[line.kind]}>{t(`withdrawals.kind.${line.kind}`)}</Badge>
                <span className="muted">{line.words}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The operator says which column holds what, where the file does not tell or its names mislead. */
function Columns({ preview, onChosen }: { preview: ResultPreview; onChosen: (mapping: Mapping) => void }) {
  const t = useT();
  const [chosen, setChosen] = useState<Mapping>(preview.mapping);
  const [header = [], ...lines] = preview.sample;
  const width = Math.max(0, ...preview.sample.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, column) => ({
    value: String(column),
    label: `${column + 1}. ${header[column] || lines[0]?.[column] || '–'}`,
  }));
  return (
    <>
      <FileSample text={preview.sample.map((cells) => cells.join(' | ')).join('\n')} />
      <div className="file-fields">
        {RESULT_COLUMNS.map((column: ResultColumn) => (
          <Select
            key={column}
            label={<span>{t(`withdrawals.column.${column}`)}</span>}
            data={columns}
            value={chosen[column] === undefined ? null : String(chosen[column])}
            clearable
            clearButtonProps={{ 'aria-label': t('withdrawals.noColumn') }}
            onChange={(value) => {
              const { [column]: _, ...rest } = chosen;
              setChosen(value === null ? rest : { ...rest, [column]: Number(value) });
            }}
          />
        ))}
      </div>
      <Group mt="lg">
        <Button disabled={chosen.status === undefined} onClick={() => onChosen(chosen)}>
          {t('withdrawals.readAnswer')}
        </Button>
      </Group>
    </>
  );
}

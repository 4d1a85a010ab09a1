import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { PayoutCurrency, PayoutTerm } from '@krapao/contract/payoutFormats';
import { moneyText } from '@krapao/ui/kip.ts';
import { Alert, Button, Modal, Select, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { errorText } from '../../lib/errorText.ts';
import { paths } from '../../lib/paths.ts';
import { useAction } from '../../lib/useAction.ts';
import { type Format, type Formats, saveBankFile } from './bankFile.ts';
import { FileSample } from './FileSample.tsx';
import './files.css';

/** Chooses a format and shows what its file would hold; then creates it, downloads it and opens its page. */
export function NewFileDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const query = useQuery({
    queryKey: ['withdrawals', 'formats'],
    queryFn: () => client('GET /api/console/withdrawals/formats'),
  });
  return (
    <Modal opened onClose={onClose} title={t('withdrawals.newFile')} size="lg">
      <QueryState query={query}>{(formats) => <Form {...formats} />}</QueryState>
    </Modal>
  );
}

/** The format of a file before is the likeliest: its terms are known. */
const likeliest = (formats: readonly Format[]) =>
  formats.find(({ terms }) => terms.some(({ last }) => last !== null)) ?? formats[0];

function Form({ formats, waiting }: Formats) {
  const t = useT();
  const [, go] = useLocation();
  const [code, setCode] = useState(likeliest(formats)?.code ?? 'generic');
  const [chosenCurrency, setCurrency] = useState<PayoutCurrency | undefined>(waiting[0]?.currency);
  const [payDay, setPayDay] = useState(bangkokDay(Date.now()));
  const [typed, setTyped] = useState<Partial<Record<PayoutTerm, string>>>({});
  const format = formats.find((one) => one.code === code) as Format;
  const currency =
    chosenCurrency !== undefined && format.currencies.includes(chosenCurrency)
      ? chosenCurrency
      : format.currencies[0];
  const terms = Object.fromEntries(
    format.terms.map(({ name, last }) => [name, typed[name] ?? last ?? '']),
  ) as Partial<Record<PayoutTerm, string>>;
  const isComplete = format.terms.every(({ name, pattern }) => new RegExp(pattern).test(terms[name] ?? ''));
  const wish = {
    format: code,
    terms,
    ...(currency !== undefined && { currency }),
    ...(format.hasPayDay && { payDay }),
  };
  const preview = usePreview(wish, isComplete);
  const make = useAction(
    // What the preview shows, and nothing that came since.
    ({ ids, items, total }: FilePreview) =>
      client('POST /api/console/withdrawals/export', {
        body: { ...wish, ids, expected: { items, total } },
      }),
    {
      onDone: (file) => {
        saveBankFile(file);
        go(`${paths.bankFiles}/${file.batchId}`);
      },
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (preview.data !== undefined && !preview.isPlaceholderData) make.mutate(preview.data);
      }}
    >
      <div className="file-fields">
        <Select
          label={<span>{t('withdrawals.format')}</span>}
          data={formats.map((one) => ({ value: one.code, label: one.title }))}
          value={code}
          allowDeselect={false}
          onChange={(value) => setCode(value ?? 'generic')}
          data-autofocus
        />
        {format.currencies.length > 1 && (
          <Select
            label={<span>{t('withdrawals.currency')}</span>}
            data={format.currencies.map((one) => ({ value: one, label: t(`withdrawals.currency.${one}`) }))}
            value={currency ?? null}
            allowDeselect={false}
            onChange={(value) => setCurrency(value as PayoutCurrency)}
          />
        )}
        {format.hasPayDay && (
          <TextInput
            type="date"
            label={<span>{t('withdrawals.payDay')}</span>}
            min={bangkokDay(Date.now())}
            value={payDay}
            onChange={(event) => setPayDay(event.currentTarget.value)}
          />
        )}
        {format.terms.map(({ name, example }) => (
          <TextInput
            key={name}
            label={<span>{t(`withdrawals.term.${name}`)}</span>}
            placeholder={example}
            value={terms[name] ?? ''}
            maxLength={60}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      {!format.isConfirmed && (
        <Alert color="yellow" my="md" title={t('withdrawals.unconfirmed')}>
          {t('withdrawals.unconfirmedHint')}
        </Alert>
      )}
      {isComplete && <Preview query={preview} isBusy={make.isPending} />}
    </form>
  );
}

type Wish = NonNullable<Parameters<typeof client<'POST /api/console/withdrawals/export/preview'>>[1]>['body'];

type FilePreview = Awaited<ReturnType<typeof client<'POST /api/console/withdrawals/export/preview'>>>;

const usePreview = (wish: Wish, enabled: boolean) =>
  useQuery({
    queryKey: ['withdrawals', 'preview', wish],
    queryFn: () => client('POST /api/console/withdrawals/export/preview', { body: wish }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
  });

/** What the file would hold, and the button that creates it. */
function Preview({ query, isBusy }: { query: ReturnType<typeof usePreview>; isBusy: boolean }) {
  const t = useT();
  const { data, error, isPlaceholderData } = query;
  if (error)
    return (
      <Alert color="yellow" my="md" role="alert">
        {'code' in error && error.code === 'NO_DATA' ? t('withdrawals.nothingForFile') : errorText(error)}
      </Alert>
    );
  if (data === undefined) return null;
  return (
    <>
      {data.stopped > 0 && (
        <Alert color="yellow" my="md">
          {t('withdrawals.stoppedInFile', { count: data.stopped })}
        </Alert>
      )}
      {data.leftOut.length > 0 && (
        <details className="file-left-out" open={data.items === 0}>
          <summary>{t('withdrawals.leftOut', { count: data.leftOut.length })}</summary>
          <ul>
            {data.leftOut.map(({ id, memberName, bankCode, why }) => (
              <li key={id}>
                <span translate="no">{`${memberName} · ${bankCode} · `}</span>
                <span>{t(`withdrawals.leftOut.${why}`)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {data.items === 0 ? (
        <Alert color="yellow" my="md" role="alert">
          {t('withdrawals.nothingForFile')}
        </Alert>
      ) : (
        <FileSample text={data.sample} />
      )}
      <Button
        type="submit"
        fullWidth
        mt="md"
        loading={isBusy}
        disabled={isPlaceholderData || data.items === 0}
      >
        {t('withdrawals.makeFile', { count: data.items, total: moneyText(data.total, data.currency) })}
      </Button>
    </>
  );
}

import { ORDERED_KINDS, type OrderedKind } from '@krapao/contract/contentPermissions';
import { Alert, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, History } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import {
  beginningOf,
  type ContentDocument,
  type ContentRow,
  isSame,
  stampOf,
} from '../../lib/content/document.ts';
import { problemText, rowName } from '../../lib/content/rowName.ts';
import { dateTimeText } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useAction } from '../../lib/useAction.ts';
import { ExamplePanel } from './ExamplePanel.tsx';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { SchemaField } from './SchemaField.tsx';
import { SecondNote } from './SecondNote.tsx';
import type { Schema } from './schema.ts';

/** Settings that have a worked example, beside bonuses and the wheel. */
const WITH_EXAMPLE = ['setting/refund', 'setting/invite', 'setting/bonusCoupon'];
const EXAMPLE_BAHT = 1_000;
const PAUSE_MS = 400;

interface Props {
  document: ContentDocument;
  rows: readonly ContentRow[];
  onPublished: (document: ContentDocument) => void;
}

/** One document: its form, what it comes to, and draft, publish, discard, history. */
export function ContentEditor({ document: newest, rows, onPublished }: Props) {
  const t = useT();
  const language = useLanguage();
  const queries = useQueryClient();
  const [loaded, setLoaded] = useState(newest);
  const [value, setValue] = useState(() => beginningOf(newest));
  const [baht, setBaht] = useState(EXAMPLE_BAHT);
  const [isPublishing, setIsPublishing] = useState(false);
  const [isHistory, setIsHistory] = useState(false);

  const { kind, item, draft, version } = loaded;
  const params = { kind, item };
  const isDirty = !isSame(value, beginningOf(loaded));
  const isOutdated = draft?.isOutdated === true || (isDirty && stampOf(newest) !== stampOf(loaded));
  const hasChange = item === 'new' ? isDirty || draft !== null : !isSame(value, loaded.value);
  if (!isDirty && stampOf(newest) !== stampOf(loaded)) adopt(newest);

  function adopt(document: ContentDocument) {
    setLoaded(document);
    setValue(beginningOf(document));
  }
  /** What a call answered is at once what the page knows. */
  function learn(document: ContentDocument) {
    queries.setQueryData(['content', kind, document.item], document);
    if (document.item === item) adopt(document);
  }

  const saved = () =>
    client('PUT /api/console/content/:kind/:item/draft', {
      params,
      body: { value, version, revision: draft?.revision ?? 0 },
    });
  const save = useAction(saved, { done: t('content.draftSaved'), onDone: learn });
  const discard = useAction(() => client('POST /api/console/content/:kind/:item/discard', { params }), {
    onDone: learn,
  });
  const publish = useAction(
    async (given: { confirmation?: string; reason?: string }) => {
      const document = isDirty || draft === null ? await saved() : loaded;
      if (isDirty || draft === null) learn(document);
      return client('POST /api/console/content/:kind/:item/publish', {
        params,
        body: {
          revision: document.draft?.revision ?? 0,
          ...given,
        },
      });
    },
    {
      done: ({ waits }) => t(waits === null ? 'content.published' : 'approvals.asked'),
      onDone: (document) => {
        setIsPublishing(false);
        if (document.item !== item) queries.removeQueries({ queryKey: ['content', kind, item] });
        learn(document);
        onPublished(document);
      },
    },
  );

  const [asked] = useDebouncedValue({ value, baht }, PAUSE_MS);
  const example = useQuery({
    queryKey: ['content', kind, item, 'example', asked],
    queryFn: () => client('POST /api/console/content/:kind/:item/example', { params, body: asked }),
    placeholderData: keepPreviousData,
  });
  const problems = example.data?.problems ?? loaded.problems;
  const second = example.data?.second ?? null;
  const errorAt = (path: string, within = false) => {
    const found = problems.find(({ field }) => field === path || (within && field.startsWith(`${path}/`)));
    return found && hasChange ? problemText(found.rule) : undefined;
  };
  const hasExample = kind === 'bonus' || kind === 'wheel' || WITH_EXAMPLE.includes(`${kind}/${item}`);
  const row = rows.find((one) => one.kind === kind && one.item === item);
  const title = row ? rowName(row, language) : t(`content.add.${kind as 'bonus'}`);

  return (
    <section className="pane" aria-label={title}>
      <header className="pane-head">
        <div className="grow">
          <h2 style={{ margin: 0, fontSize: '1.125rem' }}>{title}</h2>
          <small className="muted num">
            {loaded.changedAt
              ? t('content.changed', {
                  version,
                  time: dateTimeText(loaded.changedAt),
                  name: loaded.changedBy ?? '',
                })
              : t('content.unchanged')}
          </small>
        </div>
        {row && <OrderButtons row={row} rows={rows} />}
        {item !== 'new' && (
          <Button
            variant="default"
            leftSection={<History size={18} aria-hidden />}
            onClick={() => setIsHistory(true)}
          >
            {t('content.history')}
          </Button>
        )}
      </header>
      <div className="pane-body">
        {loaded.waits !== null && (
          <Alert color="yellow" mb="lg" role="status">
            {t('approvals.waiting')} <Link href={paths.approvals}>{t('approvals.title')}</Link>
          </Alert>
        )}
        {isOutdated && (
          <Alert color="orange" mb="lg" role="alert">
            <p style={{ marginTop: 0 }}>{t('content.outdated')}</p>
            <Button
              size="sm"
              variant="default"
              loading={discard.isPending}
              onClick={() => (newest.draft?.isOutdated ? discard.mutate(undefined) : adopt(newest))}
            >
              {t('content.takeNewest')}
            </Button>
          </Alert>
        )}
        <div className={hasExample ? 'content-form beside' : 'content-form'}>
          <SchemaField
            name=""
            schema={loaded.schema as Schema}
            value={value}
            onChange={setValue}
            path=""
            errorAt={errorAt}
            fixed={loaded.fixed}
          />
          {hasExample && example.data && (
            <ExamplePanel
              example={example.data}
              baht={kind === 'wheel' ? undefined : baht}
              onBaht={setBaht}
            />
          )}
        </div>
      </div>
      <footer className="pane-foot">
        {hasChange && second && <SecondNote second={second} />}
        <div className="content-foot">
          <span className="grow muted" role="status">
            {draft
              ? t('content.draftOf', { name: draft.by, time: dateTimeText(draft.at) })
              : t(hasChange ? 'content.unsaved' : 'content.noChange')}
          </span>
          <Button
            variant="default"
            disabled={!isDirty && draft === null}
            loading={discard.isPending}
            onClick={() => (draft ? discard.mutate(undefined) : setValue(beginningOf(loaded)))}
          >
            {t('content.discard')}
          </Button>
          <Button
            variant="default"
            disabled={!isDirty}
            loading={save.isPending}
            onClick={() => save.mutate(undefined)}
          >
            {t('content.saveDraft')}
          </Button>
          <Button
            disabled={!hasChange || problems.length > 0 || isOutdated || loaded.waits !== null}
            onClick={() => setIsPublishing(true)}
          >
            {t('content.publish')}
          </Button>
        </div>
      </footer>
      {isPublishing && (
        <PublishDialog
          document={loaded}
          value={value}
          isBusy={publish.isPending}
          onClose={() => setIsPublishing(false)}
          second={second}
          onPublish={(given) => publish.mutate(given)}
        />
      )}
      {isHistory && (
        <HistoryDrawer document={loaded} onClose={() => setIsHistory(false)} onRestored={learn} />
      )}
    </section>
  );
}

/** Moves a thing among those of its kind; members see the new order at once. */
function OrderButtons({ row, rows }: { row: ContentRow; rows: readonly ContentRow[] }) {
  const t = useT();
  const items = rows.filter(({ kind }) => kind === row.kind).map(({ item }) => item);
  const at = items.indexOf(row.item);
  const move = useAction((by: number) => {
    const next = items.toSpliced(at, 1).toSpliced(at + by, 0, row.item);
    return client('PUT /api/console/content/:kind/order', {
      params: { kind: row.kind as OrderedKind },
      body: { items: next },
    });
  });
  if (!(ORDERED_KINDS as readonly string[]).includes(row.kind)) return null;
  return (
    <>
      <Button
        variant="default"
        aria-label={t('content.up')}
        disabled={at <= 0 || move.isPending}
        onClick={() => move.mutate(-1)}
      >
        <ArrowUp size={18} aria-hidden />
      </Button>
      <Button
        variant="default"
        aria-label={t('content.down')}
        disabled={at === items.length - 1 || move.isPending}
        onClick={() => move.mutate(1)}
      >
        <ArrowDown size={18} aria-hidden />
      </Button>
    </>
  );
}

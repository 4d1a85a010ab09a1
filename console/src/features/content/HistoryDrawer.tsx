import { Button, Drawer, Modal, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Changes } from '../../components/Changes.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import type { ContentDocument } from '../../lib/content/document.ts';
import { dateTimeText } from '../../lib/format.ts';
import { useAction } from '../../lib/useAction.ts';
import { SecondNote } from './SecondNote.tsx';
import { isSwitched, siteName } from './siteSwitch.ts';

const PAGE = 20;

interface Props {
  document: ContentDocument;
  onClose: () => void;
  onRestored: (document: ContentDocument) => void;
}

/** The versions, newest first, each with what it changed; an older one can be made the newest again. */
export function HistoryDrawer({ document, onClose, onRestored }: Props) {
  const t = useT();
  const { kind, item, version: current } = document;
  const params = { kind, item };
  const [chosen, setChosen] = useState<{ version: number; value: unknown }>();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const query = useInfiniteQuery({
    queryKey: ['content', kind, item, 'versions', current],
    queryFn: ({ pageParam }) =>
      client('POST /api/console/content/:kind/:item/versions', {
        params,
        body: { limit: PAGE, ...(pageParam === undefined ? {} : { before: pageParam }) },
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.hasMore ? page.versions.at(-1)?.version : undefined),
  });
  const restore = useAction(
    (version: number) =>
      client('POST /api/console/content/:kind/:item/restore', {
        params,
        body: {
          version,
          current,
          ...(typed === '' ? {} : { confirmation: typed }),
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        },
      }),
    {
      done: ({ waits }) => t(waits === null ? 'content.published' : 'approvals.asked'),
      onDone: (restored) => {
        onRestored(restored);
        onClose();
      },
    },
  );
  const example = useQuery({
    queryKey: ['content', kind, item, 'example', chosen],
    queryFn: () =>
      client('POST /api/console/content/:kind/:item/example', {
        params,
        body: { value: chosen?.value, baht: 1 },
      }),
    enabled: chosen !== undefined,
  });
  const second = example.data?.second ?? null;
  const needsName = chosen !== undefined && isSwitched(document, chosen.value);

  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={t('content.history')}>
      <QueryState query={query}>
        {({ pages }) => {
          const versions = pages.flatMap((page) => page.versions);
          if (versions.length === 0) return <p className="muted">{t('content.noHistory')}</p>;
          return (
            <ol className="changes">
              {versions.map(({ version, at, by, value, before }) => (
                <li key={version} className="example">
                  <div className="content-foot">
                    <span className="grow">
                      <b>{t('content.version', { version })}</b>{' '}
                      <small className="muted num">
                        {[at && dateTimeText(at), by].filter(Boolean).join(' · ') || t('content.beginning')}
                      </small>
                    </span>
                    {version !== current && (
                      <Button variant="default" size="sm" onClick={() => setChosen({ version, value })}>
                        {t('content.restore')}
                      </Button>
                    )}
                  </div>
                  {before !== null && <Changes before={before} after={value} />}
                </li>
              ))}
            </ol>
          );
        }}
      </QueryState>
      {query.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('app.more')}
        </Button>
      )}
      {chosen && (
        <Modal
          opened
          onClose={() => setChosen(undefined)}
          title={t('content.restoreAsk', { version: chosen.version })}
        >
          <Changes before={document.value} after={chosen.value} />
          {needsName && (
            <TextInput
              mt="md"
              label={t('content.typeName', { name: siteName(document) })}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
            />
          )}
          {second && (
            <>
              <SecondNote second={second} />
              <ReasonField value={reason} onChange={setReason} />
            </>
          )}
          <Button
            mt="lg"
            fullWidth
            loading={restore.isPending || example.isPending}
            disabled={
              (needsName && typed !== siteName(document)) || (second !== null && reason.trim() === '')
            }
            onClick={() => restore.mutate(chosen.version)}
          >
            {t(second ? 'content.ask' : 'content.restore')}
          </Button>
        </Modal>
      )}
    </Drawer>
  );
}

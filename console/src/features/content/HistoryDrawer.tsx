import { dateTimeText } from '@krapao/ui/time.ts';
import { Button, Drawer } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Changes } from '../../components/Changes.tsx';
import { MorePages } from '../../components/MorePages.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import type { ContentDocument } from '../../lib/content/document.ts';
import { type OldVersion, RestoreDialog } from './RestoreDialog.tsx';

const PAGE = 20;

interface Props {
  document: ContentDocument;
  /** The form holds what is not saved. */
  isDirty: boolean;
  /** Somebody has changed the document since it was opened. */
  isOutdated: boolean;
  onClose: () => void;
  onRestored: (document: ContentDocument) => void;
}

/** The versions, newest first, each with its changes; an older one can be published again. */
export function HistoryDrawer({ document, isDirty, isOutdated, onClose, onRestored }: Props) {
  const t = useT();
  const { kind, item, version: current } = document;
  const params = { kind, item };
  const [chosen, setChosen] = useState<OldVersion>();
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
      <MorePages query={query} />
      {chosen && (
        <RestoreDialog
          document={document}
          chosen={chosen}
          isDirty={isDirty}
          isOutdated={isOutdated}
          onClose={() => setChosen(undefined)}
          onRestored={(restored) => {
            onRestored(restored);
            onClose();
          }}
        />
      )}
    </Drawer>
  );
}

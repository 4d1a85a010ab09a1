import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { LIST_KINDS, type ListKind } from '@krapao/contract/identity';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Button, FileInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';

type List = ResponseOf<Contract['GET /api/console/lists']>['lists'][number];

/** The lists that members are compared with, and their versions. */
export function ListsPage() {
  const t = useT();
  const query = useQuery({ queryKey: ['lists'], queryFn: () => client('GET /api/console/lists') });
  return (
    <div className="inside">
      <PageHead title={t('lists.title')} />
      <p>{t('lists.columns')}</p>
      <QueryState query={query}>
        {({ lists }) =>
          LIST_KINDS.map((kind) => (
            <KindOfList key={kind} kind={kind} lists={lists.filter((list) => list.kind === kind)} />
          ))
        }
      </QueryState>
    </div>
  );
}

function KindOfList({ kind, lists }: { kind: ListKind; lists: List[] }) {
  const t = useT();
  const [file, setFile] = useState<File | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const bring = useLimitedAction(
    ({ chosen, reason }: { chosen: File; reason: string }) => {
      const form = new FormData();
      form.set('reason', reason);
      form.set('file', chosen);
      return client('POST /api/console/lists/:kind', { params: { kind }, form });
    },
    { done: t('lists.imported'), onDone: () => setFile(null) },
  );
  return (
    <section aria-label={t(`lists.${kind}`)}>
      <h2>{t(`lists.${kind}`)}</h2>
      <p className="muted">{t(`lists.hint.${kind}`)}</p>
      <Rows
        label={t(`lists.${kind}`)}
        rows={lists}
        empty={t('lists.none')}
        minWidth={720}
        columns={[
          { title: t('lists.version'), isFixed: true, cell: ({ version }) => version },
          { title: t('lists.file'), cell: ({ title }) => title },
          { title: t('lists.entries'), cell: ({ entries }) => entries },
          {
            title: t('lists.importedAt'),
            cell: (list) => (
              <>
                <span>{`${dateTimeText(list.importedAt)} · `}</span>
                <span translate="no">{list.operatorName}</span>
              </>
            ),
          },
          { title: t('lists.state'), cell: (list) => t(`lists.state.${stateOf(list)}`) },
        ]}
      />
      <FileInput
        label={<span>{t('lists.file')}</span>}
        placeholder={t('lists.choose')}
        accept=".csv,text/csv"
        value={file}
        onChange={setFile}
        clearable
        maw={420}
        my="sm"
      />
      <Button
        variant="default"
        mb="xl"
        disabled={file === null}
        loading={bring.isPending}
        onClick={() => setIsAsking(true)}
      >
        {t('lists.import')}
      </Button>
      {isAsking && file !== null && (
        <ReasonDialog
          title={t(`lists.${kind}`)}
          hint={t(`lists.hint.${kind}`)}
          action={t('lists.import')}
          isHarmless
          isBusy={bring.isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={(reason) => {
            setIsAsking(false);
            bring.mutate({ chosen: file, reason });
          }}
        />
      )}
    </section>
  );
}

function stateOf({ activeAt, replacedAt, screenedAt }: List) {
  if (activeAt === null) return 'waits';
  if (replacedAt !== null) return 'replaced';
  return screenedAt === null ? 'screening' : 'active';
}

import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import type { ContentDocument, ContentRow, Kind } from '../../lib/content/document.ts';
import { paths, printedPack } from '../../lib/paths.ts';
import { ContentEditor } from './ContentEditor.tsx';
import { ContentList } from './ContentList.tsx';
import { PackPrint } from './packs/PackPrint.tsx';
import './content.css';

/** All content that members read and use: texts, banners, bonuses, the wheel, limits and switches. */
export function ContentPage() {
  const t = useT();
  const [location, navigate] = useLocation();
  const query = useQuery({ queryKey: ['content'], queryFn: () => client('GET /api/console/content') });
  const [kind, item] = location.slice(paths.content.length + 1).split('/') as [Kind | '', string?];
  if (location === printedPack) return <PackPrint />;
  const open = (row: { kind: Kind; item: string }) => navigate(`${paths.content}/${row.kind}/${row.item}`);

  return (
    <QueryState query={query}>
      {({ items }) => (
        <div className="panes content-panes">
          <ContentList rows={items} kind={kind} item={item} onOpen={open} />
          {kind && item ? (
            <Opened key={`${kind}/${item}`} kind={kind} item={item} rows={items} onOpen={open} />
          ) : (
            <p className="centre muted">{t('content.choose')}</p>
          )}
        </div>
      )}
    </QueryState>
  );
}

interface OpenedProps {
  kind: Kind;
  item: string;
  rows: readonly ContentRow[];
  onOpen: (row: { kind: Kind; item: string }) => void;
}

function Opened({ kind, item, rows, onOpen }: OpenedProps) {
  const query = useQuery({
    queryKey: ['content', kind, item],
    queryFn: () => client('GET /api/console/content/:kind/:item', { params: { kind, item } }),
  });
  const published = (document: ContentDocument) => {
    if (document.item !== item) onOpen(document);
  };
  return (
    <QueryState query={query}>
      {(document) => <ContentEditor document={document} rows={rows} onPublished={published} />}
    </QueryState>
  );
}

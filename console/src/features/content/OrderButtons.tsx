import { ORDERED_KINDS, type OrderedKind } from '@krapao/contract/contentPermissions';
import { Button } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import type { ContentRow } from '../../lib/content/document.ts';
import { useAction } from '../../lib/useAction.ts';

/** Moves an entry within its kind; members see the new order at once. */
export function OrderButtons({ row, rows }: { row: ContentRow; rows: readonly ContentRow[] }) {
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

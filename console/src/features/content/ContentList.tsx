import { CREATED_KINDS, contentPermission, NEW_ITEM } from '@krapao/contract/contentPermissions';
import { Badge, Button, TextInput } from '@mantine/core';
import { ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import type { ContentRow, Kind } from '../../lib/content/document.ts';
import { rowName } from '../../lib/content/rowName.ts';
import { useMay } from '../../lib/self.ts';
import { GROUPS, type Group, rowsOf } from './groups.ts';

interface Props {
  rows: readonly ContentRow[];
  kind: Kind | '';
  item: string | undefined;
  onOpen: (row: { kind: Kind; item: string }) => void;
}

/** The left pane: all editable content in groups, with a search by name. */
export function ContentList({ rows, kind, item, onOpen }: Props) {
  const t = useT();
  const language = useLanguage();
  const may = useMay();
  const mayAdd = ({ kind: added }: Group): boolean => {
    if (added === undefined || !CREATED_KINDS.includes(added)) return false;
    const permission = contentPermission(added, NEW_ITEM);
    return permission !== undefined && may(permission);
  };
  const [word, setWord] = useState('');
  const wanted = word.trim().toLowerCase();
  const found = rows.filter((row) =>
    `${rowName(row, language)} ${row.hint} ${row.item}`.toLowerCase().includes(wanted),
  );
  const groups = GROUPS.map((group) => ({ group, shown: rowsOf(group, found) })).filter(
    ({ group, shown }) => shown.length > 0 || (wanted === '' && mayAdd(group)),
  );

  return (
    <section className="pane" aria-label={t('content.title')}>
      <header className="pane-head">
        <h1 className="grow">{t('content.title')}</h1>
      </header>
      <div style={{ padding: '12px 18px' }}>
        <TextInput
          aria-label={t('content.find')}
          placeholder={t('content.find')}
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
      </div>
      <div className="content-groups">
        {groups.length === 0 && <p className="muted pane-empty">{t('content.nothingFound')}</p>}
        {groups.map(({ group, shown }) => (
          <details
            key={group.title}
            open={wanted !== '' || holds(shown, kind, item) || group.kind === kind || group === GROUPS[0]}
          >
            <summary>
              <ChevronRight className="chevron" size={16} aria-hidden />
              <span className="grow">{t(group.title)}</span>
              {shown.some(({ hasDraft }) => hasDraft) && <Badge>{t('content.draft')}</Badge>}
            </summary>
            <ul className="queue">
              {shown.map((row) => (
                <li key={`${row.kind}/${row.item}`}>
                  <button
                    type="button"
                    className="queue-item"
                    aria-current={row.kind === kind && row.item === item ? 'true' : undefined}
                    ref={row.kind === kind && row.item === item ? intoView : undefined}
                    onClick={() => onOpen(row)}
                  >
                    <span className="grow">
                      <b translate={row.kind === 'setting' ? undefined : 'no'}>{rowName(row, language)}</b>
                    </span>
                    {row.hasDraft && <Badge>{t('content.draft')}</Badge>}
                    {row.isActive === false && <Badge color="gray">{t('app.off')}</Badge>}
                  </button>
                </li>
              ))}
            </ul>
            {mayAdd(group) && group.kind && (
              <Button
                variant="subtle"
                size="sm"
                ml={18}
                leftSection={<Plus size={16} aria-hidden />}
                onClick={() => group.kind && onOpen({ kind: group.kind, item: NEW_ITEM })}
              >
                {t(`content.add.${group.kind as 'bonus'}`)}
              </Button>
            )}
          </details>
        ))}
      </div>
    </section>
  );
}

/** Scrolls the open entry into view, also after following a link. */
function intoView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}

function holds(rows: readonly ContentRow[], kind: string, item: string | undefined): boolean {
  return rows.some((row) => row.kind === kind && row.item === item);
}

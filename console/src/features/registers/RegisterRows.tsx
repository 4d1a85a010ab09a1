import type { RegisterName } from '@krapao/contract/api/operator/registers';
import { rowReference } from '@krapao/contract/rowReference';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { Rows } from '../../components/Rows.tsx';
import { State } from '../../components/State.tsx';
import { StoryModal } from '../../components/StoryModal.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { wordOf } from '../../lib/memberWords.ts';
import { itemPath, memberPath } from '../../lib/paths.ts';
import type { RegisterRow } from './register.ts';

/** A page of a register. The time opens the row's story, the name its member; what waits or was decided has a page. */
export function RegisterRows({ name, rows }: { name: RegisterName; rows: readonly RegisterRow[] }) {
  const t = useT();
  const [opened, setOpened] = useState<RegisterRow>();
  return (
    <>
      <Rows
        label={t(`registers.${name}`)}
        rows={rows}
        empty={t('registers.none')}
        minWidth={980}
        columns={[
          {
            title: t('members.time'),
            cell: (row) =>
              row.row === null || row.member === null ? (
                dateTimeText(row.at)
              ) : (
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  className="num"
                  aria-label={`${dateTimeText(row.at)} ${t('story.row', { reference: rowReference(row.row) })}`}
                  onClick={() => setOpened(row)}
                >
                  {dateTimeText(row.at)}
                </Anchor>
              ),
          },
          {
            title: t('members.name'),
            cell: ({ member }) =>
              member === null ? (
                <span className="muted">{t('registers.nobody')}</span>
              ) : (
                <Link translate="no" href={memberPath(member.id)}>
                  {member.name}
                </Link>
              ),
          },
          { title: t('registers.state'), cell: ({ state }) => <State state={state} /> },
          { title: t('registers.way'), cell: ({ way }) => wordsOr(`registers.way.${way}`, way) },
          {
            title: t('registers.placeShort'),
            cell: ({ place, account }) => (
              <>
                <span>{place === '' ? '–' : wordOf('place', place)}</span>
                {account !== null && (
                  <div className="muted">
                    <small>
                      <span>{`${t('registers.account')}: `}</span>
                      <span translate="no">{account}</span>
                    </small>
                  </div>
                )}
              </>
            ),
          },
          {
            title: t('members.amount'),
            isNumber: true,
            cell: ({ amount }) => (amount === null ? '–' : bahtText(amount)),
          },
          ...(name === 'bonuses'
            ? [
                {
                  title: t('registers.takenBack'),
                  isNumber: true,
                  cell: ({ takenBack }: RegisterRow) => bahtText(takenBack),
                },
              ]
            : [
                {
                  title: t('members.reference'),
                  cell: ({ reference }: RegisterRow) => (
                    <small translate="no" className="reference">
                      {reference ?? '–'}
                    </small>
                  ),
                },
              ]),
          { title: t('registers.decidedBy'), isFixed: true, cell: ({ operatorName }) => operatorName ?? '–' },
          {
            title: t('registers.item'),
            cell: ({ item, at }) =>
              item === null ? (
                '–'
              ) : (
                <Link
                  href={itemPath(item.queue, item.id)}
                  aria-label={`${t('registers.open')} ${dateTimeText(at)}`}
                >
                  {t('registers.open')}
                </Link>
              ),
          },
        ]}
      />
      <StoryModal
        memberId={opened?.member?.id ?? ''}
        rowId={opened?.row ?? null}
        onClose={() => setOpened(undefined)}
      />
    </>
  );
}

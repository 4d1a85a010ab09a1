import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { MergeDialog } from '../../components/MergeDialog.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { memberPath } from '../../lib/paths.ts';
import { useMay } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';
import type { MemberDetail } from './MemberPage.tsx';

type Links = ResponseOf<Contract['GET /api/console/members/:id/links']>;

interface Chosen {
  verb: 'separate' | 'join';
  other: { id: string; name: string };
}

/** Members who are one person with this one, and why; operators can separate two of them. */
export function LinksTab({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const params = { id: detail.member.id };
  const [chosen, setChosen] = useState<Chosen>();
  const [merged, setMerged] = useState<Chosen['other']>();
  const query = useQuery({
    queryKey: ['member', params.id, 'links'],
    queryFn: () => client('GET /api/console/members/:id/links', { params }),
  });
  const decide = useAction(
    ({ verb, other, reason }: Chosen & { reason: string }) =>
      client(`POST /api/console/members/:id/${verb}`, { params, body: { other: other.id, reason } }),
    {
      done: (answer) => t('waits' in answer && answer.waits ? 'approvals.asked' : 'members.links.saved'),
      onDone: () => setChosen(undefined),
    },
  );
  return (
    <QueryState query={query}>
      {(links) => (
        <>
          {links.links.length > 0 && <p>{t('members.links.hint')}</p>}
          <LinkRows links={links} onChoose={setChosen} onMerge={setMerged} />
          {merged !== undefined && (
            <MergeDialog staysId={params.id} goesId={merged.id} onClose={() => setMerged(undefined)} />
          )}
          {chosen !== undefined && (
            <ReasonDialog
              title={`${t(`members.links.${chosen.verb}`)} · ${chosen.other.name}`}
              hint={t(`members.links.${chosen.verb}Hint`)}
              action={t(`members.links.${chosen.verb}`)}
              isHarmless
              isBusy={decide.isPending}
              onClose={() => setChosen(undefined)}
              onConfirm={(reason) => decide.mutate({ ...chosen, reason })}
            />
          )}
        </>
      )}
    </QueryState>
  );
}

interface RowsProps {
  links: Links;
  onChoose: (chosen: Chosen) => void;
  onMerge: (other: Chosen['other']) => void;
}

function LinkRows({ links, onChoose, onMerge }: RowsProps) {
  const t = useT();
  const may = useMay();
  const rows = [
    ...links.links.map((link) => ({ ...link, verb: 'separate' as const })),
    ...links.apart.map((link) => ({ ...link, verb: 'join' as const, via: null })),
  ];
  return (
    <Rows
      label={t('members.tab.links')}
      rows={rows}
      empty={t('members.links.none')}
      minWidth={760}
      columns={[
        {
          title: t('members.name'),
          cell: ({ id, name }) => (
            <Link translate="no" href={memberPath(id)}>
              {name}
            </Link>
          ),
        },
        { title: t('members.phone'), cell: ({ phoneNumber }) => phoneNumber },
        {
          title: t('members.links.shares'),
          cell: (row) =>
            row.verb === 'join'
              ? t('members.links.apart', { name: row.operatorName, reason: row.reason })
              : row.reasons.map((reason) => (
                  <Badge key={reason} color="yellow" mr={4}>
                    {t(`members.links.reason.${reason}`)}
                  </Badge>
                )),
        },
        {
          title: t('members.links.via'),
          cell: ({ via }) =>
            via === null ? (
              '–'
            ) : (
              <Link translate="no" href={memberPath(via.id)}>
                {via.name}
              </Link>
            ),
        },
        {
          title: t('members.links.action'),
          cell: (row) => (
            <>
              {may('member.suspend') && (
                <Button
                  size="compact-sm"
                  variant="default"
                  mr={8}
                  onClick={() => onChoose({ verb: row.verb, other: row })}
                >
                  {t(`members.links.${row.verb}`)}
                </Button>
              )}
              {may('member.change') && row.verb === 'separate' && (
                <Button size="compact-sm" variant="default" onClick={() => onMerge(row)}>
                  {t('members.merge')}
                </Button>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

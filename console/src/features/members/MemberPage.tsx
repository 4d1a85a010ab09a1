import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Badge, Tabs, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { Link } from 'wouter';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { RevealButton, useRevealed } from '../../components/PrivateData.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { client } from '../../lib/api.ts';
import { memberPath } from '../../lib/paths.ts';
import { AdjustmentsTab } from './AdjustmentsTab.tsx';
import { BonusesTab } from './BonusesTab.tsx';
import { DataTab } from './DataTab.tsx';
import { IdentityTab } from './IdentityTab.tsx';
import { InviteesTab } from './InviteesTab.tsx';
import { LedgerTab } from './LedgerTab.tsx';
import { LimitsTab } from './LimitsTab.tsx';
import { LinksTab } from './LinksTab.tsx';
import { MemberActions } from './MemberActions.tsx';
import { MemberAside } from './MemberAside.tsx';
import { MemberStatus } from './MemberStatus.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PausesTab } from './PausesTab.tsx';
import { PaymentsTab } from './PaymentsTab.tsx';
import { SessionsTab } from './SessionsTab.tsx';
import { SlipsTab } from './SlipsTab.tsx';
import { StatementTab } from './StatementTab.tsx';

export type MemberDetail = ResponseOf<Contract['GET /api/console/members/:id']>;

const TABS: readonly {
  id: string;
  title: MessageId;
  Panel: React.ComponentType<{ detail: MemberDetail }>;
}[] = [
  { id: 'overview', title: 'members.tab.overview', Panel: OverviewTab },
  { id: 'statement', title: 'members.tab.statement', Panel: StatementTab },
  { id: 'slips', title: 'members.tab.slips', Panel: SlipsTab },
  { id: 'payments', title: 'members.tab.payments', Panel: PaymentsTab },
  { id: 'bonuses', title: 'members.tab.bonuses', Panel: BonusesTab },
  { id: 'invitees', title: 'members.tab.invitees', Panel: InviteesTab },
  { id: 'links', title: 'members.tab.links', Panel: LinksTab },
  { id: 'limits', title: 'members.tab.limits', Panel: LimitsTab },
  { id: 'pauses', title: 'members.tab.pauses', Panel: PausesTab },
  { id: 'identity', title: 'members.tab.identity', Panel: IdentityTab },
  { id: 'data', title: 'members.tab.data', Panel: DataTab },
  { id: 'sessions', title: 'members.tab.sessions', Panel: SessionsTab },
  { id: 'ledger', title: 'members.tab.ledger', Panel: LedgerTab },
  { id: 'adjustments', title: 'members.tab.adjustments', Panel: AdjustmentsTab },
];

/** All data about one member, with the possible actions. */
export function MemberPage({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['member', id],
    queryFn: () => client('GET /api/console/members/:id', { params: { id } }),
  });
  return (
    <div className="inside">
      <QueryState query={query}>{(detail) => <Member detail={detail} />}</QueryState>
    </div>
  );
}

function Member({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const { member } = detail;
  const { phoneNumber, isMasked } = useRevealed(member);
  return (
    <>
      <header className="member-head">
        <Monogram id={member.id} name={member.name} />
        <div className="grow">
          <h1>
            <span translate="no">{`${member.name} `}</span>
            <MemberStatus status={member.status} />{' '}
            {member.isFrozen && <Badge color="blue">{t('members.frozen')}</Badge>}{' '}
            {detail.payoutsStopped !== null && <Badge color="red">{t('members.payoutsStopped')}</Badge>}{' '}
            {!detail.isAgeConfirmed && <Badge color="orange">{t('members.ageUnconfirmed')}</Badge>}
          </h1>
          {detail.mergedInto !== null && (
            <p>
              <Link href={memberPath(detail.mergedInto.id)}>{t('members.merged', detail.mergedInto)}</Link>
            </p>
          )}
          {detail.oldAccounts.map(({ id }) => (
            <p key={id}>
              <Link href={memberPath(id)}>{t('members.old', { id })}</Link>
            </p>
          ))}
          <p className="muted num">
            <span>{`${t('members.idText', { id: member.id })} · `}</span>
            <span translate="no">{`${phoneNumber} `}</span>
            {isMasked ? (
              <RevealButton member={member} />
            ) : (
              <CopyButton text={phoneNumber}>
                {({ label, copy }) => (
                  <UnstyledButton className="copy" onClick={copy}>
                    <Copy size={14} aria-hidden="true" />
                    <span>{` ${label}`}</span>
                  </UnstyledButton>
                )}
              </CopyButton>
            )}
          </p>
        </div>
        <MemberActions detail={detail} />
      </header>
      <div className="member-columns">
        <Tabs defaultValue="overview" keepMounted={false}>
          <Tabs.List>
            {TABS.map((tab) => (
              <Tabs.Tab key={tab.id} value={tab.id}>
                {t(tab.title)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {TABS.map(({ id, Panel }) => (
            <Tabs.Panel key={id} value={id} pt="lg">
              <Panel detail={detail} />
            </Tabs.Panel>
          ))}
        </Tabs>
        <MemberAside detail={detail} />
      </div>
    </>
  );
}

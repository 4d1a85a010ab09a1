import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { VERIFICATION_STATES } from '@krapao/contract/identity';
import type { Elements } from '@krapao/ui/elements.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { Link } from 'wouter';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { MemberHead } from '../../components/Decision.tsx';
import { DecisionPane, useReason } from '../../components/DecisionPane.tsx';
import { Facts } from '../../components/Facts.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { memberPath } from '../../lib/paths.ts';
import { useAction } from '../../lib/useAction.ts';
import { useQueue } from '../../lib/useQueue.ts';

type Finding = ResponseOf<Contract['GET /api/console/findings']>['items'][number];

const FITS = ['account', 'document', 'name'] as const;

/** What checks have found about members, and nobody has decided. */
export function Findings({ tabs }: { tabs: Elements }) {
  const t = useT();
  const queue = useQueue('findings', (query) => client('GET /api/console/findings', { query }));
  return (
    <ClaimedQueue
      queue={queue}
      title={t('identity.title')}
      tabs={tabs}
      empty={t('identity.findings.empty')}
      describe={({ member, createdAt, kind }) => ({
        memberId: member.id,
        name: member.name,
        since: createdAt,
        why: t(`identity.finding.${kind}`),
      })}
    >
      {(item, desk) => <Decision key={item.id} finding={item} desk={desk} />}
    </ClaimedQueue>
  );
}

function Decision({ finding, desk }: { finding: Finding; desk: Desk }) {
  const t = useT();
  const { member, kind, detail } = finding;
  const params = { id: finding.id };
  const reason = useReason();
  const confirm = useAction(
    (body: { reason: string }) => client('POST /api/console/findings/:id/confirm', { params, body }),
    { done: t('identity.confirmed') },
  );
  const dismiss = useAction(
    (body: { reason: string }) => client('POST /api/console/findings/:id/dismiss', { params, body }),
    { done: ({ waits }) => t(waits === null ? 'identity.dismissed' : 'approvals.asked') },
  );
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const others = texts(detail.members);
  const isListed = typeof detail.list === 'string';
  return (
    <DecisionPane
      label={member.name}
      head={<MemberHead member={member} />}
      reason={reason}
      desk={desk}
      reject={{
        label: t('identity.dismiss'),
        isBusy: dismiss.isPending,
        missing: reason.missing,
        decide: () => dismiss.mutate({ reason: reason.text }),
      }}
      approve={{
        label: t('identity.confirm'),
        isBusy: confirm.isPending,
        missing: reason.missing,
        decide: () => confirm.mutate({ reason: reason.text }),
      }}
    >
      <p className="hero">{t(`identity.finding.${kind}`)}</p>
      <Alert color="yellow" mb="md">
        {t(`identity.findingHint.${kind}`)}
      </Alert>
      <Facts
        rows={[
          [t('identity.accountName'), member.bankAccountName, 'fixed'],
          ...(isListed
            ? ([
                [t('identity.finding.list'), `${detail.list} · ${detail.version}`, 'fixed'],
                [t('identity.finding.reference'), String(detail.reference), 'fixed'],
                [t('identity.finding.names'), texts(detail.names).join(' · ') || '–', 'fixed'],
                [
                  t('identity.finding.fits'),
                  FITS.filter((one) => texts(detail.fits).includes(one))
                    .map((one) => t(`identity.fits.${one}`))
                    .join(', '),
                ],
              ] as const)
            : []),
          ...(['first', 'now'] as const).flatMap((turn) =>
            VERIFICATION_STATES.filter((state) => state === detail[turn]).map(
              (state) => [t(`identity.finding.${turn}`), t(`identity.maker.${state}`)] as const,
            ),
          ),
          [t('identity.finding.foundAt'), dateTimeText(finding.createdAt)],
          ...others.map(
            (id) =>
              [
                t('identity.finding.member'),
                <Link key={id} href={memberPath(id)}>
                  {id}
                </Link>,
              ] as const,
          ),
        ]}
      />
    </DecisionPane>
  );
}

import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSelf } from '../../app/self.ts';
import { ClaimBadge } from '../../components/ClaimBadge.tsx';
import { Facts } from '../../components/Facts.tsx';
import { Key } from '../../components/Key.tsx';
import { MemberLink } from '../../components/MemberLink.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { QueueList } from '../../components/QueueList.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { TwoPanes } from '../../components/TwoPanes.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bahtText, dateTimeText, waitText } from '../../lib/format.ts';
import { useAction } from '../../lib/useAction.ts';
import { useClaim } from '../../lib/useClaim.ts';
import { useKeys } from '../../lib/useKeys.ts';
import { useNow } from '../../lib/useNow.ts';
import { useSelection } from '../../lib/useSelection.ts';

type Adjustment = ResponseOf<Contract['GET /api/console/adjustments']>['items'][number];

/** Corrections of wallets that wait for a second operator. */
export function AdjustmentsPage() {
  const query = useQuery({
    queryKey: ['adjustments'],
    queryFn: () => client('GET /api/console/adjustments'),
  });
  return <QueryState query={query}>{({ items }) => <Adjustments items={items} />}</QueryState>;
}

function Adjustments({ items }: { items: readonly Adjustment[] }) {
  const t = useT();
  const now = useNow();
  const { item, select, next } = useSelection(items);
  const problem = useClaim('adjustments', item?.id);
  return (
    <TwoPanes
      list={
        <QueueList
          title={t('adjustments.title')}
          items={items}
          selected={item?.id}
          onSelect={select}
          empty={t('adjustments.empty')}
        >
          {(adjustment) => (
            <>
              <Monogram id={adjustment.member.id} name={adjustment.member.name} />
              <span className="grow">
                <b>{adjustment.member.name}</b>
                <small className="muted num">
                  {adjustment.requestedBy.name} · {waitText(adjustment.createdAt, now)}
                </small>
              </span>
              <span className="end">
                <b className="num">{bahtText(adjustment.amount)}</b>
                <ClaimBadge claim={adjustment.claim} />
              </span>
            </>
          )}
        </QueueList>
      }
    >
      {item && <Decision key={item.id} adjustment={item} problem={problem} onSkip={next} />}
    </TwoPanes>
  );
}

interface Props {
  adjustment: Adjustment;
  problem: string | undefined;
  onSkip: () => void;
}

function Decision({ adjustment, problem, onSkip }: Props) {
  const t = useT();
  const { self } = useSelf();
  const params = { id: adjustment.id };
  const [reason, setReason] = useState('');
  const isOwn = self?.id === adjustment.requestedBy.id;
  const approve = useAction(
    (body: { reason: string }) => client('POST /api/console/adjustments/:id/approve', { params, body }),
    { done: t('adjustments.approved') },
  );
  const reject = useAction(
    (body: { reason: string }) => client('POST /api/console/adjustments/:id/reject', { params, body }),
    { done: t('adjustments.rejected') },
  );
  const mayDecide = problem === undefined && reason.trim() !== '' && !approve.isPending && !reject.isPending;
  useKeys([['J', onSkip]]);

  return (
    <section className="pane" aria-label={adjustment.member.name}>
      <header className="pane-head">
        <span className="grow">
          <b>{adjustment.member.name}</b>
          <small className="muted num">
            {t('slips.member', { id: adjustment.member.id, phone: adjustment.member.phoneNumber })}
          </small>
        </span>
        <MemberLink id={adjustment.member.id} />
      </header>
      <div className="pane-body">
        <p className="muted">
          {t(adjustment.amount > 0 ? 'adjustments.direction.in' : 'adjustments.direction.out')}
        </p>
        <p className="hero num">{bahtText(adjustment.amount)}</p>
        {isOwn && (
          <Alert color="yellow" my="sm">
            {t('adjustments.own')}
          </Alert>
        )}
        <Facts
          rows={[
            [t('adjustments.code'), t(`adjustments.code.${adjustment.reasonCode}`)],
            [t('adjustments.reason'), adjustment.reason],
            [t('adjustments.askedBy'), adjustment.requestedBy.name],
            [t('adjustments.askedAt'), dateTimeText(adjustment.createdAt)],
          ]}
        />
      </div>
      <footer className="pane-foot">
        {problem !== undefined && (
          <Alert color="red" role="status" py="xs">
            {problem}
          </Alert>
        )}
        <ReasonField value={reason} onChange={setReason} />
        <div className="decide" style={isOwn ? { gridTemplateColumns: '1fr' } : undefined}>
          <Button
            variant="outline"
            color="red"
            disabled={!mayDecide}
            loading={reject.isPending}
            onClick={() => reject.mutate({ reason })}
          >
            {t(isOwn ? 'adjustments.takeBack' : 'adjustments.reject')}
          </Button>
          {!isOwn && (
            <Button
              className="approve"
              disabled={!mayDecide}
              loading={approve.isPending}
              onClick={() => approve.mutate({ reason })}
            >
              {t('adjustments.approve', { amount: bahtText(adjustment.amount) })}
            </Button>
          )}
        </div>
        <button type="button" className="skip muted" onClick={onSkip}>
          {t('app.skip')} <Key>J</Key>
        </button>
      </footer>
    </section>
  );
}

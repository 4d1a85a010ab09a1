import type { Elements } from '@krapao/ui/elements.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { Beyond } from '../../components/Beyond.tsx';
import { Button } from '../../components/Button.tsx';
import { Link } from '../../components/Link.tsx';
import { Notice } from '../../components/Notice.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { LimitOffer } from './LimitOffer.tsx';
import { LimitQuestion } from './LimitQuestion.tsx';
import { PauseNotice } from './PauseNotice.tsx';
import './protection.css';
import { type Limits, limitsQuery, pauseQuery } from './queries.ts';

/** What stands at the ways to deposit. */
export interface DepositGate {
  isPending: boolean;
  /** In their place: why deposits are closed, or what the member reads first. Null: they are open. */
  before: Elements;
  /** The offer of a limit, which is answered before money moves (protection.md 1); null when it does not wait. */
  offer: {
    /** The question in one line. `onForm` leads to the form. */
    line: (place: RefObject<HTMLElement | null>, onForm: () => void) => Elements;
    form: Elements;
  } | null;
  /** What the limits leave, with the way to them; without a limit the way alone stands below (protection.md 2). */
  above: Elements;
  below: Elements;
}

/**
 * Tells before any typing whether the member can deposit, and how much (protection.md 1, 8, 24). When it cannot be loaded
 * the ways show: the server refuses what it must.
 */
export function useDepositGate(isNeeded: boolean): DepositGate {
  const t = useT();
  const limits = useQuery({ ...limitsQuery, enabled: isNeeded });
  const pause = useQuery({ ...pauseQuery, enabled: isNeeded });
  const room = limits.data?.depositRoom ?? null;
  function before(): Elements {
    if (pause.data?.pause)
      return (
        <>
          <PauseNotice pause={pause.data.pause} />
          <p className="text-ink-2">{t('safe.closed.pause')}</p>
          <ToCentre />
        </>
      );
    if (limits.data && room !== null && room <= 0) return <Reached limits={limits.data.limits} />;
    if (pause.data?.reminders.includes('lifetimeDeposits'))
      return <Lifetime amount={pause.data.lifetimeSum ?? 0} />;
    return null;
  }
  function offer(): DepositGate['offer'] {
    const hasLimit = limits.data?.limits.some(({ kind, most }) => kind === 'deposit' && most !== null);
    if (!limits.data || hasLimit || !pause.data?.reminders.includes('offer')) return null;
    return {
      line: (place, onForm) => <LimitQuestion place={place} onForm={onForm} />,
      form: <LimitOffer limits={limits.data.limits} />,
    };
  }
  const link = (
    <Link href={paths.saferPlay} className="link text-small">
      {t('safe.title')}
    </Link>
  );
  return {
    isPending: isNeeded && (limits.isPending || pause.isPending),
    before: before(),
    offer: offer(),
    above: room !== null && (
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-small text-ink-2">
        <span className="num whitespace-normal">{t('safe.room', { amount: bahtText(room) })}</span>
        <Beyond>{link}</Beyond>
      </p>
    ),
    below: room === null && (
      <Beyond>
        <p className="mt-4">{link}</p>
      </Beyond>
    ),
  };
}

function ToCentre() {
  const t = useT();
  return (
    <Link href={paths.saferPlay} className="button button-secondary button-full">
      {t('safe.toCentre')}
    </Link>
  );
}

/** The deposit limit is reached: until when, and that no money should be sent. */
function Reached({ limits }: { limits: Limits['limits'] }) {
  const t = useT();
  const full = limits.filter(({ kind, most, used }) => kind === 'deposit' && most !== null && used >= most);
  return (
    <>
      <Notice kind="time">
        <p className="font-semi text-ink">{t('safe.closed.limit')}</p>
        {full.map(({ period, opensAt }) => (
          <p key={period} className="num whitespace-normal">
            {`${t(`safe.period.${period}`)}${opensAt !== null ? ` · ${t('safe.opensAt', { time: dateTimeText(opensAt) })}` : ''}`}
          </p>
        ))}
      </Notice>
      <p className="text-ink-2">{t('safe.closed.limitText')}</p>
      <ToCentre />
    </>
  );
}

/** What the deposits of a lifetime have come to; read before the next one. @param amount baht */
function Lifetime({ amount }: { amount: number }) {
  const t = useT();
  const queryClient = useQueryClient();
  const read = useMutation({
    mutationFn: () =>
      client('POST /api/protection/reminders/:reminder', { params: { reminder: 'lifetimeDeposits' } }),
    onError: (error) => toast.error(() => errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries(pauseQuery),
  });
  return (
    <>
      <h3>{t('safe.lifetime')}</h3>
      <p className="num whitespace-normal text-ink-2">
        {t('safe.lifetime.text', { amount: bahtText(amount) })}
      </p>
      <Button variant="primary" full busyLabel={read.isPending && t('saving')} onClick={() => read.mutate()}>
        {t('safe.lifetime.done')}
      </Button>
      <ToCentre />
    </>
  );
}

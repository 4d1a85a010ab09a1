import { countdownText } from '@krapao/ui/duration.ts';
import type { Elements } from '@krapao/ui/elements.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { useQueryClient } from '@tanstack/react-query';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  ChevronDown,
  ChevronRight,
  Clock,
  Gift,
  QrCode,
  Undo2,
} from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { ignoring } from '../../../components/ignoring.ts';
import { Link } from '../../../components/Link.tsx';
import { activeBonusQuery } from '../../../features/bonus/activeBonusQuery.ts';
import type { ActiveBonus } from '../../../features/bonus/queries.ts';
import type { Totals } from '../../../features/wallet/totals.ts';
import { useT } from '../../../i18n/i18n.ts';
import type { Words } from '../../../i18n/words.ts';
import { openStory } from '../../../lib/openStory.ts';
import { paths } from '../../../lib/paths.ts';
import { serverNow } from '../../../lib/serverClock.ts';
import { useFirstDeposit } from './firstDeposit.ts';
import { useOpenQr } from './openQr.ts';
import { payoutWords, usePayout } from './payouts.ts';
import { type Standing, standingsOf } from './standing.ts';

const TICK_MS = 1_000;
/** Nothing waits for the clock. */
const IDLE_MS = 3_600_000;

interface StandingLineProps {
  totals: Totals;
  isHidden: boolean;
  /** The bonus in use; undefined while unknown, and where there is nothing to do about it. */
  bonus?: ActiveBonus | undefined;
  /** Opens the deposit, at the QR of this bank or gateway; absent where deposits are closed. */
  onDeposit?: (qr?: string) => void;
  isTakingBack?: boolean;
  /** Brings the money of all games back into the wallet; absent where no money goes into games. */
  onTakeBack?: () => void;
}

/**
 * Where the member stands, under the total: the most urgent of what is outstanding, with its press; the rest unfolds. What
 * happens to money is said by messages and notifications; the line only shows it.
 */
export default function StandingLine(props: StandingLineProps) {
  const { totals, bonus, onDeposit, isTakingBack = false, onTakeBack } = props;
  const t = useT();
  useFreshBonus(bonus?.status === true, totals.total);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const open = useOpenQr(onDeposit !== undefined);
  const payout = usePayout(totals.payingOut > 0);
  const now = useNow(open || payout ? TICK_MS : IDLE_MS);
  const qr = open && open.deadline > now ? open : null;
  const { total, payingOut, inTransfer, checked } = totals;
  const isAtZero = total + payingOut + inTransfer + checked === 0;
  const least = useFirstDeposit(isAtZero && onDeposit !== undefined);
  const standings = standingsOf({
    totals,
    isTakingBack,
    canTakeBack: onTakeBack !== undefined,
    hasQr: qr !== null,
    hasBonus: bonus?.status === true,
    isNewcomer: least !== null,
  });

  const money = (amount: number) => (props.isHidden ? '฿****' : bahtText(amount));
  const lines: Record<Standing, () => Elements> = {
    qr: () =>
      qr && (
        <Line Icon={QrCode} isWaiting press={() => onDeposit?.(qr.bankCode)} opens until={qr.deadline}>
          {t('home.qrWaits', { amount: money(qr.amount) })}
        </Line>
      ),
    payingOut: () => (
      <Line
        Icon={ArrowUpFromLine}
        isWaiting
        // One element, before its story has come and after: it keeps the focus.
        press={() => (payout ? openStory(payout.entry._id) : navigate(paths.statement))}
        opens={payout !== null}
        note={payout ? payoutWords(payout, serverNow()) : undefined}
      >
        {t('home.payingOut', { amount: money(payingOut) })}
      </Line>
    ),
    inTransfer: () => (
      <Line Icon={ArrowLeftRight} isWaiting press={paths.statement}>
        {t('home.inTransfer', { amount: money(inTransfer) })}
      </Line>
    ),
    checked: () => (
      <Line Icon={Clock} isWaiting press={paths.statement}>
        {t('home.depositsChecked', { count: checked })}
      </Line>
    ),
    inGames: () => (
      <Line Icon={Undo2} isBusy={isTakingBack} press={onTakeBack}>
        {isTakingBack ? t('home.takingBack') : t('home.takeBack', { amount: money(totals.inGames) })}
      </Line>
    ),
    bonus: () =>
      bonus && (
        <Line Icon={Gift} isWaiting press={paths.bonus} note={unlockWords(bonus, money)}>
          {t('home.bonusUses', { name: bonus.type ?? '' })}
        </Line>
      ),
    newcomer: () =>
      least !== null && (
        <Line Icon={ArrowDownToLine} press={() => onDeposit?.()} opens>
          {t('home.firstDeposit', { amount: bahtText(least) })}
        </Line>
      ),
  };

  const [first, ...rest] = standings;
  if (first === undefined) return null;
  // Each is an element of its own: a press that was meant for one never reaches what replaced it, and one that moves keeps the
  // focus.
  const shown = (one: Standing) => (
    <div key={one} className="standing-one">
      {lines[one]()}
    </div>
  );
  return (
    <div className="standing">
      {[
        shown(first),
        rest.length > 0 && (
          <button
            key="more"
            type="button"
            className="standing-more num"
            aria-expanded={isUnfolded}
            onClick={() => setIsUnfolded(!isUnfolded)}
          >
            <span>{t('home.more', { count: rest.length })}</span>
            <ChevronDown aria-hidden="true" />
          </button>
        ),
        ...(isUnfolded ? rest.map(shown) : []),
      ]}
    </div>
  );
}

/** Asks for the bonus in use again when the total changes: games report what was won there without an event. */
function useFreshBonus(isOn: boolean, total: number): void {
  const queryClient = useQueryClient();
  const known = useRef(total);
  useEffect(() => {
    if (isOn && known.current !== total) void queryClient.invalidateQueries(activeBonusQuery);
    known.current = total;
  }, [queryClient, isOn, total]);
}

/** What the bonus waits for until money can be withdrawn. */
function unlockWords({ progress }: ActiveBonus, money: (amount: number) => string): Words {
  if (progress === null) return ['bonus.locked'];
  const amounts = { now: money(progress.now), target: money(progress.target) };
  if (progress.turnover === undefined) return ['home.bonusUnlocks', amounts];
  const { needed, staked } = progress.turnover;
  return ['home.bonusUnlocksPlayed', { ...amounts, needed: money(needed), staked: money(staked) }];
}

interface LineProps {
  Icon: ComponentType<{ 'aria-hidden'?: 'true' }>;
  children: string;
  /** An address, or what a press does. */
  press: string | (() => void) | undefined;
  /** Whether the press opens a dialog, or else a page; absent: it acts on the spot. */
  opens?: boolean;
  isBusy?: boolean;
  /** Something is awaited. */
  isWaiting?: boolean;
  note?: Words | undefined;
  /** When its time is over, in milliseconds. */
  until?: number;
}

function Line({ Icon, children, press, opens, isBusy = false, isWaiting, note, until }: LineProps) {
  const t = useT();
  const content = (
    <>
      <Icon aria-hidden="true" />
      <span className="standing-text">
        <span className="num">{children}</span>
        {note && <span className="standing-note num">{t(...note)}</span>}
      </span>
      {until !== undefined && <Countdown until={until} />}
      {until === undefined && (opens !== undefined || typeof press === 'string') && (
        <ChevronRight aria-hidden="true" className="standing-on" />
      )}
    </>
  );
  const look = { className: 'standing-line', 'data-waiting': isWaiting ? '' : undefined };
  if (typeof press === 'string')
    return (
      <Link {...look} href={press}>
        {content}
      </Link>
    );
  return (
    <button
      type="button"
      {...look}
      aria-haspopup={opens ? 'dialog' : undefined}
      aria-busy={isBusy || undefined}
      {...ignoring(isBusy, press)}
    >
      {content}
    </button>
  );
}

/** A clock that ticks in a name would be read out each time; the view of the QR tells it. */
function Countdown({ until }: { until: number }) {
  const left = until - useNow(TICK_MS);
  return (
    <span translate="no" className="num" aria-hidden="true">
      {countdownText(left)}
    </span>
  );
}

import type { Elements } from '@krapao/ui/elements.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { ArrowDownUp, ArrowLeftRight, Eye, EyeOff, RefreshCw } from 'lucide-react';
import { BalanceFigure } from '../../components/BalanceFigure.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { LacquerCard } from '../../components/LacquerCard.tsx';
import { ageText } from '../../i18n/ageText.ts';
import { useT } from '../../i18n/i18n.ts';
import { useLastSync } from './lastSync.ts';
import type { Totals } from './totals.ts';

const AGE_STEP_MS = 10_000;
const JUST_NOW_MS = 60_000;

interface BalanceCardProps {
  name: string;
  totals: Totals;
  /** Puts wallet and games into a box at the right (desktop). */
  wide: boolean;
  isHidden: boolean;
  onHide: (hidden: boolean) => void;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** Absent: no money goes into games. */
  onTransfer?: () => void;
  /** One line under the total: where the member stands. Its place is kept while there is none. */
  standing: Elements;
}

/**
 * The balance: the total, its age with a refresh button, wallet and games with the transfer button (HOM-01, HOM-02).
 */
export function BalanceCard({
  name,
  totals,
  wide,
  isHidden,
  onHide,
  onTransfer,
  standing,
  ...refresh
}: BalanceCardProps) {
  const t = useT();
  const money = (amount: number) => (isHidden ? '฿****' : bahtText(amount));
  const EyeIcon = isHidden ? EyeOff : Eye;
  const caption = (
    <div className="balance-caption">
      <span>{t('home.total')}</span>
      <IconButton label={t(isHidden ? 'home.show' : 'home.hide')} onClick={() => onHide(!isHidden)}>
        <EyeIcon size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
  const figure = <BalanceFigure amount={totals.total} isHidden={isHidden} />;
  const amounts = { wallet: money(totals.wallet), games: money(totals.inGames) };
  const wallet = <Part label={t('home.wallet')} amount={amounts.wallet} />;
  const games = <Part label={t('home.inGames')} amount={amounts.games} />;
  const TransferIcon = wide ? ArrowDownUp : ArrowLeftRight;
  const transfer = onTransfer ? (
    <button
      type="button"
      className="swap"
      aria-label={t('transfer.title')}
      aria-haspopup="dialog"
      onClick={onTransfer}
    >
      <TransferIcon size={19} aria-hidden="true" />
    </button>
  ) : (
    <span />
  );

  if (wide)
    return (
      <LacquerCard
        className="hero hero-wide"
        star="left-[62%] -ml-[270px] -bottom-[366px] size-[540px] opacity-[.24]!"
      >
        <div>
          {caption}
          {figure}
          <div className="balance-foot">
            <Refresh {...refresh} wide />
            <div className="balance-standing">{standing}</div>
          </div>
        </div>
        <div className="hero-box">
          {wallet}
          <div className="hero-box-rule">{transfer}</div>
          {games}
        </div>
      </LacquerCard>
    );
  return (
    <LacquerCard className="hero">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h1 className="hero-greeting">
          <span>{`${t('home.greeting')} `}</span>
          <span translate="no" className="font-medium">
            {name}
          </span>
        </h1>
        <Refresh {...refresh} />
      </div>
      {caption}
      {figure}
      <div className="balance-standing">{standing}</div>
      <div className="hero-split" data-digits={digitsOf(amounts.wallet + amounts.games)}>
        {wallet}
        {transfer}
        {games}
      </div>
    </LacquerCard>
  );
}

/** The width that both amounts need side by side on a phone. */
function digitsOf(amounts: string): 'few' | 'many' | 'most' {
  if (amounts.length <= 20) return 'few';
  return amounts.length <= 25 ? 'many' : 'most';
}

function Part({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="hero-part">
      <div>{label}</div>
      <div translate="no" className="num">
        {amount}
      </div>
    </div>
  );
}

interface RefreshProps {
  isRefreshing: boolean;
  onRefresh: () => void;
  wide?: boolean;
}

/** The balance check: the age of the figures, and the refresh button. */
function Refresh({ isRefreshing, onRefresh, wide }: RefreshProps) {
  const t = useT();
  const now = useNow(AGE_STEP_MS);
  const lastSync = useLastSync();
  const isNew = lastSync !== null && now - Date.parse(lastSync) < JUST_NOW_MS;
  const age = lastSync && (isNew ? t('age.now') : ageText(lastSync, now));
  return (
    <button
      type="button"
      className="balance-refresh"
      data-wide={wide ? '' : undefined}
      aria-busy={isRefreshing}
      onClick={() => !isRefreshing && onRefresh()}
    >
      <span className="sr-only">{`${t('home.checkBalance')} `}</span>
      <span>
        {isRefreshing ? t('home.updating') : age ? t('home.updated', { age }) : t('home.checkBalance')}
      </span>
      <RefreshCw aria-hidden="true" />
    </button>
  );
}

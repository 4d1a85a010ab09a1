import { ArrowDownToLine, ArrowUpFromLine, Gift, RefreshCw, Undo2, UserRoundPlus } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link } from '../../../components/Link.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { wholeText } from '../../../lib/format.ts';
import { paths } from '../../paths.ts';

type Icon = ComponentType<{ strokeWidth?: number; 'aria-hidden'?: 'true' }>;

interface TilesProps {
  onDeposit: () => void;
  onWithdraw: () => void;
  onRefreshAll: () => void;
  /** The member's coins where the prize wheel is on, otherwise null: refresh-all takes its place. */
  coins: number | null;
  onSpin: () => void;
  onInvite: () => void;
  onRefund: () => void;
  isRefreshing: boolean;
}

/** The widgets of the home screen (HOM-04). Deposit is the one gold thing to press. */
export function Tiles({
  onDeposit,
  onWithdraw,
  onRefreshAll,
  coins,
  onSpin,
  onInvite,
  onRefund,
  isRefreshing,
}: TilesProps) {
  const t = useT();
  return (
    <div className="tiles">
      <Tile
        className="tile-wide tile-main"
        Icon={ArrowDownToLine}
        label={t('deposit.title')}
        onClick={onDeposit}
        dialog
      />
      <Tile
        className="tile-wide"
        Icon={ArrowUpFromLine}
        label={t('withdraw.title')}
        onClick={onWithdraw}
        dialog
      />
      {coins === null ? (
        <Tile
          Icon={RefreshCw}
          label={t('home.refreshAll')}
          isBusy={isRefreshing}
          onClick={() => {
            if (!isRefreshing) onRefreshAll();
          }}
        />
      ) : (
        <button type="button" className="tile tile-wheel" aria-haspopup="dialog" onClick={onSpin}>
          <WheelIcon />
          {t('spin.tile')}
          <span className="tile-coins num" aria-hidden="true">
            {wholeText(coins)}
          </span>
          <span className="sr-only">{t('spin.coinsOf', { count: coins })}</span>
        </button>
      )}
      <Tile Icon={UserRoundPlus} label={t('home.invite')} onClick={onInvite} dialog />
      <Link href={paths.bonus} className="tile">
        <Gift strokeWidth={1.6} aria-hidden="true" />
        {t('home.bonus')}
      </Link>
      <Tile Icon={Undo2} label={t('home.refund')} onClick={onRefund} dialog />
    </div>
  );
}

interface TileProps {
  Icon: Icon;
  label: string;
  onClick: () => void;
  className?: string;
  isBusy?: boolean;
  /** It opens a dialog. */
  dialog?: boolean;
}

function Tile({ Icon, label, onClick, className = '', isBusy, dialog }: TileProps) {
  return (
    <button
      type="button"
      className={`tile ${className}`}
      aria-busy={isBusy || undefined}
      aria-haspopup={dialog ? 'dialog' : undefined}
      onClick={onClick}
    >
      <Icon strokeWidth={1.6} aria-hidden="true" />
      {label}
    </button>
  );
}

function WheelIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="12" cy="13" r="8.6" />
      <circle cx="12" cy="13" r="2.2" />
      <path d="M12 4.4v6.4M12 15.2v6.4M3.4 13h6.4M14.2 13h6.4M5.9 6.9l4.5 4.5M13.6 14.6l4.5 4.5M18.1 6.9l-4.5 4.5M10.4 14.6l-4.5 4.5" />
      <path d="M10 1.2h4l-2 3.6z" fill="currentColor" />
    </svg>
  );
}

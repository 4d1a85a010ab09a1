import type { Elements } from '@krapao/ui/elements.ts';
import { ArrowDownToLine, ArrowUpFromLine, Check, Gift, RefreshCw, Undo2, UserRoundPlus } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link } from '../../../components/Link.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';

type Icon = ComponentType<{ strokeWidth?: number; 'aria-hidden'?: 'true' }>;

interface TilesProps {
  onDeposit: () => void;
  onWithdraw: () => void;
  onRefreshAll: () => void;
  /** The tile of the prize wheel when it is on; otherwise null, and refresh-all takes its place. */
  wheel: Elements;
  onInvite: () => void;
  /** A bonus is in use. */
  hasBonus: boolean;
  onRefund: () => void;
  isRefreshing: boolean;
}

/** The widgets of the home screen (HOM-04). Deposit is the only gold button. */
export function Tiles({
  onDeposit,
  onWithdraw,
  onRefreshAll,
  wheel,
  onInvite,
  hasBonus,
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
      {wheel === null ? (
        <Tile
          Icon={RefreshCw}
          label={t('home.refreshAll')}
          isBusy={isRefreshing}
          onClick={() => {
            if (!isRefreshing) onRefreshAll();
          }}
        />
      ) : (
        wheel
      )}
      <Tile Icon={UserRoundPlus} label={t('home.invite')} onClick={onInvite} dialog />
      <Link href={paths.bonus} className="tile">
        <Gift strokeWidth={1.6} aria-hidden="true" />
        <span>{t('home.bonus')}</span>
        {hasBonus && (
          <>
            <span className="tile-mark" aria-hidden="true">
              <Check strokeWidth={3} />
            </span>
            <span className="sr-only">{t('bonus.inUse')}</span>
          </>
        )}
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
      <span>{label}</span>
    </button>
  );
}

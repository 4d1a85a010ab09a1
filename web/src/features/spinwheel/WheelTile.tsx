import { wholeText } from '@krapao/ui/money.ts';
import { useT } from '../../i18n/i18n.ts';

/** The home screen's tile of the prize wheel, with the member's coins (HOM-04). */
export function WheelTile({ coins, onOpen }: { coins: number; onOpen: () => void }) {
  const t = useT();
  return (
    <button type="button" className="tile" aria-haspopup="dialog" onClick={onOpen}>
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
      <span>{t('spin.tile')}</span>
      <span translate="no" className="tile-coins num" aria-hidden="true">
        {wholeText(coins)}
      </span>
      <span className="sr-only">{t('spin.coinsOf', { count: coins })}</span>
    </button>
  );
}

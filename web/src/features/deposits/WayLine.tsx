import { ChevronDown, Landmark, QrCode, WalletMinimal } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { type Way, wayWords } from './ways.ts';

const ICONS = { qr: QrCode, bank: Landmark, wallet: WalletMinimal };

interface WayLineProps {
  ways: readonly Way[];
  way: Way;
  onChange: (way: Way) => void;
}

/** The way of the deposit as one line; pressed, it shows the others. */
export function WayLine({ ways, way, onChange }: WayLineProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);

  function choose(next: Way, dialog: HTMLDialogElement | null) {
    // The line of that way takes the place of this one, and the focus stays with it.
    flushSync(() => {
      setIsOpen(false);
      onChange(next);
    });
    dialog?.querySelector<HTMLElement>('.way-line')?.focus();
  }

  if (ways.length < 2)
    return (
      <div className="way way-line">
        <Name way={way} caption={t('deposit.ways')} />
      </div>
    );
  return (
    <div className="way">
      <button
        type="button"
        className="way-line"
        aria-expanded={isOpen}
        onClick={() => setIsOpen((was) => !was)}
      >
        <Name way={way} caption={t('deposit.ways')} />
        <span className="text-small font-semi text-gold">{t('deposit.changeWay')}</span>
        <ChevronDown aria-hidden="true" className={`text-ink-3 ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as flex in every browser
        <div role="group" aria-label={t('deposit.ways')} className="way-list">
          {ways.map((one) => (
            <button
              key={one.id}
              type="button"
              className="way-option"
              aria-pressed={one.id === way.id}
              onClick={({ currentTarget }) => choose(one, currentTarget.closest('dialog'))}
            >
              <Name way={one} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Name({ way, caption }: { way: Way; caption?: string }) {
  const t = useT();
  const language = useLanguage();
  const Icon = ICONS[way.kind];
  const words = wayWords(way, language);
  const difference = way.kind === 'qr' ? way.channel.difference : null;
  return (
    <>
      <Icon aria-hidden="true" className="text-gold" />
      <span className="min-w-0 flex-1">
        {caption !== undefined && <span className="block text-caption text-ink-3">{caption}</span>}
        <span className="block font-semi wrap-anywhere">
          {typeof words === 'string' ? words : t(...words)}
        </span>
        {difference && <span className="block text-caption text-ink-3">{t(...difference)}</span>}
      </span>
    </>
  );
}

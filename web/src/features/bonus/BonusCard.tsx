import { Check, Lock } from 'lucide-react';
import { useT } from '../../i18n/i18n.ts';
import { mediaUrl } from '../../lib/mediaUrl.ts';
import { figureOf } from './figureOf.ts';
import type { Bonus } from './queries.ts';
import { receiptsOf } from './receipts.ts';

interface BonusCardProps {
  bonus: Bonus;
  /** Milliseconds. */
  now: number;
  onShow: () => void;
}

/** A bonus of the grid (BON-03): the active one, one whose limit is used up, or one that can be opened. */
export function BonusCard({ bonus, now, onShow }: BonusCardProps) {
  const t = useT();
  const { received, maximum, isExhausted } = receiptsOf(bonus, now);
  const isCurrent = bonus.userBonus?.isActive ?? false;
  const state = isCurrent ? 'current' : isExhausted ? 'received' : 'open';
  const image = bonus.banners[0]?.image;
  const counts = { count: state === 'received' ? received : Math.max(0, maximum - received), maximum };
  const content = (
    <>
      <span className="bonus-figure num" aria-hidden="true">
        {figureOf(bonus.name)}
      </span>
      {image === undefined ? (
        <span className="bonus-picture" />
      ) : (
        <img
          className="bonus-picture"
          src={mediaUrl(image)}
          alt=""
          width={340}
          height={170}
          loading="lazy"
          decoding="async"
        />
      )}
      {state === 'current' && (
        <span className="badge badge-gold">
          <Check strokeWidth={2.5} aria-hidden="true" />
          <span>{t('bonus.inUse')}</span>
        </span>
      )}
      {state === 'received' && (
        <span className="badge badge-neutral">
          <Lock strokeWidth={2} aria-hidden="true" />
          <span>{t('bonus.received')}</span>
        </span>
      )}
      <span className="bonus-text">
        <span
          translate="no"
          className={`block text-[0.9375rem]/[1.6] font-semi ${state === 'received' ? 'text-ink-3' : ''}`}
        >
          {bonus.name}
        </span>
        <span className="num block text-caption whitespace-normal text-ink-3">
          {state === 'received'
            ? t(`bonus.had.${bonus.type}`, counts)
            : t(`bonus.left.${bonus.type}`, counts)}
        </span>
      </span>
    </>
  );
  if (state === 'received')
    return (
      <article className="bonus" data-state={state}>
        {content}
      </article>
    );
  return (
    <button type="button" className="bonus" data-state={state} aria-haspopup="dialog" onClick={onShow}>
      {content}
    </button>
  );
}

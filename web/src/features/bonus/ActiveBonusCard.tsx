import { bahtText } from '@krapao/ui/money.ts';
import { Check } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { progressPercent } from './progress.ts';
import type { ActiveBonus } from './queries.ts';

interface ActiveBonusCardProps {
  active: ActiveBonus;
  /** Opens the terms of the bonus; absent when the bonus is not in the list. */
  onShow: (() => void) | undefined;
  onCancel: () => void;
}

/** The active bonus: its type, its progress, and the cancel button (BON-01). */
export function ActiveBonusCard({ active, onShow, onCancel }: ActiveBonusCardProps) {
  const t = useT();
  const { type, progress } = active;
  return (
    <section className="card bonus-active mt-3">
      <span className="badge badge-gold">
        <Check strokeWidth={2.5} aria-hidden="true" />
        <span>{t('bonus.inUse')}</span>
      </span>
      <h2 className="mt-2">{type}</h2>
      {progress && (
        <>
          <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-3">
            <p translate="no" className="num text-[1.5rem]/[1.4] font-semi">
              {bahtText(progress.now)}
            </p>
            <p className="num text-small text-ink-2">
              {t('bonus.target', { amount: bahtText(progress.target) })}
            </p>
          </div>
          <div
            className="bonus-bar mt-1"
            role="progressbar"
            aria-label={t('bonus.progress')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.floor(progressPercent(progress))}
            aria-valuetext={t('bonus.progressText', {
              now: bahtText(progress.now),
              target: bahtText(progress.target),
            })}
          >
            <i style={{ width: `${progressPercent(progress)}%` }} />
          </div>
          <dl className="facts mt-3">
            <div>
              <dt>{t('bonus.base')}</dt>
              <dd translate="no" className="num">
                {bahtText(progress.base)}
              </dd>
            </div>
            <div>
              <dt>{t('bonus.floor')}</dt>
              <dd translate="no" className="num">
                {bahtText(progress.floor)}
              </dd>
            </div>
            {progress.turnover && (
              <div>
                <dt>{t('bonus.turnover')}</dt>
                <dd className="num">
                  {t('bonus.progressText', {
                    now: bahtText(progress.turnover.staked),
                    target: bahtText(progress.turnover.needed),
                  })}
                </dd>
              </div>
            )}
          </dl>
        </>
      )}
      <p className="mt-3 text-small text-ink-2">{t('bonus.locked')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {onShow && (
          <Button size="small" className="flex-1" aria-haspopup="dialog" onClick={onShow}>
            {t('bonus.terms')}
          </Button>
        )}
        <Button size="small" variant="danger" className="flex-1" aria-haspopup="dialog" onClick={onCancel}>
          {t('bonus.cancel')}
        </Button>
      </div>
    </section>
  );
}

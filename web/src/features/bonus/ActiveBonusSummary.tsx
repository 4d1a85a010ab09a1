import { bahtText } from '@krapao/ui/money.ts';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Link } from '../../components/Link.tsx';
import { useT } from '../../i18n/i18n.ts';
import './bonus.css';
import { mediaUrl } from '../../lib/mediaUrl.ts';
import { activeBonusQuery, bonusesQuery } from './queries.ts';

/** The active bonus beside the wallet on wide screens; renders nothing without one (API-07). */
export function ActiveBonusSummary({ href }: { href: string }) {
  const t = useT();
  const { data: active } = useQuery(activeBonusQuery);
  const { data: bonuses } = useQuery({ ...bonusesQuery, enabled: active?.status === true });
  if (!active?.status) return null;
  const image = bonuses?.find(({ userBonus }) => userBonus?.isActive)?.banners[0]?.image;
  const { type, progress } = active;
  return (
    <section>
      <div className="section-head">
        <h2 className="text-h3">{t('bonus.active')}</h2>
      </div>
      <div className="bonus" data-state="current">
        {image !== undefined && (
          <img
            className="bonus-picture"
            src={mediaUrl(image)}
            alt=""
            width={340}
            height={170}
            decoding="async"
          />
        )}
        <span className="badge badge-gold">
          <Check strokeWidth={2.5} aria-hidden="true" />
          <span>{t('bonus.inUse')}</span>
        </span>
        <div className={`bonus-text ${image === undefined ? 'mt-9' : ''}`}>
          <h3 className="text-[0.9375rem]">{type}</h3>
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            {progress && (
              <p className="num text-caption whitespace-normal! text-ink-3">
                {t('bonus.progressText', { now: bahtText(progress.now), target: bahtText(progress.target) })}
              </p>
            )}
            <Link href={href} className="link text-small">
              {t('bonus.terms')}
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}

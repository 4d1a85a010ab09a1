import { bahtText } from '@krapao/ui/money.ts';
import { dayText } from '@krapao/ui/time.ts';
import { useT } from '../../i18n/i18n.ts';
import type { Identity } from './queries.ts';

/** The level, and what is used of its sums. */
export function LevelSums({ identity }: { identity: Identity }) {
  const t = useT();
  const { level, levels, used, isOn, lapsesOn } = identity;
  const allowed = levels.find((one) => one.level === level);
  const rows = (['depositMonth', 'payoutMonth', 'balance'] as const).filter(
    (name) => name !== 'balance' || allowed?.balance !== null,
  );
  return (
    <section aria-label={t('identity.now')}>
      <p className="font-semi">{t(`identity.level.${level}`)}</p>
      {lapsesOn !== null && (
        <p className="num text-small text-ink-2">{t('identity.lapsesOn', { day: dayText(lapsesOn) })}</p>
      )}
      {isOn && allowed && (
        <dl className="mt-2 flex flex-col gap-1.5">
          {rows.map((name) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-3">
              <dt className="text-ink-2">{t(`identity.${name}`)}</dt>
              <dd className="num">
                {allowed[name] === null
                  ? t('identity.any')
                  : t('identity.usedOf', { used: bahtText(used[name]), most: bahtText(allowed[name]) })}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

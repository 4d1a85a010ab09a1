import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText } from '@krapao/ui/money.ts';
import { Link } from '../../components/Link.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { Words } from '../../i18n/words.ts';
import { missingOf } from './withdrawRules.ts';

export type ActiveBonus = ResponseOf<Contract['GET /api/bonus/check/active']>;

/** The active bonus that blocks the withdrawal. */
export function UnderBonus({ bonus, href }: { bonus: ActiveBonus; href: string }) {
  const t = useT();
  return (
    <Notice kind="wait">
      <span>{`${t(...wordsOf(bonus))} `}</span>
      <Link href={href} className="link min-h-0 text-small">
        {t('withdraw.toBonus')}
      </Link>
    </Notice>
  );
}

/** What the bonus waits for. One that wants stakes does not end at its target alone. */
function wordsOf({ type, progress }: ActiveBonus): Words {
  if (progress === null) return ['withdraw.underBonusPlain'];
  const { now, target, turnover } = progress;
  const amounts = { name: type ?? '', now: bahtText(now), target: bahtText(target) };
  if (turnover === undefined)
    return ['withdraw.underBonus', { ...amounts, missing: bahtText(Math.max(missingOf(target, now), 0)) }];
  const { needed, staked } = turnover;
  return ['withdraw.underBonusPlayed', { ...amounts, needed: bahtText(needed), staked: bahtText(staked) }];
}

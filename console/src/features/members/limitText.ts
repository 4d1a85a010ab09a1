import { LIMIT_UNITS, type LimitKind } from '@krapao/contract/api/protection/limits';
import { bahtText } from '@krapao/ui/money.ts';
import { t } from '../../i18n/i18n.ts';

/** What a limit allows at most, in its unit. */
export function mostText(kind: LimitKind, most: number | null): string {
  if (most === null) return t('members.noLimit');
  const unit = LIMIT_UNITS[kind];
  return unit === 'baht' ? bahtText(most) : t(`members.${unit}`, { count: most });
}

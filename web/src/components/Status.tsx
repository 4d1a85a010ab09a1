import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { useT } from '../i18n/i18n.ts';

interface StatusProps {
  status: string;
  /** A tinted badge instead of plain coloured text. */
  badge?: boolean;
  /** Shown as in progress because a person reviews it. */
  isBeingChecked?: boolean | undefined;
}

/** STM-03: SUCCESS is green, FAILED is red, any other status is in progress. Shows an icon, a word and a colour. */
export function Status({ status, badge, isBeingChecked }: StatusProps) {
  const t = useT();
  const [kind, Icon, id] =
    status === 'SUCCESS'
      ? (['success', CircleCheck, 'status.success'] as const)
      : status === 'FAILED'
        ? (['error', CircleX, 'status.failed'] as const)
        : (['wait', Clock, isBeingChecked ? 'status.checking' : 'status.pending'] as const);
  return (
    <span className={badge ? `badge badge-${kind}` : `status status-${kind}`}>
      <Icon aria-hidden="true" />
      <span>{t(id)}</span>
    </span>
  );
}

import { dateTimeText } from '@krapao/ui/time.ts';
import { Notice } from '../../components/Notice.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { MessageId } from '../../i18n/messageId.ts';
import type { Pause } from './queries.ts';

/** Who closed the play, and how long. */
export function PauseNotice({ pause }: { pause: Pause }) {
  const t = useT();
  return (
    <Notice kind="safety">
      <p className="font-semi text-ink">{t(titleOf(pause))}</p>
      {!pause.mayAsk && pause.returnsFrom === null && (
        <p className="num whitespace-normal">
          {pause.until === null
            ? t('safe.forEver')
            : t('safe.holds.until', { time: dateTimeText(pause.until) })}
        </p>
      )}
      <p>{t('safe.holds.can')}</p>
    </Notice>
  );
}

/** The sentence that says which pause holds. */
export function titleOf({ kind, source }: Pause): MessageId {
  return source === 'member' ? `safe.holds.${kind}` : `safe.holds.${source}`;
}

import { clockText, dateText } from '@krapao/ui/time.ts';
import { useT } from '../../i18n/i18n.ts';

interface OpeningStateProps {
  isOpen: boolean;
  opensAt: string | null;
}

/** Says whether operators answer now, or else when they will. */
export function OpeningState({ isOpen, opensAt }: OpeningStateProps) {
  const t = useT();
  const dot = isOpen ? 'bg-jade' : 'bg-line-strong';
  return (
    <>
      <span className={`size-2 flex-none rounded-full ${dot}`} aria-hidden="true" />
      <span className="min-w-0">{isOpen ? t('chat.online') : closedText()}</span>
    </>
  );

  function closedText(): string {
    if (opensAt === null) return t('chat.closed');
    const time = clockText(new Date(opensAt).getTime());
    const date = dateText(opensAt);
    return date === dateText(new Date().toISOString())
      ? t('chat.opensAt', { time })
      : t('chat.opensOn', { date, time });
  }
}

import { useT } from '../../i18n/i18n.ts';
import type { MessageId } from '../../i18n/messageId.ts';

/** What will happen, in plain words, before the member says yes. */
export function Consequences({ of }: { of: readonly MessageId[] }) {
  const t = useT();
  return (
    <ul className="flex list-disc flex-col gap-1.5 ps-5 text-ink-2 marker:text-gold">
      {of.map((id) => (
        <li key={id}>{t(id)}</li>
      ))}
    </ul>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '../../components/Link.tsx';
import { useT } from '../../i18n/i18n.ts';
import { openChat } from './chatState.ts';
import { chatSwitchQuery } from './chatSwitchQuery.ts';

/** A way to the team where a member cannot go on alone: the chat, or the page with the contacts when it is off. */
export function AskTeam({ href }: { href: string }) {
  const t = useT();
  const { data: chat } = useQuery(chatSwitchQuery);
  if (chat?.enableChatWidget !== true)
    return (
      <Link href={href} className="link text-small">
        {t('withdraw.toContact')}
      </Link>
    );
  return (
    <button type="button" className="link text-small" aria-haspopup="dialog" onClick={openChat}>
      {t('chat.open')}
    </button>
  );
}

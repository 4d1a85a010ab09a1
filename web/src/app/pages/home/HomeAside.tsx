import { bahtText } from '@krapao/ui/money.ts';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { RecentActivity } from '../../../features/activity/RecentActivity.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { type Invite, Receive } from './InviteBonus.tsx';
import { inviteLink } from './inviteLink.ts';

interface InviteCardProps {
  invite: Invite;
  memberId: string;
  onReceived: () => void;
}

/** What wide screens show beside the wallet: the newest transactions and the invite bonus. */
export default function HomeAside(props: InviteCardProps): ReactNode {
  return (
    <>
      <RecentActivity href={paths.statement} />
      <InviteCard {...props} />
    </>
  );
}

/** Invite bonus with the invite link. */
function InviteCard({ invite, memberId, onReceived }: InviteCardProps) {
  const t = useT();
  const link = inviteLink(window.location.origin, memberId);
  return (
    <section className="card p-[18px]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-small font-regular text-ink-2">{t('home.inviteBonus')}</h2>
          <p translate="no" className="num text-[1.5rem]/[1.4] font-semi">
            {bahtText(invite.amount)}
          </p>
        </div>
        <Receive label={t('home.receiveBonus')} invite={invite} onReceived={onReceived} />
      </div>
      <hr className="my-3.5 border-line" />
      <div className="flex items-center gap-2">
        <span className="num clip min-w-0 flex-1 text-small text-ink-2">
          {link.replace(/^https?:\/\//, '')}
        </span>
        <CopyButton text={link} className="px-3" />
      </div>
    </section>
  );
}

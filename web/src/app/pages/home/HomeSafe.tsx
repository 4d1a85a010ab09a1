import type { ReactNode } from 'react';
import { Notice } from '../../../components/Notice.tsx';
import { AskTeam } from '../../../features/chat/AskTeam.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';

/** Under a home that cannot be loaded: that the money is safe, and a way to the team. */
export default function HomeSafe(): ReactNode {
  const t = useT();
  return (
    <div className="mt-3">
      <Notice kind="safety">
        <span>{`${t('home.safe')} `}</span>
        <AskTeam href={paths.userContact} />
      </Notice>
    </div>
  );
}

import type { Elements } from '@krapao/ui/elements.ts';
import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useT } from '../../i18n/i18n.ts';
import { type Profile, profileQuery } from '../../lib/profileQuery.ts';
import { useDelayed } from '../../lib/useDelayed.ts';

interface ProfileLoadedProps {
  /** Takes its space from the start, so that showing it does not move the content below. */
  skeleton: Elements;
  children: (profile: Profile) => Elements;
}

/** What shows the member's profile: a skeleton until it is there, and a retry where it could not be loaded. */
export function ProfileLoaded({ skeleton, children }: ProfileLoadedProps) {
  const t = useT();
  const { data: profile, isPending, isError, refetch } = useQuery(profileQuery);
  const isShown = useDelayed(isPending);
  // A failed reload keeps what is known, and the dialog that stands above it.
  if (profile) return <>{children(profile)}</>;
  if (isError) return <LoadFailed message={t('profile.failed')} onRetry={() => refetch()} />;
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className={`flex flex-col gap-5 ${isShown ? '' : 'invisible'}`}
    >
      {skeleton}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { pauseQuery } from '../../features/protection/queries.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { limitAccess, useLimitedAccess } from '../../lib/limitedAccess.ts';
import { useRefusal } from '../../lib/refusal.ts';

const RealityCheck = lazyPart(() => import('../../features/protection/RealityCheck.tsx'));
const ReminderDialog = lazyPart(() => import('../../features/protection/ReminderDialog.tsx'));
const RefusalDialog = lazyPart(() => import('../../features/protection/RefusalDialog.tsx'));

/** What protects a member on every page: the check of playing time, reminders, and why something was refused. */
export function MemberProtection() {
  const { data } = useQuery(pauseQuery);
  const isLimited = useLimitedAccess();
  const isRefused = useRefusal() !== null;
  const isExcluded = data?.pause?.kind === 'exclusion';
  useEffect(() => {
    if (isExcluded) limitAccess();
  }, [isExcluded]);
  const mayPlay = data !== undefined && !isExcluded && !isLimited;
  return (
    <Suspense>
      {mayPlay && data.realityMinutes !== null && <RealityCheck />}
      {mayPlay && data.reminders.some((one) => one === 'review' || one === 'funds') && <ReminderDialog />}
      {isRefused && <RefusalDialog />}
    </Suspense>
  );
}

import { useQuery } from '@tanstack/react-query';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { BreakCard, ExclusionCard } from './PauseCards.tsx';
import { pauseQuery } from './queries.ts';
import { RealityChoice } from './RealityChoice.tsx';

/** Breaks, exclusion and the reminder of playing time (protection.md 10 to 15). What holds is shown above the limits. */
export function PauseSection() {
  const { data, isError } = useQuery(pauseQuery);
  if (!data) return isError ? null : <SkeletonRows count={2} />;
  const { pause, choices, realityMinutes } = data;
  const isExcluded = pause?.kind === 'exclusion';
  return (
    <div className="pt-4">
      {!isExcluded && <BreakCard choices={choices} isOnBreak={pause?.kind === 'break'} />}
      {realityMinutes !== null && !isExcluded && (
        <RealityChoice choices={choices.realityMinutes} chosen={realityMinutes} />
      )}
      {!isExcluded && <ExclusionCard choices={choices} />}
    </div>
  );
}

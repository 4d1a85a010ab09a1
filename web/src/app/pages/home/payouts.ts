import type { Story } from '@krapao/contract/api/story';
import { isLate } from '@krapao/ui/storyKeys.ts';
import { useQuery } from '@tanstack/react-query';
import { roundedTimeText } from '../../../features/story/roundedTimeText.ts';
import { waitWords } from '../../../features/story/storyWords.ts';
import type { Words } from '../../../i18n/words.ts';
import { client } from '../../../lib/api.ts';
import { storyQuery } from '../../../lib/storyQuery.ts';

/** The withdrawals in progress; every change of the member's money renews them, as it renews the statement. */
const payoutsQuery = {
  queryKey: ['statement', 'payingOut'],
  queryFn: async () => {
    const body = { page: 1, limit: 1, kinds: ['withdraw' as const], status: 'PENDING' as const };
    const { total, statements } = await client('POST /api/statement', { body });
    return { total, row: statements[0]?._id ?? null };
  },
};

/** The story of the withdrawal in progress; null while it is unknown, and where there are several. */
export function usePayout(isAsked: boolean): Story | null {
  const { data } = useQuery({ ...payoutsQuery, enabled: isAsked });
  const row = data?.total === 1 ? data.row : null;
  const isOne = isAsked && row !== null;
  const { data: story } = useQuery({ ...storyQuery(row ?? ''), enabled: isOne, refetchInterval: false });
  return isOne && story ? story : null;
}

/**
 * How long it usually takes, or that it takes longer; whom it waits for while too few are known.
 * @param now by the server's clock, in milliseconds
 */
export function payoutWords(story: Story, now: number): Words | undefined {
  if (isLate(story.entry, now)) return ['home.takesLonger'];
  if (story.usual) return ['story.usualSame', { half: roundedTimeText(story.usual.half) }];
  return waitWords(story);
}

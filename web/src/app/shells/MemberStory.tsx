import StoryDialog from '../../features/story/StoryDialog.tsx';
import { closeStory, useShownStory } from '../../lib/openStory.ts';
import { useLastValue } from '../../lib/useLastValue.ts';
import { usePlaceNames } from '../pages/usePlaceNames.ts';

/** The story that any page, the chat included, has asked to show. */
export default function MemberStory() {
  const shown = useShownStory();
  const id = useLastValue(shown);
  const nameOf = usePlaceNames();
  return id && <StoryDialog id={id} open={shown !== null} onClose={closeStory} nameOf={nameOf} />;
}

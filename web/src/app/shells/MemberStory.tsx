import { useQuery } from '@tanstack/react-query';
import { toast } from '../../components/toast.ts';
import { chatSwitchQuery } from '../../features/chat/chatSwitchQuery.ts';
import StoryDialog from '../../features/story/StoryDialog.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { closeStory, useShownStory } from '../../lib/openStory.ts';
import { useLastValue } from '../../lib/useLastValue.ts';
import { usePlaceNames } from '../pages/usePlaceNames.ts';

/** The story that any page, the chat included, has asked to show. */
export default function MemberStory() {
  const shown = useShownStory();
  const id = useLastValue(shown);
  const nameOf = usePlaceNames();
  const { data: chat } = useQuery(chatSwitchQuery);
  return (
    id && (
      <StoryDialog
        id={id}
        open={shown !== null}
        onClose={closeStory}
        nameOf={nameOf}
        onAsk={chat?.enableChatWidget === true ? (row, words) => void ask(row, words) : undefined}
      />
    )
  );
}

async function ask(rowId: string, words: string): Promise<void> {
  try {
    const { askAbout } = await import('../../features/chat/useChat.ts');
    closeStory();
    askAbout(rowId, words);
  } catch (error) {
    toast.error(() => errorMessage(error));
  }
}

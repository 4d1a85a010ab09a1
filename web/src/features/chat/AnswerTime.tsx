import type { ChatMessage } from '@krapao/contract/api/chat';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useT } from '../../i18n/i18n.ts';
import { chatConfigQuery } from './chatSwitchQuery.ts';

/** How soon a person usually answers, while the customer waits for one and the site promises a time. */
export function AnswerTime({ messages }: { messages: readonly ChatMessage[] }) {
  const t = useT();
  const { data: config } = useQuery(chatConfigQuery);
  if (!config?.isOpen || config.answersWithinMinutes === null || !waitsForPerson(messages)) return null;
  return (
    <p className="chat-note">
      <Clock size={14} aria-hidden="true" />
      <span>{t('chat.answersWithin', { minutes: config.answersWithinMinutes })}</span>
    </p>
  );
}

/** The last word of a person is the customer's, it is no rating, and no bot has answered it. */
function waitsForPerson(messages: readonly ChatMessage[]): boolean {
  const last = messages.findLast(({ sender }) => sender !== 'system');
  if (last?.sender !== 'customer') return false;
  const newest = messages.at(-1)?.message;
  if (newest?.message_type === 'quick_replies' && newest.payload.isAutomatic) return false;
  const { message_type, payload } = last.message;
  return !(message_type === 'postback' && payload.payload.startsWith('RATING_'));
}

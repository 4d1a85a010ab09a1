import type { Language } from '@krapao/contract/limits';
import type { Unknown } from './outcome.ts';

/** What a bot is asked. Nothing in it tells who the customer is, but what they wrote. */
export interface BotQuestion {
  id: string;
  /** Pseudonymous, and another one for each chat of a customer. */
  conversation: string;
  /** The language of the customer's app. */
  language: Language;
  /** What the customer wrote, or the title of the bot's button that they pressed. */
  text: string;
}

export interface BotAnswer {
  status: 'answered';
  /** Plain text, not blank. */
  text: string;
  /** Titles of buttons, at most BOT.quickRepliesMax. */
  quickReplies: string[];
}

/** A bot that has the first word in a chat. */
export interface ChatBot {
  /** Within how many seconds it answers; then a person is asked. */
  answerSeconds: number;
  answer(question: BotQuestion): Promise<BotAnswer | Unknown>;
}

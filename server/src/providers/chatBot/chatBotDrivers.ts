import type { Driver } from '../connections/driver.ts';
import { webhookBot } from './webhook/webhookBot.ts';

/** Bots of the chat; each is a folder here. */
export const CHAT_BOT_DRIVERS: readonly Driver<'chatBot'>[] = [webhookBot];

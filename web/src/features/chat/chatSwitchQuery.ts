import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

const MINUTES_5 = 300_000;

/** Whether the chat is switched on (CON-01). A failure is silent and counts as off. */
export const chatSwitchQuery = queryOptions({
  queryKey: ['lookup', 'enableChatWidget'],
  queryFn: () => client('GET /api/lookup/enableChatWidget'),
  staleTime: MINUTES_5,
});

/** The opening hours, and the number of unread messages of a member. */
export const chatConfigQuery = queryOptions({
  queryKey: ['chat', 'config'],
  queryFn: () => client('GET /api/chat/config'),
  staleTime: 60_000,
});

import type { ChatMessage } from '@krapao/contract/api/chat';
import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import type { ChatRoomSummary } from '@krapao/contract/events';
import { dateTimeText } from '@krapao/ui/time.ts';
import { t } from '../../i18n/i18n.ts';

export type RoomQueue = BodyOf<Contract['POST /api/console/chat/rooms']>['queue'];
export type RoomDetail = ResponseOf<Contract['GET /api/console/chat/rooms/:id']>;
export type Desk = ResponseOf<Contract['GET /api/console/chat/desk']>;
export type Answer = Desk['answers'][number];
export type HandedOver = BodyOf<Contract['POST /api/console/chat/rooms/:id/hand-over']>;
export type OperatorMessage = BodyOf<Contract['POST /api/console/chat/rooms/:id/messages']>['message'];

/** The chat's keys in the query cache. */
export const keys = {
  rooms: ['chat', 'rooms'] as const,
  desk: ['chat', 'desk'] as const,
  room: (id: string) => ['chat', 'room', id] as const,
};

/** The member's name, or a label for a guest. */
export function nameOf({ name, guestId }: Pick<ChatRoomSummary, 'name' | 'guestId'>): string {
  return guestId === null ? name : t('chat.guest', { id: guestId.slice(-4).toUpperCase() });
}

/** A message as one line of text. */
export function lineOf({ message }: ChatMessage): string {
  switch (message.message_type) {
    case 'text':
    case 'quick_replies':
    case 'buttons':
      return message.payload.text;
    case 'postback':
      return message.payload.title;
    case 'media':
      return `[${t(`chat.${message.payload.fileType}`)}] ${message.payload.message}`.trim();
    case 'generic':
      return message.payload.elements.map(({ title }) => title).join(', ');
  }
}

/** HH:mm today, DD/MM/YYYY on an older day, in Bangkok. */
export function shortTime(iso: string): string {
  const [date = '', clock = ''] = dateTimeText(iso).split(' ');
  return date === dateText(new Date().toISOString()) ? clock.slice(0, 5) : date;
}

/** HH:mm in Bangkok. */
export function clockText(iso: string): string {
  return dateTimeText(iso).slice(11, 16);
}

/** DD/MM/YYYY in Bangkok. */
export function dateText(iso: string): string {
  return dateTimeText(iso).slice(0, 10);
}

import type { ChatRoomSummary } from '@krapao/contract/events';
import { useNow } from '@krapao/ui/useNow.ts';
import { ActionIcon, CloseButton, Menu, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Bell, BellRing, Check, CheckCheck, Clock, Search, Star, UserRound } from 'lucide-react';
import { useState } from 'react';
import { MorePages } from '../../components/MorePages.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { isOverdue } from '../../lib/promise.ts';
import { useSelf } from '../../lib/self.ts';
import { waitText } from '../../lib/waitText.ts';
import { useAlertSwitches } from './alerts.ts';
import { type Desk, lineOf, nameOf, type RoomQueue, shortTime } from './chat.ts';
import { RoomMonogram } from './RoomMonogram.tsx';

const QUEUES = ['waiting', 'mine', 'all', 'closed'] as const satisfies readonly RoomQueue[];
const SEARCH_AFTER_MS = 250;

interface Props {
  list: UseInfiniteQueryResult<{ pages: { counts: Record<RoomQueue, number> }[] }>;
  rooms: readonly ChatRoomSummary[];
  operators: Desk['operators'];
  open: string | undefined;
  onOpen: (id: string) => void;
  queue: RoomQueue;
  onQueue: (queue: RoomQueue) => void;
  search: string;
  onSearch: (words: string) => void;
  isConnected: boolean;
  /** Within how many minutes the first answer is promised. */
  promise: number | undefined;
  /** How many chats have no first answer in that time. */
  overdue: number;
}

/** The inbox: its queues with counts, sorted by the server. */
export function RoomList(props: Props) {
  const { list, rooms, operators, open, onOpen, queue, onQueue, search, onSearch, isConnected } = props;
  const { promise, overdue } = props;
  const now = useNow(10_000);
  const t = useT();
  const [words, setWords] = useState(search);
  const searchSoon = useDebouncedCallback(onSearch, SEARCH_AFTER_MS);
  const counts = list.data?.pages.at(-1)?.counts;
  return (
    <section className="pane" aria-label={t('chat.title')}>
      <h1 className="chat-hidden">{t('chat.title')}</h1>
      <header className="chat-inbox-head">
        <SegmentedControl
          fullWidth
          size="sm"
          aria-label={t('chat.queues')}
          value={queue}
          onChange={(chosen) => onQueue(QUEUES.find((one) => one === chosen) ?? 'waiting')}
          data={QUEUES.map((one) => ({
            value: one,
            label: (
              <span className="num">
                {`${t(`chat.queue.${one}`)}${(one === 'waiting' || one === 'mine') && counts ? ` ${counts[one]}` : ''}`}
              </span>
            ),
          }))}
        />
        <div className="chat-inbox-search">
          <TextInput
            aria-label={t('chat.search')}
            placeholder={t('chat.searchHint')}
            leftSection={<Search size={16} aria-hidden="true" />}
            value={words}
            maxLength={80}
            onChange={(event) => {
              setWords(event.currentTarget.value);
              searchSoon(event.currentTarget.value.trim());
            }}
            rightSection={
              words !== '' && (
                <CloseButton
                  aria-label={t('chat.searchClear')}
                  onClick={() => {
                    setWords('');
                    searchSoon('');
                  }}
                />
              )
            }
          />
          <AlertsMenu />
        </div>
        {overdue > 0 && (
          <p className="overdue num" role="status">
            {t('queue.overdue', { count: overdue })}
          </p>
        )}
        {!isConnected && list.data && (
          <p className="chat-offline" role="status">
            {t('chat.reconnecting')}
          </p>
        )}
      </header>
      <QueryState query={list}>
        {() => (
          <>
            {rooms.length === 0 && (
              <p className="muted pane-empty">{t(search === '' ? 'chat.empty' : 'chat.notFound')}</p>
            )}
            <ul className="queue">
              {rooms.map((room) => (
                <li key={room.id}>
                  <button
                    type="button"
                    className="queue-item"
                    aria-current={room.id === open ? 'true' : undefined}
                    onClick={() => onOpen(room.id)}
                  >
                    <RoomRow room={room} operators={operators} promise={promise} now={now} />
                  </button>
                </li>
              ))}
              <li className="chat-more">
                <MorePages query={list} />
              </li>
            </ul>
          </>
        )}
      </QueryState>
    </section>
  );
}

interface RoomRowProps extends Pick<Props, 'operators' | 'promise'> {
  room: ChatRoomSummary;
  now: number;
}

function RoomRow({ room, operators, promise, now }: RoomRowProps) {
  const t = useT();
  const { self } = useSelf();
  const last = room.lastMessage;
  const owner = operators.find(({ id }) => id === room.assignedTo);
  const isOurs = last !== null && last.sender !== 'customer';
  return (
    <>
      <RoomMonogram room={room} />
      <span className="grow">
        <b translate="no" className="chat-clip">
          {nameOf(room)}
        </b>
        <span className="chat-line">
          {last !== null &&
            (isOurs
              ? t('chat.lineOf', {
                  name: last.name === self?.name ? t('chat.you') : (last.name ?? ''),
                  line: lineOf(last),
                })
              : lineOf(last))}
        </span>
        {owner && owner.id !== self?.id && room.status === 'open' && (
          <small className="muted">
            <UserRound size={13} aria-hidden="true" />
            <span translate="no">{` ${owner.name}`}</span>
          </small>
        )}
        {room.skill !== null && (
          <small className="muted">{t('chat.forSkill', { skill: t(`chat.skill.${room.skill}`) })}</small>
        )}
        {room.isWithBot && <small className="muted">{t('chat.botHas')}</small>}
        {room.askedAt !== null && <Waits since={room.askedAt} promise={promise} now={now} />}
      </span>
      <span className="chat-end">
        <span className="muted num chat-time">{room.lastMessageAt && shortTime(room.lastMessageAt)}</span>
        {room.unread > 0 ? (
          <span className="chat-unread num">
            <span>{room.unread}</span>
            <span className="chat-hidden">{` ${t('chat.unread')}`}</span>
          </span>
        ) : room.status === 'closed' && room.rating !== null ? (
          <span className="chat-rating num">
            <Star size={14} aria-hidden="true" />
            <span>{` ${room.rating}`}</span>
          </span>
        ) : (
          isOurs && last && <ReadMark isRead={last.isRead} />
        )}
      </span>
    </>
  );
}

/** How long the customer has waited for the first answer. */
function Waits({ since, promise, now }: { since: string; promise: number | undefined; now: number }) {
  const t = useT();
  const isLate = isOverdue(since, promise, now);
  const time = waitText(since, now);
  return (
    <small className={`chat-wait num ${isLate ? 'overdue' : 'muted'}`}>
      <Clock size={13} aria-hidden="true" /> <span aria-hidden="true">{time}</span>
      <span className="chat-hidden">{t('queue.waiting', { time })}</span>
      {isLate && <span>{` ${t('queue.overdueWord')}`}</span>}
    </small>
  );
}

/** Whether the customer has read what we wrote. */
export function ReadMark({ isRead }: { isRead: boolean }) {
  const t = useT();
  const Icon = isRead ? CheckCheck : Check;
  return (
    <span className="muted chat-mark">
      <Icon size={15} aria-hidden="true" />
      <span className="chat-hidden">{t(isRead ? 'chat.read' : 'chat.sent')}</span>
    </span>
  );
}

function AlertsMenu() {
  const t = useT();
  const { sound, notifications, isBlocked, setSound, setNotifications } = useAlertSwitches();
  const Icon = sound || notifications ? BellRing : Bell;
  return (
    <Menu position="bottom-end" width={290} closeOnItemClick={false} trapFocus={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={40} aria-label={t('chat.alerts')}>
          <Icon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown p="md">
        <Switch
          label={t('chat.sound')}
          checked={sound}
          onChange={(event) => setSound(event.currentTarget.checked)}
          mb="md"
        />
        <Switch
          label={t('chat.notifications')}
          description={isBlocked ? t('chat.notificationsBlocked') : t('chat.notificationsHint')}
          checked={notifications}
          disabled={isBlocked}
          onChange={(event) => void setNotifications(event.currentTarget.checked)}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

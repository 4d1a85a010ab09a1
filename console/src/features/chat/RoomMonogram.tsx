import type { ChatRoomSummary } from '@krapao/contract/events';
import { Monogram } from '../../components/Monogram.tsx';

/** The customer's first letter; a guest has none. */
export function RoomMonogram({ room }: { room: Pick<ChatRoomSummary, 'id' | 'memberId' | 'name'> }) {
  return <Monogram id={room.memberId ?? room.id} name={room.name} />;
}

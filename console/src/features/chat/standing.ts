import type { ChatRoomSummary } from '@krapao/contract/events';
import type { Desk } from './chat.ts';

/** Whose a conversation is, and what follows from it for one operator. */
export interface Standing {
  state: 'closed' | 'free' | 'mine' | 'taken';
  /** Who answers it; empty for nobody that is known. */
  owner: string;
  mayTake: boolean;
  mayHandOver: boolean;
  mayClose: boolean;
  /** Another's is looked at alone, and taken over before it is answered. */
  mayWrite: boolean;
  /** Who could go on with it. */
  colleagues: Desk['operators'];
}

/** How a conversation stands for an operator. */
export function standingOf(
  { status, assignedTo }: Pick<ChatRoomSummary, 'status' | 'assignedTo'>,
  operatorId: string | undefined,
  operators: Desk['operators'],
): Standing {
  const state =
    status === 'closed'
      ? 'closed'
      : assignedTo === null
        ? 'free'
        : assignedTo === operatorId
          ? 'mine'
          : 'taken';
  return {
    state,
    owner: operators.find(({ id }) => id === assignedTo)?.name ?? '',
    mayTake: state === 'free',
    mayHandOver: state !== 'closed',
    mayClose: state === 'free' || state === 'mine',
    mayWrite: state !== 'taken',
    colleagues: operators.filter(({ id, mayAnswer }) => mayAnswer && id !== assignedTo),
  };
}

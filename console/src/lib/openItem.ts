import type { QueueName } from '@krapao/contract/queues';
import { createContext, type RefObject } from 'react';

/** The item of a queue that is open around here. */
export interface OpenItem {
  queue: QueueName;
  /** What people call it: a message about it can come after the next one has opened, and says which it means. */
  name: string;
  /** What runs is the decision that ends it. */
  isDeciding: RefObject<boolean>;
  /** Called once it is decided, before the server tells its queue. */
  onDecided: () => void;
}

export const OpenItemContext = createContext<OpenItem | undefined>(undefined);

import type { Db } from '../database/connect.ts';
import { startBatcher } from '../ledger/batcher.ts';
import { type PostCommand, type Posted, transferLine } from '../ledger/command.ts';

/** Books transfers as a node does: collects those of some milliseconds into one batch. */
export function openBatcher(db: Db): (command: PostCommand) => Promise<Posted> {
  const send = startBatcher(db);
  return (command) => send(transferLine(command));
}

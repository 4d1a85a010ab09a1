import type { Trx } from '../../../database/connect.ts';
import {
  type IncomingTransfer,
  type SeenTransfer,
  senderOf,
  showsSender,
  tellerOf,
} from './incomingTransfer.ts';
import { areFeeds } from './oneHolder.ts';
import { toldBy } from './twinReport.ts';

/** A transfer as a report left it. */
export type Recorded = IncomingTransfer & {
  /** Whether the report is a line of an operator's file that vouches for the amount or the owner. */
  isFilesWord?: boolean;
};

/**
 * Whether a line of an operator's file adds its word to a waiting transfer: holders of keys alone told of the money, or
 * alone showed its sender, or nobody did (docs/decisions/191-who-vouches-for-money.md). `known`: before the line joins.
 */
export async function isFilesWord(trx: Trx, known: IncomingTransfer, seen: SeenTransfer): Promise<boolean> {
  if (seen.file === undefined || known.status !== 'QUEUED' || known.amount !== seen.amount) return false;
  if (!showsSender(senderOf(known)) && showsSender(seen.sender)) return true;
  const others = [...(await toldBy(trx, known))].filter((teller) => teller !== tellerOf(seen));
  return areFeeds(others) || areFeeds(known.named_by.filter((teller) => teller !== tellerOf(seen)));
}

/** Stores whose word it is, so that a credit counts for that operator and the member's day. */
export async function onFilesWord(
  trx: Trx,
  transfer: IncomingTransfer,
  { fileId }: SeenTransfer,
): Promise<Recorded> {
  if (fileId === undefined) return { ...transfer, isFilesWord: true };
  const counted = await trx
    .updateTable('incoming_transfer')
    .set({ own_money_id: fileId })
    .where('id', '=', transfer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...counted, isFilesWord: true };
}

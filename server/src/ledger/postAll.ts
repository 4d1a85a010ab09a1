import type { Trx } from '../database/connect.ts';
import { lockAccounts } from './account.ts';
import { type PostCommand, type Posted, post } from './post.ts';

/**
 * Books several transfers in one transaction, in the order given, all or none. All accounts are locked first and in a
 * fixed order, so that two such transactions never wait for each other. A key that comes twice is booked once.
 * @throws AppError as post does
 */
export async function postAll(trx: Trx, commands: PostCommand[]): Promise<Posted[]> {
  await lockAccounts(
    trx,
    commands.flatMap((command) => [command.debit, command.credit]),
  );
  const results: Posted[] = [];
  for (const command of commands) results.push(await post(trx, command));
  return results;
}

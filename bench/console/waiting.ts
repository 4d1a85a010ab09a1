import type { TestDatabase } from '@krapao/server/testing/database';
import { makeWaitingPayouts } from '@krapao/server/testing/waitingPayouts';
import { sql } from 'kysely';
import { memberGet } from '../load.ts';
import { tokenOf } from '../population.ts';

export interface Waiting {
  slips: number;
  withdrawals: number;
  chats: number;
}

const AT_ONCE = 10;

/** Makes what waits for operators, each of another member of the population. */
export async function fillQueues(
  { db, owner }: TestDatabase,
  url: string,
  members: readonly string[],
  { slips, withdrawals, chats }: Waiting,
): Promise<void> {
  const ids = members.map(BigInt);
  await sql`
    insert into slip (member_id, reference, file_key, status, step, operator_note, trans_ref, amount, uploaded_at)
    select m.id, 'B' || m.nth, 'bench' || m.nth, 'PENDING', 'OPERATOR', 'LOOKUP_NOT_FOUND', 'BENCH' || m.nth,
      10000 + m.nth, now() - m.nth * interval '20 seconds'
    from unnest(${ids.slice(0, slips)}::bigint[]) with ordinality m (id, nth)`.execute(owner);
  await makeWaitingPayouts(db, ids, withdrawals, (nth) => 100_00n + BigInt(nth));
  for (let nth = 1; nth <= Math.min(chats, members.length); nth += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, chats - nth + 1) }, (_, place) => say(url, nth + place)),
    );
  await sql`vacuum analyze`.execute(owner);
}

/** The first message of a chat. */
async function say(url: string, nth: number): Promise<void> {
  const { headers } = memberGet('', tokenOf(nth));
  const message = { message_type: 'text', payload: { text: 'สวัสดีค่ะ เงินเข้าหรือยังคะ' } };
  const answer = await fetch(`${url}/api/chat/send-message`, {
    method: 'POST',
    headers: { ...(headers as Record<string, string>), 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId: crypto.randomUUID(), message }),
  });
  if (!answer.ok) throw new Error(`a chat was refused: ${answer.status} ${await answer.text()}`);
}

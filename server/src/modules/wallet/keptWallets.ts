import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../appError.ts';
import { SESSION_COLUMNS, SESSION_JOINS, type SessionRow } from '../../calls/sessionRow.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { readerOf } from '../../database/inBatches.ts';
import { batchRows, prepared } from '../../database/prepared.ts';
import type { SettingValue } from '../../settings/schema.ts';
import type { ShareRules } from '../invite/inviteShare.ts';
import { presentWallet } from './presentWallet.ts';
import { INVITE_SHARE, readWallet, SHARE_COLUMNS, shareValues, WALLET_JOINS } from './readWallet.ts';

/** About 8 kB each. */
const KEPT_MOST = 2_000;
// A stamp is true as long as the database forgets no transaction. A restored database has forgotten some.
const KEPT_MS = 60_000;

// xmin is the transaction that wrote a row. Every change gives the row another one.
const STAMP = `concat_ws('/', (select md5(string_agg(p.xmin::text, ',')) from game_provider p),
  (select string_agg(c.xmin::text, ',') from connection c where c.capability = 'game'), coalesce(m.xmin::text, '-'),
  coalesce(b.xmin::text, '-'), coalesce(w.xmin::text, '-'), coalesce(t.xmin::text, '-'), ${INVITE_SHARE},
  (select string_agg(a.xmin::text, ',') from game_account a where a.member_id = m.id),
  (select string_agg(f.provider, ',') from favourite_game f where f.member_id = m.id),
  (select string_agg(h.xmin::text, ',') from game_health h))`;

const STAMPS = {
  name: 'wallet_stamp',
  text: `select ${SESSION_COLUMNS}, ${STAMP} as stamp
    from ${batchRows({ token_hash: 'bytea', ...SHARE_COLUMNS })} ${SESSION_JOINS} ${WALLET_JOINS}`,
};

/** A session with a text that changes whenever anything changes that the wallet's answer is made of. */
export interface StampedSession extends SessionRow {
  stamp: string;
}

/** The session of a token's hash with the stamp. Calls of the same moment share one query (decision 128). */
export const readStampedSession = readerOf((db: Db, questions: { tokenHash: Buffer; share: ShareRules }[]) =>
  prepared<StampedSession>(db, STAMPS, [
    questions.map(({ tokenHash }) => tokenHash),
    ...shareValues(questions),
  ]),
);

/** The bytes of an answer, as they are sent. */
interface Answer {
  json: Buffer;
  gzip: Buffer;
}

interface Kept extends Answer {
  stamp: string;
  rules: SettingValue<'invite'>;
  readAt: number;
}

/**
 * Answers a call with the member's wallet. Most calls find that nothing has changed and get the bytes of the answer
 * before (decision 128).
 */
export function keptWallets({ db, settings, config }: Pick<AppContext, 'db' | 'settings' | 'config'>) {
  const hasSandbox = config.mode === 'sandbox';
  // In the order of reading.
  const kept = new Map<bigint, Kept>();

  /**
   * @param stamp of the call's session; a call without one gets an answer that is not kept
   * @throws AppError NO_USER
   */
  return async function sendWallet(
    reply: FastifyReply,
    memberId: bigint,
    stamp?: string,
  ): Promise<FastifyReply> {
    const rules = settings.get('invite');
    const known = kept.get(memberId);
    if (known && known.stamp === stamp && known.rules === rules && clock.monotonic() - known.readAt < KEPT_MS)
      return send(reply, known);
    const { id, providers, ...row } = await readWallet(db, { memberId, share: rules });
    if (id === null) throw new AppError('NO_USER');
    const json = Buffer.from(
      reply.serialize(presentWallet({ ...row, id }, { providers, hasSandbox }, rules)) as string,
    );
    const answer = { json, gzip: gzipSync(json) };
    // The stamp is older than the wallet: what changed in between makes the next call read it again.
    if (stamp !== undefined) keep(memberId, { ...answer, stamp, rules, readAt: clock.monotonic() });
    return send(reply, answer);
  };

  function keep(memberId: bigint, wallet: Kept): void {
    kept.delete(memberId);
    kept.set(memberId, wallet);
    if (kept.size > KEPT_MOST) for (const oldest of kept.keys()) return void kept.delete(oldest);
  }
}

function send(reply: FastifyReply, { json, gzip }: Answer): FastifyReply {
  reply.type('application/json; charset=utf-8');
  return /\bgzip\b/.test(reply.request.headers['accept-encoding'] ?? '')
    ? reply.header('Content-Encoding', 'gzip').send(gzip)
    : reply.send(json);
}

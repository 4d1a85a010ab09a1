import { Buffer } from 'node:buffer';
import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { JsonAnswer } from '../../http/jsonAnswer.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { presentWallet } from './presentWallet.ts';
import { readWallet } from './readWallet.ts';
import { walletText } from './walletText.ts';

/** About 8 kB each. */
const KEPT_MOST = 2_000;
// A stamp is true as long as the database forgets no transaction, which one that was restored has done.
const KEPT_MS = 60_000;

type Answer = JsonAnswer<ResponseOf<Contract['GET /api/wallet']>>;

interface Kept {
  stamp: string;
  rules: SettingValue<'invite'>;
  readAt: number;
  answer: Answer;
}

/**
 * Wallets as they are now. The database is asked each time, but only whether anything of the answer has changed: most
 * calls are answered with the bytes that were sent before (decision 128).
 */
export function keptWallets({ db, settings }: Pick<AppContext, 'db' | 'settings'>) {
  // In the order of reading.
  const kept = new Map<bigint, Kept>();

  /**
   * @param stamp what the answer is made of now, if it is known
   * @throws AppError NO_USER
   */
  return async function walletOf(memberId: bigint, stamp?: string): Promise<Answer> {
    const rules = settings.get('invite');
    const known = kept.get(memberId);
    if (known?.stamp === stamp && known?.rules === rules && performance.now() - known.readAt < KEPT_MS)
      return known.answer;
    const row = await readWallet(db, { memberId, share: rules });
    const { id, providers } = row;
    if (id === null) throw new AppError('NO_USER');
    const wallet = presentWallet({ ...row, id }, providers, rules);
    const answer: Answer = new JsonAnswer(Buffer.from(walletText(wallet), 'latin1'));
    keep(memberId, { stamp: row.stamp, rules, readAt: performance.now(), answer });
    return answer;
  };

  function keep(memberId: bigint, wallet: Kept): void {
    kept.delete(memberId);
    kept.set(memberId, wallet);
    if (kept.size > KEPT_MOST) for (const oldest of kept.keys()) return void kept.delete(oldest);
  }
}

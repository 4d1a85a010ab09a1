import type {
  SeamlessCall,
  SeamlessDialect,
  SeamlessMove,
  SeamlessReading,
  SeamlessRefusal,
} from '../../seamlessWallet.ts';
import { isRecent } from '../../webhookSignature.ts';
import { satangFromWire } from '../../wireAmount.ts';
import { jsonAnswer } from '../seamlessAnswer.ts';
import { isSigned } from './signature.ts';

/** Only two codes are documented: a bet above the balance, and everything else. */
const codeOf = (reason: SeamlessRefusal): string =>
  reason === 'NOT_ENOUGH' ? 'INSUFFICIENT_FUNDS' : 'INTERNAL_ERROR';

/** Slotegrator's callbacks: one address, a form with an action, signed with the merchant's key. */
export function slotegratorWallet(keys: { merchantId: string; secretKey: string }): SeamlessDialect {
  return {
    networks: [],
    read({ path, headers, body, receivedAt }) {
      const form = new URLSearchParams(body.toString());
      if (!isSigned(keys, [...form], headers)) return { status: 'refused', reason: 'BAD_SIGNATURE' };
      if (!isRecent(String(headers['x-timestamp']), receivedAt)) return { status: 'refused', reason: 'OLD' };
      if (path !== '') return { status: 'refused', reason: 'NOT_FOUND' };
      // PHP would read the last of two fields with one name, others the first.
      const isPlain = new Set(form.keys()).size === form.size;
      return isPlain ? callOf(form) : { status: 'refused', reason: 'BAD_BODY' };
    },
    answer(_request, call, result) {
      if (result.status === 'refused')
        return jsonAnswer(200, {
          error_code: codeOf(result.reason),
          error_description: result.reason,
          ...(result.balance !== null && { balance: bahtOf(result.balance) }),
        });
      const [first] = result.done;
      const cancelled = (call?.moves ?? []).flatMap(({ refersTo, verb }) =>
        verb === 'cancel' && refersTo !== null ? [refersTo] : [],
      );
      return jsonAnswer(200, {
        balance: bahtOf(result.balance),
        ...(first !== undefined && { transaction_id: first.ours }),
        ...(cancelled.length > 0 && { rollback_transactions: cancelled }),
      });
    },
  };
}

function callOf(form: URLSearchParams): SeamlessReading {
  const user = form.get('player_id');
  const action = form.get('action');
  if (user === null) return { status: 'refused', reason: 'BAD_BODY' };
  const shared = { user, token: form.get('session_id'), currency: form.get('currency') };
  const call = (moves: SeamlessMove[]): SeamlessReading => ({
    status: 'call',
    call: { ...shared, verb: 'moves', moves } satisfies SeamlessCall,
  });
  if (action === 'balance') return { status: 'call', call: { ...shared, verb: 'balance', moves: [] } };
  const id = form.get('transaction_id');
  if (id === null) return { status: 'refused', reason: 'BAD_BODY' };
  const refersTo = form.get('bet_transaction_id');
  const round = form.get('round_id') ?? refersTo ?? id;
  const closesRound = form.get('finished') === '1';
  if (action === 'refund')
    return call([{ verb: 'cancel', id, amount: 0n, round, closesRound: false, refersTo }]);
  if (action === 'rollback') {
    const cancelled = [...form].flatMap(([name, value]) =>
      /^rollback_transactions\[\d+\]\[transaction_id\]$/.test(name) ? [value] : [],
    );
    if (cancelled.length === 0) return { status: 'refused', reason: 'BAD_BODY' };
    return call(
      cancelled.map((one) => ({
        verb: 'cancel',
        id: `${id}:${one}`,
        amount: 0n,
        round,
        closesRound: false,
        refersTo: one,
      })),
    );
  }
  if (action !== 'bet' && action !== 'win') return { status: 'refused', reason: 'NOT_FOUND' };
  const text = form.get('amount') ?? '';
  const amount = satangFromWire(text);
  if (amount === null) return { status: 'refused', reason: 'BAD_AMOUNT' };
  if (shared.currency === null) return { status: 'refused', reason: 'WRONG_CURRENCY' };
  return call([
    { verb: action === 'bet' ? 'debit' : 'credit', id, amount, round, closesRound, refersTo: null },
  ]);
}

/** A number of baht with up to two decimals. */
const bahtOf = (satang: bigint): number => Number(satang) / 100;

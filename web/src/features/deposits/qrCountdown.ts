import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';

export type QrAnswer = ResponseOf<Contract['GET /api/qrcode/:bankCode']>;

/**
 * The QR as the screen shows it. Times in milliseconds, amount in baht, `kip` the whole kip to pay for a channel in
 * kip, `payUrl` the gateway's page if the member pays there.
 */
export type QrView =
  /**
   * `dropped` is the id of a QR that expired on this screen. A late answer with up to LATE_ANSWER_S left does not
   * reopen it. An answer with more time left does: then the phone's clock was changed.
   */
  | { phase: 'none'; dropped: string | null }
  | {
      phase: 'open';
      qrcodeId: string;
      markup: string;
      amount: number;
      kip?: number;
      payUrl?: string;
      isDemonstration?: boolean;
      deadline: number;
      lifetime: number;
    }
  | { phase: 'paid'; qrcodeId: string; amount: number };

export type QrEvent = { type: 'answered'; answer: QrAnswer; at: number } | { type: 'ticked'; at: number };

/** An answer may be this many seconds old. */
const LATE_ANSWER_S = 60;

export const noQr: QrView = { phase: 'none', dropped: null };

/**
 * DEP-07: the countdown of a QR. The deadline comes from the server's expiry, not from counting ticks, so that a tab
 * that slept shows the right time at its first tick. At the deadline the QR is dropped.
 */
export function qrReducer(view: QrView, event: QrEvent): QrView {
  if (event.type === 'ticked')
    return view.phase === 'open' && event.at >= view.deadline
      ? { phase: 'none', dropped: view.qrcodeId }
      : view;

  const { answer, at } = event;
  const known = view.phase === 'none' ? view.dropped : view.qrcodeId;
  if (answer.status === 'PAID' && answer.qrcodeId !== null && answer.qrcodeId === known)
    return { phase: 'paid', qrcodeId: known, amount: answer.amount };
  const isOpen =
    answer.status === 'OPEN' && answer.hasQrcode && answer.qrcodeId !== null && answer.expireIn > 0;
  // A paid QR stays on the screen until there is another one.
  if (view.phase === 'paid' && !(isOpen && answer.qrcodeId !== view.qrcodeId)) return view;
  if (!isOpen || answer.qrcodeId === null) {
    if (view.phase === 'none') return view;
    // The server, or the maker, may end it before the phone's clock does.
    return { phase: 'none', dropped: answer.status === 'EXPIRED' ? view.qrcodeId : null };
  }
  if (view.phase === 'none' && view.dropped === answer.qrcodeId && answer.expireIn <= LATE_ANSWER_S)
    return view;

  const lifetime = answer.expireIn * 1000;
  const { qrcodeId, qrcode: markup, amount, kip, payUrl, isDemonstration } = answer;
  if (view.phase !== 'open' || view.qrcodeId !== qrcodeId)
    return {
      phase: 'open',
      qrcodeId,
      markup,
      amount,
      ...(kip !== undefined && { kip }),
      ...(payUrl !== undefined && { payUrl }),
      ...(isDemonstration && { isDemonstration }),
      deadline: at + lifetime,
      lifetime,
    };
  // A delayed answer would move the deadline later, so the earliest deadline is the most accurate.
  return { ...view, deadline: Math.min(view.deadline, at + lifetime) };
}

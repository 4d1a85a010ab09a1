import type { Scenario } from '@krapao/contract/api/operator/incidents';
import type { SlipOutcome } from '@krapao/contract/connections';
import { depositPlay } from '../console/incidents/depositPlay.ts';
import { transferPlay } from '../console/incidents/transferPlay.ts';

const HEAD = {
  format: 'krapao-scenario',
  version: 1,
  variant: 'thailand',
  currency: 'THB',
  reproducible: true,
  because: null,
} as const;

/** A stuck operation of 151 baht that a site may export. */
function transferOf(
  reason: string,
  direction: 'in' | 'out',
  balanceBefore: 'empty' | 'untold' = 'empty',
): Scenario {
  const counts = { sends: 2, asks: 9, notFound: 3, sentAt: 5 };
  const happened = { driver: 'hub88-transfer', direction, amount: 151, balanceBefore, ...counts } as const;
  const end = { state: 'STUCK', reason };
  return { ...HEAD, kind: 'transfer', happened, end, play: playable(transferPlay({ ...happened, ...end })) };
}

/** A slip over 87 baht that a site may export. */
function depositOf(
  reason: string,
  { isRefused = true, hasQr = true, told = 'FOUND', alike = 1 } = {},
): Scenario {
  const counts = { lookUps: 1, notFound: 0, endedAt: 7 };
  const transfer = { amount: 87, status: 'QUEUED', note: null, toldBy: ['SLIP'], sentAt: -5, alike };
  const happened = {
    checker: 'easyslip',
    checkerTold: told as SlipOutcome,
    sendingBank: 'KBANK',
    arrived: told === 'FOUND' ? { ...transfer, sender: 'match' as const } : null,
    ...counts,
  };
  const end = isRefused
    ? ({ status: 'FAILED', step: 'DONE', reason } as const)
    : ({ status: 'PENDING', step: 'OPERATOR', reason } as const);
  const play = playable(depositPlay({ happened, reason, amount: null, hasQr }));
  return { ...HEAD, kind: 'deposit', happened, end, play };
}

function playable<Play extends object>(play: Play | string): Play {
  if (typeof play === 'string') throw new Error(play);
  return play;
}

/** Of what the sandbox can play: some that take less than a second each. */
export const QUICK = [
  transferOf('MOVED_15200', 'out'),
  depositOf('NOT_MATCH'),
  depositOf('SLIP_REFNO_DUPLICATED'),
  depositOf('AMOUNT_DIFFERS', { isRefused: false }),
];
/** All others. */
export const REST = [
  transferOf('NOT_FOUND_BUT_BALANCE_MOVED', 'out'),
  transferOf('NOT_FOUND_BUT_UNSURE', 'in'),
  transferOf('NOT_FOUND_BUT_UNSURE', 'in', 'untold'),
  transferOf('NOT_FOUND_BUT_UNSURE', 'out', 'untold'),
  transferOf('PENDING', 'out'),
  transferOf('TIMEOUT', 'in'),
  transferOf('SERVER_ERROR', 'out'),
  transferOf('BAD_ANSWER', 'out'),
  depositOf('DEST_ACC_INVALID'),
  depositOf('EXPIRED_SLIP'),
  depositOf('CANNOT_READ_CROPPED_IMAGE', { hasQr: false }),
  depositOf('INVALID_SLIP', { hasQr: false }),
  depositOf('INVALID_SLIP', { told: 'NOT_FOUND' }),
  depositOf('UNKNOW_ERROR', { told: 'PENDING' }),
  depositOf('UNKNOW_ERROR', { told: 'TIMEOUT' }),
  depositOf('UNKNOW_ERROR', { told: 'SERVER_ERROR' }),
];

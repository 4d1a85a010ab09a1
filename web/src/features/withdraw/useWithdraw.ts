import { ApiError } from '@krapao/contract/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showAlert } from '../../components/alert.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { banksQuery } from '../../lib/lookupQueries.ts';
import { hasOwnProof, securityQuery } from '../../lib/securityQuery.ts';
import { isNotProved } from '../../lib/stepUp.ts';
import { type MoneyRequest, useMoneyAction } from '../../lib/useMoneyAction.ts';
import { noteEnd } from './noteEnd.ts';
import { type WithdrawFacts, type WithdrawForm, withdrawView } from './withdrawView.ts';

interface WithdrawOptions extends Omit<WithdrawFacts, 'limits' | 'banks' | 'phase'> {
  /** It is accepted, or paid already; the amount in baht. */
  onDone: (amount: number, isPaid: boolean) => void;
}

/** State of one withdrawal form, and its call. */
export function useWithdraw({ onDone, ...facts }: WithdrawOptions) {
  const [form, setForm] = useState<WithdrawForm>({ typed: '', asked: null });
  const {
    data: limits,
    error,
    refetch,
  } = useQuery({
    queryKey: ['lookup', 'withdraw'],
    queryFn: () => client('GET /api/lookup/withdraw'),
  });
  const { data: banks } = useQuery(banksQuery);
  const { data: isProved = false } = useQuery({ ...securityQuery, select: hasOwnProof });
  const { phase, isBusy, run } = useMoneyAction({
    onDone: (amount) => {
      void noteEnd().catch(() => undefined);
      onDone(amount ?? form.asked ?? 0, true);
    },
    // The bank pays a withdrawal out a little later, so "pending" is the normal case.
    onPending: () => onDone(form.asked ?? 0, false),
    onFailed: (failure) => {
      setForm({ ...form, asked: null });
      if (hasRow(failure)) void noteEnd().catch(() => undefined);
      if (!isNotProved(failure)) showAlert({ kind: 'error', message: failureText(failure) });
    },
  });

  const view = withdrawView(form, { ...facts, limits, banks, phase });

  const [isConfirming, setIsConfirming] = useState(false);
  function press() {
    if (view.toAsk === null) return;
    // Who has a PIN or a passkey confirms with it.
    if (view.isAll && !isConfirming && !isProved) return setIsConfirming(true);
    setIsConfirming(false);
    setForm({ ...form, asked: view.toAsk });
    void run(withdrawRequest(view.toAsk));
  }

  return {
    view,
    typed: form.typed,
    type: (typed: string) => !view.isLocked && setForm({ ...form, typed }),
    press,
    isConfirming,
    leaveConfirming: () => setIsConfirming(false),
    phase,
    isBusy,
    loadProblem: limits ? null : error,
    loadAgain: refetch,
  };
}

const isNotCollected = (failure: unknown) => failure instanceof ApiError && failure.code === 'TRANSFER_FAIL';

/** Any other refusal makes no withdrawal, and no notification. */
const hasRow = (failure: unknown) => failure === null || isNotCollected(failure);

/** Why the withdrawal failed, and where the money is. */
function failureText(failure: unknown): string {
  if (failure === null) return t('withdraw.failed');
  return isNotCollected(failure) ? t('withdraw.notCollected') : errorMessage(failure);
}

function withdrawRequest(amount: number): MoneyRequest {
  return {
    asked: `withdrawAll ${amount}`,
    send: (idempotencyKey) => client('POST /api/wallet/withdrawAll', { body: { amount }, idempotencyKey }),
  };
}

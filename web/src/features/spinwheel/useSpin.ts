import { ApiError } from '@krapao/contract/client';
import { randomKey } from '@krapao/ui/randomKey.ts';
import { useEffect, useReducer } from 'react';
import { showAlert } from '../../components/alert.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useKeyedAction } from '../../lib/useKeyedAction.ts';
import type { SpinAnswer, WheelSetup } from './queries.ts';
import { canSpin, restingWheel, spinReducer } from './spinState.ts';
import { landingAngle } from './wheelMotion.ts';

/**
 * Spins the wheel that the member sees (SPN-02, SPN-04): one Idempotency-Key and one client seed a spin. Where the answer is
 * lost, the server is asked whether it has drawn, and then for what. `onResult`: the wheel stands, and the member's coins
 * and coupons have changed.
 */
export function useSpin(setup: WheelSetup | undefined, onResult: () => void) {
  const [state, dispatch] = useReducer(spinReducer, restingWheel);
  const { phase, run } = useKeyedAction<SpinAnswer>({
    onAnswer: land,
    onOutcome: onResult,
    onFailed: (error) => {
      dispatch({ type: 'refused' });
      showAlert({ kind: 'error', message: spinProblem(error) });
      onResult();
    },
    needsAnswer: true,
  });
  useEffect(() => {
    if (phase === 'unclear') dispatch({ type: 'lost' });
  }, [phase]);

  async function spin(): Promise<void> {
    if (!setup || !canSpin(state, setup.userCoin)) return;
    const asked = state.asked ?? { clientSeed: randomKey(), shown: setup };
    const { clientSeed } = asked;
    dispatch({ type: 'ask', asked });
    // The press is seen first: to send the call takes longer than to lock the button.
    await new Promise((resolve) => setTimeout(resolve));
    await run({
      asked: `spin ${clientSeed}`,
      send: (idempotencyKey) => client('POST /api/spinwheel/spin', { body: { clientSeed }, idempotencyKey }),
    });
  }

  function land(answer: SpinAnswer) {
    const slices = (state.asked?.shown ?? setup)?.activeSpinwheel.slice ?? [];
    const index = slices.findIndex(({ code }) => code === answer.code);
    const angle = index < 0 ? state.angle : landingAngle(state.angle, index, slices.length, Math.random());
    dispatch({ type: 'answered', answer, angle });
    // A prize that this wheel does not have is shown without turning to it.
    if (index < 0) stop();
  }

  function stop() {
    dispatch({ type: 'stopped' });
    onResult();
  }

  return {
    state,
    isChecking: phase === 'checking',
    spin,
    stop,
    closeResult: () => dispatch({ type: 'closed' }),
  };
}

/** The refusals of a spin in the words of the wheel: what is missing is a coin, what is not there is the wheel. */
function spinProblem(error: unknown): string {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'MONEY_NOT_ENOUGH') return t('spin.noCoin');
  if (code === 'NO_DATA') return t('spin.off');
  return errorMessage(error);
}

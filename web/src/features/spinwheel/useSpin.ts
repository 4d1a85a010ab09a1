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
 * Spins the wheel that the member sees (SPN-02, SPN-04), with one Idempotency-Key and one client seed per spin. When
 * the answer is lost, the client asks whether the server has drawn, and then fetches the result. `onResult` is called
 * when the wheel has stopped, and the member's coins and coupons have changed.
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
    // Locks the button first: sending the call takes longer.
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
    // A prize that is missing on this wheel is shown without turning.
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

/** Words the errors of a spin for the wheel: MONEY_NOT_ENOUGH means no coin, NO_DATA means that the wheel is off. */
function spinProblem(error: unknown): string {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'MONEY_NOT_ENOUGH') return t('spin.noCoin');
  if (code === 'NO_DATA') return t('spin.off');
  return errorMessage(error);
}

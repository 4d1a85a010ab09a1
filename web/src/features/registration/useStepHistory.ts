import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Lets the browser's back button do what the wizard's own does: a step back. It leaves the wizard from its first step only.
 * @param isInside whether there is a step to go back to
 */
export function useStepHistory(isInside: boolean, back: () => void): void {
  const goBack = useEffectEvent(back);
  const [pops, setPops] = useState(0);
  useEffect(() => {
    const onPop = () => {
      if (isWizardEntry()) return;
      goBack();
      setPops((count) => count + 1);
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of the back button takes the entry away
  useEffect(() => {
    if (isInside && !isWizardEntry()) window.history.pushState({ ...window.history.state, wizard: true }, '');
    if (!isInside && isWizardEntry()) window.history.back();
  }, [isInside, pops]);
}

function isWizardEntry(): boolean {
  return window.history.state?.wizard === true;
}

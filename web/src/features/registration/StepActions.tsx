import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useT } from '../../i18n/i18n.ts';
import { problemText } from './problemText.ts';
import type { RegistrationWizard } from './useRegistration.ts';

interface StepActionsProps {
  wizard: RegistrationWizard;
  label: string;
  busyLabel: string;
}

/** Below a step's fields: the error of the whole step, the next button, the back button. */
export function StepActions({ wizard: { state, dispatch }, label, busyLabel }: StepActionsProps) {
  const t = useT();
  const problem = problemText(state.problem, null);
  return (
    <>
      {problem && <Notice kind="error">{problem}</Notice>}
      <Button type="submit" variant="primary" full busyLabel={state.isBusy && busyLabel}>
        {label}
      </Button>
      <Button variant="text" full disabled={state.isBusy} onClick={() => dispatch({ type: 'back' })}>
        {t('back')}
      </Button>
    </>
  );
}

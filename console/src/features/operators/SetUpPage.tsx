import { Mark } from '@krapao/ui/Mark.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { LanguageChoice } from '../../components/LanguageChoice.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { Self } from '../../lib/self.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { TwoFactorForm } from './TwoFactorForm.tsx';

/** The required setup before any work: an own password, and in production two-factor. */
export function SetUpPage({ self }: { self: Self }) {
  const t = useT();
  const queries = useQueryClient();
  const renew = () => void queries.invalidateQueries({ queryKey: ['me'] });
  const [step] = self.mustSetUp;
  return (
    <main className="centre">
      <div className="panel">
        <Mark size={26} />
        <h1>{t(step === 'password' ? 'operators.setPassword' : 'operators.twoFactor')}</h1>
        {step === 'password' ? <ChangePasswordForm onDone={renew} /> : <TwoFactorForm onDone={renew} />}
        <LanguageChoice />
      </div>
    </main>
  );
}

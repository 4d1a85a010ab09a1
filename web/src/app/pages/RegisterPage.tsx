import { RegistrationForm } from '../../features/registration/RegistrationForm.tsx';
import { QueryProvider } from '../QueryProvider.tsx';

/** The registration wizard. */
export default function RegisterPage() {
  return (
    <div className="page max-w-[480px]">
      <QueryProvider>
        <RegistrationForm />
      </QueryProvider>
    </div>
  );
}

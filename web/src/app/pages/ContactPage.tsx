import { ContactDetails } from '../../features/lookup/ContactDetails.tsx';
import { QueryProvider } from '../QueryProvider.tsx';

/** RTE-03: the contact page for visitors, without top spacing. */
export default function ContactPage() {
  return (
    <div className="page pt-0">
      <QueryProvider>
        <ContactDetails />
      </QueryProvider>
    </div>
  );
}

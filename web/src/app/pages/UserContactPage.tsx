import { ContactDetails } from '../../features/lookup/ContactDetails.tsx';

/** RTE-03: the contact page for members, with top spacing. */
export default function UserContactPage() {
  return (
    <div className="page pt-4">
      <ContactDetails />
    </div>
  );
}

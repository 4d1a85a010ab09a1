import { ChatCard } from '../../features/chat/ChatCard.tsx';
import { ContactDetails } from '../../features/lookup/ContactDetails.tsx';
import { contactQuery } from '../../lib/lookupQueries.ts';
import { loadFirst } from '../QueryProvider.tsx';

/** @public Loaded before the page shows (routes.ts). */
export const firstData = () => loadFirst(contactQuery);

/** RTE-03: the contact page for members, with top spacing. The member's shell provides the chat. */
export default function UserContactPage() {
  return (
    <div className="page page-columns pt-4">
      <ContactDetails>
        <ChatCard />
      </ContactDetails>
    </div>
  );
}

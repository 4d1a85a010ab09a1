import { ChatCard } from '../../features/chat/ChatCard.tsx';
import { ChatHost } from '../../features/chat/ChatHost.tsx';
import { ContactDetails } from '../../features/lookup/ContactDetails.tsx';
import { contactQuery } from '../../lib/lookupQueries.ts';
import { loadFirst, QueryProvider } from '../QueryProvider.tsx';

/** @public Loaded before the page shows (routes.ts). */
export const firstData = () => loadFirst(contactQuery);

/** RTE-03: the contact page for visitors, without top spacing, where they can chat as guests. */
export default function ContactPage() {
  return (
    <div className="page pt-0">
      <QueryProvider>
        <ContactDetails>
          <ChatCard />
        </ContactDetails>
        <ChatHost />
      </QueryProvider>
    </div>
  );
}

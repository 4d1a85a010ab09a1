import { ChatCard } from '../../features/chat/ChatCard.tsx';
import { ContactDetails } from '../../features/lookup/ContactDetails.tsx';

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

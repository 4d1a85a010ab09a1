import { ActionIcon } from '@mantine/core';
import { ChevronLeft } from 'lucide-react';

/** Leads back where the chat has one column; hidden where it has several. */
export function BackButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <ActionIcon
      className="chat-narrow"
      variant="subtle"
      color="gray"
      size={48}
      aria-label={label}
      onClick={onPress}
    >
      <ChevronLeft size={24} />
    </ActionIcon>
  );
}

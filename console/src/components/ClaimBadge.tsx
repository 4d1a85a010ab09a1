import { Badge } from '@mantine/core';
import { UserRound } from 'lucide-react';

/** Who else is at an item; nothing where nobody is, or oneself. */
export function ClaimBadge({ claim }: { claim: { operatorName: string; isMine: boolean } | null }) {
  if (claim === null || claim.isMine) return null;
  return (
    <Badge color="gray" leftSection={<UserRound size={12} aria-hidden="true" />}>
      {claim.operatorName}
    </Badge>
  );
}

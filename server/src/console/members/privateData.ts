import { isAllowed, MEMBER_PRIVATE, type Role } from '@krapao/contract/permissions';

/** The fields that hold a member's telephone or account, wherever they stand in an answer. */
const PRIVATE: ReadonlySet<string> = new Set(['phoneNumber', 'bankAccountNo']);
const SHOWN = 4;

/** A number as it is shown to who does not see it in full: its last digits. */
const masked = (number: string): string => (number === '' ? '' : `•••• ${number.slice(-SHOWN)}`);

/**
 * An answer about members as this role sees it: in full with one of MEMBER_PRIVATE, else with masked telephones and
 * accounts. They leave the server by `revealMember` alone then.
 */
export function asSeenBy<Answer>(role: Role, answer: Answer): Answer {
  return isAllowed(role, MEMBER_PRIVATE) ? answer : (maskedIn(answer) as Answer);
}

function maskedIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [
      name,
      PRIVATE.has(name) && typeof inside === 'string' ? masked(inside) : maskedIn(inside),
    ]),
  );
}

import { paths } from '../../../lib/paths.ts';

/** HOM-12: the registration link for a friend of the member. */
export function inviteLink(origin: string, memberId: string): string {
  return `${origin}${paths.register}?code=PR${encodeURIComponent(memberId)}`;
}

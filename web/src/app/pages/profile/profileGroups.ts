import { Bell, FileText, Gamepad2, ShieldCheck, UserRound } from 'lucide-react';
import type { ComponentType } from 'react';
import type { MessageId } from '../../../i18n/messageId.ts';
import { paths } from '../../../lib/paths.ts';

export type ProfileGroup = 'account' | 'security' | 'play' | 'notifications' | 'data';

interface Heading {
  href: string;
  title: MessageId;
  Icon: ComponentType<{ size?: number; className?: string; 'aria-hidden'?: 'true' }>;
}

/** The groups of the profile, each a page of its own. */
export const profileGroups: Record<ProfileGroup, Heading> = {
  account: { href: paths.profileAccount, title: 'profile.group.account', Icon: UserRound },
  security: { href: paths.profileSecurity, title: 'security.title', Icon: ShieldCheck },
  play: { href: paths.profilePlay, title: 'profile.play', Icon: Gamepad2 },
  notifications: { href: paths.profileNotifications, title: 'notifications.title', Icon: Bell },
  data: { href: paths.profileData, title: 'ownData.title', Icon: FileText },
};

import { Button, Menu } from '@mantine/core';
import {
  ChevronDown,
  KeyRound,
  LogOut,
  MessageCircle,
  ScrollText,
  ShieldBan,
  ShieldCheck,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { paths } from '../../app/paths.ts';
import { useMay } from '../../app/self.ts';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { AdjustDialog } from './AdjustDialog.tsx';
import type { MemberDetail } from './MemberPage.tsx';

type Verb = 'suspend' | 'restore' | 'end-sessions' | 'reset-password';

/** What the operator's role may do about the member; each with a reason. */
export function MemberActions({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const may = useMay();
  const { member } = detail;
  const [dialog, setDialog] = useState<Verb | 'adjust'>();
  const close = () => setDialog(undefined);
  const words = {
    suspend: ['members.suspend', 'members.suspendHint', 'members.suspended'],
    restore: ['members.restore', 'members.restoreHint', 'members.restored'],
    'end-sessions': ['members.endSessions', 'members.endSessionsHint', 'members.sessionsEnded'],
    'reset-password': ['members.reset', 'members.resetHint', 'members.resetDone'],
  } as const;
  const verb = dialog === 'adjust' ? undefined : dialog;
  const perform = useAction(
    ({ verb: chosen, reason }: { verb: Verb; reason: string }) =>
      client(`POST /api/console/members/:id/${chosen}`, { params: { id: member.id }, body: { reason } }),
    { ...(verb && { done: t(words[verb][2]) }), onDone: close },
  );
  const isSuspended = member.status === 'suspended';
  const mayChat = may('chat.answer') && detail.chatRoomId !== null;
  const mayAny = mayChat || may('member.sessions') || may('member.suspend') || may('audit.read');

  return (
    <>
      {may('balance.adjust') && (
        <Button variant="default" onClick={() => setDialog('adjust')}>
          {t('members.adjust')}
        </Button>
      )}
      {mayAny && (
        <Menu position="bottom-end" width={260}>
          <Menu.Target>
            <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden="true" />}>
              {t('members.actions')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {mayChat && (
              <Menu.Item
                component={Link}
                href={`${paths.chat}/${detail.chatRoomId}`}
                leftSection={<MessageCircle size={16} />}
              >
                {t('members.chat')}
              </Menu.Item>
            )}
            {may('audit.read') && (
              <Menu.Item
                component={Link}
                href={`${paths.audit}?member=${member.id}`}
                leftSection={<ScrollText size={16} />}
              >
                {t('members.audit')}
              </Menu.Item>
            )}
            {may('member.sessions') && (
              <>
                <Menu.Item leftSection={<LogOut size={16} />} onClick={() => setDialog('end-sessions')}>
                  {t('members.endSessions')}
                </Menu.Item>
                <Menu.Item leftSection={<KeyRound size={16} />} onClick={() => setDialog('reset-password')}>
                  {t('members.reset')}
                </Menu.Item>
              </>
            )}
            {may('member.suspend') && (
              <Menu.Item
                {...(isSuspended ? {} : { color: 'red' })}
                leftSection={isSuspended ? <ShieldCheck size={16} /> : <ShieldBan size={16} />}
                onClick={() => setDialog(isSuspended ? 'restore' : 'suspend')}
              >
                {t(isSuspended ? 'members.restore' : 'members.suspend')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog === 'adjust' && <AdjustDialog detail={detail} onClose={close} />}
      {verb !== undefined && (
        <ReasonDialog
          title={`${t(words[verb][0])} · ${member.name}`}
          hint={t(words[verb][1], { phone: member.phoneNumber })}
          action={t(words[verb][0])}
          isHarmless={verb === 'restore'}
          isBusy={perform.isPending}
          onClose={close}
          onConfirm={(reason) => perform.mutate({ verb, reason })}
        />
      )}
    </>
  );
}

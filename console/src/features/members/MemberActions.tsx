import type { PauseKind } from '@krapao/contract/api/protection/breaks';
import { Button, Menu } from '@mantine/core';
import {
  ChevronDown,
  CircleOff,
  FileText,
  Fingerprint,
  HandCoins,
  Hourglass,
  KeyRound,
  Lock,
  LockOpen,
  LogOut,
  MessageCircle,
  ScrollText,
  ShieldBan,
  ShieldCheck,
  UserCheck,
  UserPen,
  UserX,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useMay } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';
import { AdjustDialog } from './AdjustDialog.tsx';
import { ChangeMemberDialog } from './ChangeMemberDialog.tsx';
import { GrantDialog } from './GrantDialog.tsx';
import type { MemberDetail } from './MemberPage.tsx';
import { PauseDialog } from './PauseDialog.tsx';

type Verb =
  | 'suspend'
  | 'restore'
  | 'freeze'
  | 'unfreeze'
  | 'stop-payouts'
  | 'allow-payouts'
  | 'end-sessions'
  | 'reset-password'
  | 'reset-security'
  | 'copy'
  | 'erase'
  | 'keep';

/** The actions that the operator's role permits on the member; each needs a reason. */
export function MemberActions({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const may = useMay();
  const { member } = detail;
  const [dialog, setDialog] = useState<Verb | 'adjust' | 'grant' | 'change' | PauseKind>();
  const close = () => setDialog(undefined);
  const words = {
    suspend: ['members.suspend', 'members.suspendHint', 'members.suspended'],
    restore: ['members.restore', 'members.restoreHint', 'members.restored'],
    freeze: ['members.freeze', 'members.freezeHint', 'members.frozenDone'],
    unfreeze: ['members.unfreeze', 'members.unfreezeHint', 'members.unfrozen'],
    'stop-payouts': ['members.stopPayouts', 'members.stopPayoutsHint', 'members.payoutsStopped'],
    'allow-payouts': ['members.allowPayouts', 'members.allowPayoutsHint', 'members.payoutsAllowed'],
    'end-sessions': ['members.endSessions', 'members.endSessionsHint', 'members.sessionsEnded'],
    'reset-password': ['members.reset', 'members.resetHint', 'members.resetDone'],
    'reset-security': ['members.resetSecurity', 'members.resetSecurityHint', 'members.resetSecurityDone'],
    copy: ['members.copyData', 'members.copyDataHint', 'members.copyDataDone'],
    erase: ['members.erase', 'members.eraseHint', 'members.eraseDone'],
    keep: ['members.keepAccount', 'members.keepAccountHint', 'members.keepAccountDone'],
  } as const;
  const verb = dialog !== undefined && dialog in words ? (dialog as Verb) : undefined;
  const perform = useAction(
    ({ verb: chosen, reason }: { verb: Verb; reason: string }) =>
      client(`POST /api/console/members/:id/${chosen}`, { params: { id: member.id }, body: { reason } }),
    { ...(verb && { done: t(words[verb][2]) }), onDone: close },
  );
  const isSuspended = member.status === 'suspended';
  const mayFreeze = detail.frozen?.operatorName == null && may('member.sessions');
  const mayUnfreeze = detail.frozen !== null && may('member.suspend');
  const mayChat = may('chat.answer') && detail.chatRoomId !== null;
  const mayAny = mayChat || may('member.sessions') || may('member.suspend') || may('audit.read');

  return (
    <>
      {may('balance.adjust') && (
        <>
          <Button variant="default" onClick={() => setDialog('adjust')}>
            {t('members.adjust')}
          </Button>
          <Button variant="default" onClick={() => setDialog('grant')}>
            {t('members.grant')}
          </Button>
        </>
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
            {may('member.change') && (
              <Menu.Item leftSection={<UserPen size={16} />} onClick={() => setDialog('change')}>
                {t('members.details')}
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
            {mayFreeze && (
              <Menu.Item color="red" leftSection={<Lock size={16} />} onClick={() => setDialog('freeze')}>
                {t('members.freeze')}
              </Menu.Item>
            )}
            {mayUnfreeze && (
              <Menu.Item leftSection={<LockOpen size={16} />} onClick={() => setDialog('unfreeze')}>
                {t('members.unfreeze')}
              </Menu.Item>
            )}
            {may('member.suspend') && member.status !== 'closed' && (
              <Menu.Item
                {...(detail.payoutsStopped === null ? { color: 'red' } : {})}
                leftSection={<HandCoins size={16} />}
                onClick={() => setDialog(detail.payoutsStopped === null ? 'stop-payouts' : 'allow-payouts')}
              >
                {t(detail.payoutsStopped === null ? 'members.stopPayouts' : 'members.allowPayouts')}
              </Menu.Item>
            )}
            {may('member.suspend') && (
              <Menu.Item leftSection={<Fingerprint size={16} />} onClick={() => setDialog('reset-security')}>
                {t('members.resetSecurity')}
              </Menu.Item>
            )}
            {may('member.suspend') && (
              <>
                <Menu.Item leftSection={<Hourglass size={16} />} onClick={() => setDialog('break')}>
                  {t('members.break')}
                </Menu.Item>
                <Menu.Item
                  color="red"
                  leftSection={<CircleOff size={16} />}
                  onClick={() => setDialog('exclusion')}
                >
                  {t('members.exclude')}
                </Menu.Item>
              </>
            )}
            {may('member.change') && member.status !== 'closed' && (
              <>
                <Menu.Item leftSection={<FileText size={16} />} onClick={() => setDialog('copy')}>
                  {t('members.copyData')}
                </Menu.Item>
                <Menu.Item leftSection={<UserCheck size={16} />} onClick={() => setDialog('keep')}>
                  {t('members.keepAccount')}
                </Menu.Item>
                <Menu.Item color="red" leftSection={<UserX size={16} />} onClick={() => setDialog('erase')}>
                  {t('members.erase')}
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
      {dialog === 'change' && <ChangeMemberDialog member={member} onClose={close} />}
      {(dialog === 'break' || dialog === 'exclusion') && (
        <PauseDialog detail={detail} kind={dialog} onClose={close} />
      )}
      {dialog === 'grant' && <GrantDialog member={member} onClose={close} />}
      {dialog === 'adjust' && <AdjustDialog detail={detail} onClose={close} />}
      {verb !== undefined && (
        <ReasonDialog
          title={`${t(words[verb][0])} · ${member.name}`}
          hint={t(words[verb][1], { phone: member.phoneNumber })}
          action={t(words[verb][0])}
          isHarmless={
            verb === 'restore' ||
            verb === 'unfreeze' ||
            verb === 'allow-payouts' ||
            verb === 'copy' ||
            verb === 'keep'
          }
          isBusy={perform.isPending}
          onClose={close}
          onConfirm={(reason) => perform.mutate({ verb, reason })}
        />
      )}
    </>
  );
}

import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf } from '@krapao/contract/endpoint';
import { nameIn } from '@krapao/ui/nameIn.ts';
import { Button, Group, Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import type { MemberDetail } from './MemberPage.tsx';

type Change = BodyOf<Contract['POST /api/console/members/:id/change']>;

interface Props {
  member: MemberDetail['member'];
  onClose: () => void;
}

/** Changes name, telephone number and bank account of a member; a second operator must approve. */
export function ChangeMemberDialog({ member, onClose }: Props) {
  const t = useT();
  const language = useLanguage();
  const [reason, setReason] = useState('');
  const [details, setDetails] = useState({
    name: member.name,
    phoneNumber: member.phoneNumber,
    bankCode: member.bankCode,
    bankAccountNo: member.bankAccountNo,
    bankAccountName: member.bankAccountName,
  });
  const banks = useQuery({ queryKey: ['banks'], queryFn: () => client('GET /api/lookup/banks') });
  const change = useAction(
    (body: Change) => client('POST /api/console/members/:id/change', { params: { id: member.id }, body }),
    {
      done: ({ waits }) => t(waits === null ? 'members.details.done' : 'approvals.asked'),
      onDone: onClose,
    },
  );
  const isChanged = Object.entries(details).some(([name, value]) => member[name as 'name'] !== value);
  const field = (name: keyof typeof details) => ({
    value: details[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDetails((before) => ({ ...before, [name]: value }));
    },
    required: true,
    withAsterisk: false,
    mb: 'md',
  });
  // The member's bank may no longer be offered.
  const codes = [...new Set([member.bankCode, ...(banks.data ?? []).map(({ code }) => code)])];
  const nameOf = (code: string) => {
    const bank = banks.data?.find((one) => one.code === code);
    if (bank === undefined) return code;
    return `${code} · ${nameIn(bank, language)}`;
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isChanged && reason.trim() !== '') change.mutate({ ...details, reason: reason.trim() });
  }

  return (
    <Modal opened onClose={onClose} title={`${t('members.details')} · ${member.name}`}>
      <form onSubmit={submit}>
        <Text mb="md">{t('members.details.hint')}</Text>
        <TextInput
          label={<span>{t('members.details.name')}</span>}
          maxLength={60}
          data-autofocus
          {...field('name')}
        />
        <TextInput
          label={<span>{t('members.details.phone')}</span>}
          maxLength={24}
          {...field('phoneNumber')}
        />
        <NativeSelect
          label={<span>{t('members.details.bank')}</span>}
          data={codes.map((code) => ({ value: code, label: nameOf(code) }))}
          {...field('bankCode')}
        />
        <TextInput
          label={<span>{t('members.details.accountNo')}</span>}
          maxLength={40}
          {...field('bankAccountNo')}
        />
        <TextInput
          label={<span>{t('members.details.accountName')}</span>}
          maxLength={120}
          {...field('bankAccountName')}
        />
        <ReasonField value={reason} onChange={setReason} />
        <Group grow preventGrowOverflow={false} mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={!isChanged || reason.trim() === ''} loading={change.isPending}>
            {t('members.details.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

import { SKILLS } from '@krapao/contract/skills';
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import type { Desk, HandedOver } from './chat.ts';

const QUEUE = 'queue';
const SKILL = 'skill ';

interface Props {
  operators: Desk['operators'];
  mayGiveBack: boolean;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: (body: HandedOver) => void;
}

/** Hands a conversation over to a colleague, to those with a skill, or back to the queue. */
export function HandOverDialog({ operators, mayGiveBack, isBusy, onClose, onConfirm }: Props) {
  const t = useT();
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    const said = reason.trim();
    const skill = SKILLS.find((one) => to === `${SKILL}${one}`);
    if (to !== '')
      onConfirm({
        to: to === QUEUE || skill ? null : to,
        ...(skill && { skill }),
        ...(said === '' ? {} : { reason: said }),
      });
  }
  return (
    <Modal opened onClose={onClose} title={t('chat.handOver')}>
      <form onSubmit={submit}>
        <NativeSelect
          label={<span>{t('chat.handOverTo')}</span>}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={[
            { value: '', label: t('chat.chooseOperator') },
            ...(mayGiveBack ? [{ value: QUEUE, label: t('chat.backToQueue') }] : []),
            {
              group: t('chat.toSkill'),
              items: SKILLS.map((skill) => ({
                value: `${SKILL}${skill}`,
                label: t('chat.skillPresent', {
                  skill: t(`chat.skill.${skill}`),
                  count: operators.filter(({ isPresent, skills }) => isPresent && skills.includes(skill))
                    .length,
                }),
              })),
            },
            {
              group: t('chat.toOperators'),
              items: operators.map(({ id, name }) => ({ value: id, label: name })),
            },
          ]}
          mb="md"
        />
        <TextInput
          label={<span>{t('chat.handOverReason')}</span>}
          description={t('app.reasonHint')}
          value={reason}
          maxLength={300}
          onChange={(event) => setReason(event.currentTarget.value)}
          mb="lg"
        />
        <Button type="submit" fullWidth disabled={to === ''} loading={isBusy}>
          {t('chat.handOver')}
        </Button>
      </form>
    </Modal>
  );
}

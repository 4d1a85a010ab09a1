import type { AlarmKind } from '@krapao/contract/alarms';
import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { canShowAlarms, turnAlarmsOff, turnAlarmsOn } from '../../lib/alarms.ts';
import { client } from '../../lib/api.ts';
import { errorText } from '../../lib/errorText.ts';
import { useAction } from '../../lib/useAction.ts';

/** Which alarms this device shows while the console is closed. */
export function AlarmsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('alarms.title')}>
      <Text size="sm" mb="md">
        {t('alarms.about')}
      </Text>
      {canShowAlarms() ? <Choice onDone={onClose} /> : <Text role="alert">{t('alarms.unable')}</Text>}
    </Modal>
  );
}

function Choice({ onDone }: { onDone: () => void }) {
  const t = useT();
  const { data, error } = useQuery({
    queryKey: ['alarms'],
    queryFn: () => client('GET /api/console/me/alarms'),
  });
  const [picked, setPicked] = useState<AlarmKind[]>();
  const [isRefused, setIsRefused] = useState(false);
  const turnOn = useAction(
    ({ publicKey, kinds }: { publicKey: string; kinds: AlarmKind[] }) => turnAlarmsOn(publicKey, kinds),
    { onDone: (isOn) => (isOn ? onDone() : setIsRefused(true)) },
  );
  const turnOff = useAction(turnAlarmsOff, { onDone });
  if (data === undefined) return error ? <p role="alert">{errorText(error)}</p> : null;
  const { publicKey, kinds: offered, chosen } = data;
  if (offered.length === 0) return <Text>{t('alarms.noneForRole')}</Text>;
  const kinds = (picked ?? chosen ?? offered).filter((kind) => offered.includes(kind));

  return (
    <Stack>
      <Checkbox.Group value={kinds} onChange={(values) => setPicked(values as AlarmKind[])}>
        <Stack gap="xs">
          {offered.map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`alarms.kind.${kind}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {isRefused && (
        <Text role="alert" c="red" size="sm">
          {t('alarms.refused')}
        </Text>
      )}
      <Group justify="flex-end">
        {chosen !== null && (
          <Button variant="default" loading={turnOff.isPending} onClick={() => turnOff.mutate(undefined)}>
            {t('alarms.off')}
          </Button>
        )}
        <Button
          disabled={kinds.length === 0}
          loading={turnOn.isPending}
          onClick={() => turnOn.mutate({ publicKey, kinds })}
        >
          {t('app.save')}
        </Button>
      </Group>
    </Stack>
  );
}

import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Autocomplete, Button, Group, Modal, Switch, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CopyText } from '../../../components/CopyText.tsx';
import { Facts } from '../../../components/Facts.tsx';
import { ReasonField } from '../../../components/ReasonField.tsx';
import { ShownOnce } from '../../../components/ShownOnce.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { client } from '../../../lib/api.ts';
import { useAction } from '../../../lib/useAction.ts';
import type { Feed } from './feed.ts';

interface Props {
  feed: Feed;
  onClose: () => void;
}

type Made = ResponseOf<Contract['POST /api/console/feeds/:id/phones']>;

/** Makes a key for one more phone or service, and shows it once with what else the phone needs. */
export function AddPhoneDialog({ feed, onClose }: Props) {
  const t = useT();
  const [name, setName] = useState('');
  const [holder, setHolder] = useState('');
  const [isService, setIsService] = useState(false);
  const [reason, setReason] = useState('');
  const [made, setMade] = useState<Made>();
  const add = useAction(
    () =>
      client('POST /api/console/feeds/:id/phones', {
        params: { id: feed.id },
        body: { name: name.trim(), holder: holder.trim(), isService, reason: reason.trim() },
      }),
    { onDone: setMade },
  );
  if (made) return <PhoneKey feed={feed} name={name} isService={isService} made={made} onClose={onClose} />;
  const isMissing = [name, holder, reason].some((text) => text.trim() === '');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isMissing) add.mutate(undefined);
  }
  return (
    <Modal opened onClose={onClose} title={t('feeds.addTitle')}>
      <form className="connection-fields" onSubmit={submit} autoComplete="off">
        <Text>{t('feeds.addHint')}</Text>
        <TextInput
          label={<span>{t('feeds.phone')}</span>}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Switch
          label={t('feeds.isService')}
          description={t('feeds.isServiceHint')}
          checked={isService}
          onChange={(event) => setIsService(event.currentTarget.checked)}
        />
        <Autocomplete
          label={<span>{t('feeds.holder')}</span>}
          description={t('feeds.holderHint')}
          data={[...new Set(feed.phones.map((phone) => phone.holder).filter(Boolean))]}
          value={holder}
          maxLength={60}
          onChange={setHolder}
        />
        <ReasonField value={reason} onChange={setReason} />
        <Group grow preventGrowOverflow={false}>
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={isMissing} loading={add.isPending}>
            {t('feeds.add')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

interface Key {
  name: string;
  isService: boolean;
  made: Made;
}

/** What the forwarding app sends; docs/connections/generic-bank-feed.md says it for the usual apps. */
const BODY = '{"text": "…", "from": "…", "at": "…"}';

function PhoneKey({ feed, name, isService, made, onClose }: Props & Key) {
  const t = useT();
  return (
    <ShownOnce
      title={t('feeds.keyOf', { name })}
      waits={made.waits === null ? undefined : t('feeds.keyWaits')}
      hint={t('feeds.keyOnce')}
      kept={t('feeds.keyKept')}
      onClose={onClose}
    >
      <Facts
        rows={[
          [
            t('feeds.keyAddress'),
            <CopyText key="address" text={new URL(feed.receivesAt, location.origin).href} />,
          ],
          [t('feeds.keyHeader'), <CopyText key="header" text={`Authorization: Bearer ${made.key}`} />],
          ...(isService ? [] : [[t('feeds.keyBody'), <CopyText key="body" text={BODY} />] as const]),
        ]}
      />
    </ShownOnce>
  );
}

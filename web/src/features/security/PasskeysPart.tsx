import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { PASSKEYS_MAX } from '@krapao/contract/limits';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Form } from '../../components/Form.tsx';
import { TextField } from '../../components/TextField.tsx';
import { toast } from '../../components/toast.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { makePasskey } from '../../lib/passkey.ts';
import { useProvedAction } from './useProvedAction.ts';

type Passkey = ResponseOf<Contract['GET /api/account/security']>['passkeys'][number];

const NAME_LENGTH_MAX = 40;

/** The member's passkeys: add, rename, remove. */
export function PasskeysPart({ passkeys }: { passkeys: readonly Passkey[] }) {
  const t = useT();
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const add = useProvedAction({
    act: async () => {
      const passkey = await makePasskey(await client('POST /api/account/passkeys/options'));
      const name = t('passkey.first', { number: passkeys.length + 1 });
      await client('POST /api/account/passkeys', { body: { name, passkey } });
    },
    onDone: () => toast.success(() => t('passkey.added')),
  });
  const remove = useProvedAction({
    act: (passkeyId: string) => client('DELETE /api/account/passkeys/:passkeyId', { params: { passkeyId } }),
    onDone: () => toast.success(() => t('passkey.removed')),
  });
  return (
    <section>
      <h3>{t('passkey.title')}</h3>
      <p className="mt-1 text-small text-ink-2">{t('passkey.text')}</p>
      {passkeys.length > 0 && (
        <ul className="card list mt-3 px-4.5 py-0.5">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex-wrap">
              <div className="min-w-[150px] flex-1">
                <div translate="no" className="font-medium break-words">
                  {passkey.name}
                </div>
                <div className="num text-caption whitespace-normal text-ink-3">
                  {passkey.isDistrusted
                    ? t('passkey.distrusted')
                    : t('passkey.since', { time: dateTimeText(passkey.createdAt) })}
                </div>
              </div>
              <Button
                size="small"
                aria-label={t('passkey.renameOf', { name: passkey.name })}
                onClick={() => setRenamed(passkey)}
              >
                {t('passkey.rename')}
              </Button>
              <Button
                size="small"
                aria-label={t('passkey.removeOf', { name: passkey.name })}
                isOff={remove.isPending}
                onClick={() => remove.mutate(passkey.id)}
              >
                {t('passkey.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="outline"
        className="mt-3"
        disabled={passkeys.length >= PASSKEYS_MAX}
        busyLabel={add.isPending && t('saving')}
        onClick={() => add.mutate()}
      >
        {t('passkey.add')}
      </Button>
      {renamed && <RenameDialog key={renamed.id} passkey={renamed} onClose={() => setRenamed(null)} />}
    </section>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useT();
  const [name, setName] = useState(passkey.name);
  const [isAsked, setIsAsked] = useState(false);
  const rename = useProvedAction({
    act: () =>
      client('PUT /api/account/passkeys/:passkeyId', {
        params: { passkeyId: passkey.id },
        body: { name: name.trim() },
      }),
    onDone: onClose,
  });
  function submit() {
    setIsAsked(true);
    if (name.trim() !== '') rename.mutate();
  }
  return (
    <Dialog open onClose={onClose} title={t('passkey.rename')} shape="centred" busy={rename.isPending}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={t('passkey.name')}
          data-autofocus
          autoComplete="off"
          maxLength={NAME_LENGTH_MAX}
          value={name}
          onChange={setName}
          error={isAsked && name.trim() === '' ? t('field.required') : undefined}
        />
        <Button type="submit" variant="primary" full busyLabel={rename.isPending && t('saving')}>
          {t('save')}
        </Button>
      </Form>
    </Dialog>
  );
}

import { DOCUMENT_KINDS, type DocumentKind, PARTS_OF } from '@krapao/contract/identity';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Select } from '../../components/Select.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { PicturePart } from './PicturePart.tsx';
import type { Identity } from './queries.ts';

interface Props {
  identity: Identity;
  next: NonNullable<Identity['next']>;
  onChange: (identity: Identity) => void;
}

/** The way to the next level: what is needed and why, the pictures one by one, what is stored and for how long. */
export function RequestForm({ identity, next, onChange }: Props) {
  const t = useT();
  const { request } = identity;
  const open = request?.state === 'OPEN' ? request : undefined;
  const told = (error: Error) => toast.error(() => errorMessage(error));
  const begin = useMutation({
    mutationFn: (documentKind: DocumentKind) =>
      client('POST /api/identity/request', { body: { level: next, documentKind } }),
    onSuccess: onChange,
    onError: told,
  });
  const send = useMutation({
    mutationFn: () => client('POST /api/identity/request/send'),
    onSuccess: onChange,
    onError: told,
  });
  const kinds = DOCUMENT_KINDS.filter((kind) => (kind === 'funds') === (next === 3));
  const parts = open ? PARTS_OF[open.documentKind] : [];
  const isComplete = open !== undefined && parts.every((part) => open.parts.includes(part));

  return (
    <section aria-label={t('identity.next')} className="flex flex-col gap-4">
      {request?.refusal && (
        <Notice kind="error">
          {`${t('identity.state.REFUSED')}: ${t(`identity.refusal.${request.refusal}`)}`}
        </Notice>
      )}
      <div>
        <h3>{t(`identity.ask.${next}`)}</h3>
        <p className="text-ink-2">{t(`identity.why.${next}`)}</p>
      </div>
      {next === 2 ? (
        <Select
          label={t('identity.document')}
          value={open?.documentKind ?? ''}
          onChange={(kind) => !begin.isPending && begin.mutate(kind as DocumentKind)}
        >
          <option value="" disabled>
            {t('identity.choose')}
          </option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`identity.kind.${kind}`)}
            </option>
          ))}
        </Select>
      ) : (
        !open && (
          <Button
            full
            busyLabel={begin.isPending && t('identity.opening')}
            onClick={() => begin.mutate('funds')}
          >
            {t('identity.begin')}
          </Button>
        )
      )}
      {open && (
        <ul className="flex flex-col gap-3">
          {parts.map((part) => (
            <PicturePart
              key={`${open.createdAt} ${part}`}
              part={part}
              isThere={open.parts.includes(part)}
              onSent={onChange}
            />
          ))}
        </ul>
      )}
      <Notice kind="safety">{t('identity.kept', { years: identity.keptYears })}</Notice>
      {open && (
        <Button
          variant="primary"
          full
          disabled={!isComplete}
          busyLabel={send.isPending && t('identity.sending')}
          onClick={() => send.mutate()}
        >
          {t('identity.send')}
        </Button>
      )}
    </section>
  );
}

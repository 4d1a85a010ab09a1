import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { PictureViewer } from '../../components/PictureViewer.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';

type Request = ResponseOf<Contract['GET /api/console/identityRequests']>['items'][number];
type Part = Request['parts'][number];

/** The pictures of a request, after the operator has said why they look. */
export function DocumentPictures({ request: { id, parts, documentKind } }: { request: Request }) {
  const t = useT();
  const [chosen, setChosen] = useState<Part | undefined>(parts[0]);
  const [isAsking, setIsAsking] = useState(false);
  const look = useAction(
    (reason: string) =>
      client('POST /api/console/identityRequests/:id/look', { params: { id }, body: { reason } }),
    { onDone: () => setIsAsking(false) },
  );
  const pictures = look.data?.pictures;
  const label = t(`identity.kind.${documentKind}`);
  return (
    <>
      <PictureViewer
        label={label}
        alt={chosen === undefined ? label : `${label} · ${t(`identity.part.${chosen}`)}`}
        head={
          <>
            <b>{label}</b>{' '}
            {pictures && (
              <Button size="compact-sm" variant="default" onClick={() => setIsAsking(true)}>
                {t('identity.look')}
              </Button>
            )}
          </>
        }
        src={pictures?.find(({ part }) => part === chosen)?.url}
        unopened={
          <div className="centre">
            <p className="muted">{t('identity.lookHint')}</p>
            <Button onClick={() => setIsAsking(true)}>{t('identity.look')}</Button>
          </div>
        }
        broken={t('identity.pictureGone')}
      >
        <fieldset className="queue-tabs" aria-label={label}>
          {parts.map((part) => (
            <button key={part} type="button" aria-pressed={part === chosen} onClick={() => setChosen(part)}>
              {t(`identity.part.${part}`)}
            </button>
          ))}
        </fieldset>
      </PictureViewer>
      {isAsking && (
        <ReasonDialog
          title={t('identity.look')}
          hint={t('identity.lookHint')}
          action={t('identity.look')}
          isHarmless
          isBusy={look.isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={(reason) => look.mutate(reason)}
        />
      )}
    </>
  );
}

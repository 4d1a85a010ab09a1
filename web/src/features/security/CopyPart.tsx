import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { mediaUrl } from '../../lib/mediaUrl.ts';
import { ownDataQuery } from './queries.ts';
import { useProvedAction } from './useProvedAction.ts';

type Copy = ResponseOf<Contract['GET /api/account/data']>['copy'];

/** Asks for a copy of the data, shows how far it is, and downloads its files. */
export function CopyPart({ copy }: { copy: Copy }) {
  const t = useT();
  const queryClient = useQueryClient();
  const ask = useProvedAction({
    act: () => client('POST /api/account/data/copy'),
    onDone: () => void queryClient.invalidateQueries(ownDataQuery),
  });
  const download = useProvedAction({
    act: async ({ id, form }: { id: string; form: 'html' | 'json' }) => {
      const links = await client('POST /api/account/data/copy/:copyId/links', { params: { copyId: id } });
      window.location.assign(mediaUrl(links[form]));
    },
  });
  const isReady = copy?.state === 'READY';
  return (
    <>
      <h3>{t('ownData.copy')}</h3>
      <div className="flex flex-col gap-3 pt-2 pb-6">
        <p className="text-small text-ink-2">{t('ownData.copyText')}</p>
        <div role="status" className="flex flex-col gap-1 empty:-mt-3">
          {copy?.state === 'WAITING' && (
            <>
              <p>{t('ownData.making', { done: String(copy.done), chapters: String(copy.chapters) })}</p>
              <progress
                className="w-full"
                value={copy.done}
                max={copy.chapters}
                aria-label={t('ownData.copy')}
              />
            </>
          )}
          {copy?.state === 'FAILED' && <Notice kind="error">{t('ownData.failed')}</Notice>}
          {isReady && <p>{t('ownData.ready', { time: dateTimeText(copy.expiresAt ?? '') })}</p>}
        </div>
        {isReady && (
          <>
            <Button
              variant="primary"
              full
              isOff={download.isPending}
              onClick={() => download.mutate({ id: copy.id, form: 'html' })}
            >
              {t('ownData.page')}
            </Button>
            <Button
              full
              isOff={download.isPending}
              onClick={() => download.mutate({ id: copy.id, form: 'json' })}
            >
              {t('ownData.json')}
            </Button>
          </>
        )}
        {copy?.state !== 'WAITING' && (
          <Button variant="outline" full isOff={ask.isPending} onClick={() => ask.mutate()}>
            {t('ownData.ask')}
          </Button>
        )}
      </div>
    </>
  );
}

import type { Contract } from '@krapao/contract/api/index';
import type { ConsentKind } from '@krapao/contract/consents';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Checkbox } from '../../components/Checkbox.tsx';
import { Fold } from '../../components/Fold.tsx';
import { RichText } from '../../components/RichText.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { agreeTo } from '../../lib/agreeTo.ts';
import { client } from '../../lib/api.ts';
import { ownDataQuery } from './queries.ts';

type OwnData = ResponseOf<Contract['GET /api/account/data']>;

const TEXTS = ['agreements', 'conditions'] as const;

/** The versions of the texts that the member agreed to, the choice of marketing, and all earlier answers. */
export function ConsentPart({ data: { consents, newVersions } }: { data: OwnData }) {
  const t = useT();
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (isGiven: boolean) =>
      client('PUT /api/account/consents/:kind', { params: { kind: 'marketing' }, body: { isGiven } }),
    onError: (error: Error) => toast.error(() => errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries(ownDataQuery),
  });
  const newest = (kind: ConsentKind) => consents.find((one) => one.kind === kind);
  const isMarketing = isPending ? variables : newest('marketing')?.isGiven === true;
  const words = ({ version, at }: OwnData['consents'][number]) =>
    version === null ? dateTimeText(at) : t('ownData.version', { version, time: dateTimeText(at) });

  return (
    <>
      <h3>{t('ownData.consents')}</h3>
      <div className="flex flex-col gap-3 pt-2 pb-6">
        {TEXTS.map((kind) => {
          const given = newest(kind);
          return (
            <div key={kind} className="flex flex-col gap-1">
              <p className="font-medium">{t(`ownData.${kind}`)}</p>
              {given && <p className="num text-caption text-ink-3">{words(given)}</p>}
              {newVersions.includes(kind) && (
                <NewText kind={kind} onAgreed={() => queryClient.invalidateQueries(ownDataQuery)} />
              )}
            </div>
          );
        })}
        {/* Not disabled meanwhile: it would lose the focus. */}
        <Checkbox checked={isMarketing} onChange={(isGiven) => !isPending && mutate(isGiven)}>
          {t('ownData.marketing')}
        </Checkbox>
        {consents.length > 0 && (
          <Fold summary={<span>{t('ownData.history')}</span>}>
            <ul className="flex flex-col gap-2 text-small text-ink-2">
              {consents.map((one) => (
                <li key={`${one.kind} ${one.at}`}>
                  <span>{`${t(`ownData.${one.kind}`)}: ${t(one.isGiven ? 'ownData.given' : 'ownData.refused')} `}</span>
                  <span className="num text-caption text-ink-3">{words(one)}</span>
                </li>
              ))}
            </ul>
          </Fold>
        )}
      </div>
    </>
  );
}

/** A text as it is now, to be read before it is agreed to; the server keeps whether it was opened. */
function NewText({ kind, onAgreed }: { kind: (typeof TEXTS)[number]; onAgreed: () => void }) {
  const t = useT();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['lookup', kind, language],
    queryFn: () => client(`GET /api/lookup/${kind}`),
    enabled: isOpen,
  });
  const agree = useMutation({
    mutationFn: () => agreeTo(kind, 'dataPage', isOpen && data ? { parts: data, language } : undefined),
    onError: (error: Error) => toast.error(() => errorMessage(error)),
    onSettled: onAgreed,
  });
  return (
    <>
      <Fold
        summary={<span>{t('ownData.read')}</span>}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        {data?.map((html) => (
          <RichText key={html} html={html} className="mb-4 text-ink-2" />
        ))}
      </Fold>
      <Button full isOff={agree.isPending} onClick={() => agree.mutate()}>
        {t('ownData.agree')}
      </Button>
    </>
  );
}

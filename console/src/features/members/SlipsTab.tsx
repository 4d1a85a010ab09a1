import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Modal, SimpleGrid, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { MorePages } from '../../components/MorePages.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { State } from '../../components/State.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { usePages } from '../../lib/usePages.ts';
import type { MemberDetail } from './MemberPage.tsx';

type Slip = ResponseOf<Contract['POST /api/console/members/:id/slips']>['slips'][number];

/** The member's slips as pictures; a press shows one large. */
export function SlipsTab({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const params = { id: detail.member.id };
  const query = usePages(
    ['member', params.id, 'slips'],
    (body) => client('POST /api/console/members/:id/slips', { params, body }),
    ({ slips }) => slips.at(-1)?.id,
  );
  const [shown, setShown] = useState<Slip>();
  return (
    <QueryState query={query}>
      {({ pages }) => {
        const slips = pages.flatMap((page) => page.slips);
        return (
          <>
            {slips.length === 0 && <p className="muted">{t('members.none')}</p>}
            <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }}>
              {slips.map((slip) => (
                <UnstyledButton key={slip.id} className="slip-card" onClick={() => setShown(slip)}>
                  <Thumbnail slip={slip} />
                  <span translate="no" className="num">
                    {slip.amount === null ? '–' : bahtText(slip.amount)}
                  </span>
                  <small className="muted num">{dateTimeText(slip.uploadedAt)}</small>
                  <span>
                    <State state={slip.isWaiting ? 'WAITING' : slip.status} />
                  </span>
                  {slip.note !== null && <small className="muted">{noteText(slip.note)}</small>}
                </UnstyledButton>
              ))}
            </SimpleGrid>
            <MorePages query={query} />
            <Modal
              opened={shown !== undefined}
              onClose={() => setShown(undefined)}
              size="lg"
              title={shown && t('slips.slip', { id: shown.id })}
            >
              {shown && (
                <>
                  <p className="muted num reference" translate="no">
                    {`${dateTimeText(shown.uploadedAt)}${shown.transRef !== null ? ` · ${shown.transRef}` : ''}`}
                  </p>
                  <img
                    src={slips.find(({ id }) => id === shown.id)?.picture ?? shown.picture}
                    alt={t('slips.slip', { id: shown.id })}
                    style={{ width: '100%', borderRadius: 12 }}
                  />
                </>
              )}
            </Modal>
          </>
        );
      }}
    </QueryState>
  );
}

/** Every answer has a newly signed link; keeping the first one prevents flickering. */
function Thumbnail({ slip }: { slip: Slip }) {
  const t = useT();
  const [picture] = useState(slip.picture);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <p className="muted centre">{t('slips.noPicture')}</p>;
  return (
    <img
      src={picture}
      alt={t('slips.slip', { id: slip.id })}
      loading="lazy"
      onError={() => setIsBroken(true)}
    />
  );
}

function noteText(note: string): string {
  const id = `slipReason.${note}`;
  return wordsOr(id, note);
}

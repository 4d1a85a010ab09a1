import { LANGUAGE_NAMES } from '@krapao/ui/languageNames.ts';
import { bahtText, isFigure } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Button, Textarea } from '@mantine/core';
import { ChevronRight, ImageOff, Star } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import type { Fact } from '../../components/Facts.tsx';
import { MemberLink } from '../../components/MemberLink.tsx';
import { RevealButton, useRevealed } from '../../components/PrivateData.tsx';
import { State } from '../../components/State.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useMay } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';
import { BackButton } from './BackButton.tsx';
import { dateText, type RoomDetail } from './chat.ts';
import { MemberRows } from './MemberRows.tsx';

/** The customer: the member's money, bank and last slip, or the data of a guest; and colleagues' notes. */
export function MemberPane({ detail, onBack }: { detail: RoomDetail; onBack: () => void }) {
  const t = useT();
  const may = useMay();
  const { member, room, closings } = detail;
  return (
    <aside className="pane" aria-label={t(member ? 'chat.member' : 'chat.guestTitle')}>
      <header className="pane-head">
        <BackButton label={t('chat.toConversation')} onPress={onBack} />
        <h2 className="grow">{t(member ? 'chat.member' : 'chat.guestTitle')}</h2>
        {member && may('member.read') && <MemberLink id={member.id} />}
      </header>
      <div className="pane-body chat-aside">
        {member ? (
          <MemberPairs member={member} />
        ) : (
          <Pairs
            rows={[
              [t('chat.guestId'), room.guestId ?? '', 'fixed'],
              [t('chat.language'), LANGUAGE_NAMES[room.language], 'fixed'],
              [t('chat.firstSeen'), dateTimeText(detail.createdAt)],
              [t('chat.messageCount'), String(detail.messages)],
            ]}
          />
        )}
        {member && may('member.read') && <MemberRows roomId={room.id} memberId={member.id} />}
        {member?.slip && <LastSlip slip={member.slip} />}
        <Notes roomId={room.id} notes={detail.notes} />
        {closings.length > 0 && (
          <section>
            <h3>{t('chat.closings')}</h3>
            <ul className="notes">
              {closings.map(({ closedAt, operatorName, rating }) => (
                <li key={closedAt}>
                  <p className="num">
                    {rating === null ? (
                      <span className="muted">{t('chat.notRated')}</span>
                    ) : (
                      <span className="chat-rating">
                        <Star size={15} aria-hidden="true" />
                        <span>{` ${t('chat.rated', { stars: rating })}`}</span>
                      </span>
                    )}
                  </p>
                  <small className="muted num" translate="no">
                    {`${dateTimeText(closedAt).slice(0, 16)} · ${operatorName}`}
                  </small>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </aside>
  );
}

/** The member's money and data; telephone and account in full for who may see them. */
function MemberPairs({ member }: { member: NonNullable<RoomDetail['member']> }) {
  const t = useT();
  const { phoneNumber, bankAccountNo, isMasked } = useRevealed(member);
  return (
    <>
      <p className="muted">{t('chat.total')}</p>
      <p translate="no" className="chat-hero num">
        {bahtText(member.total)}
      </p>
      <Pairs
        rows={[
          [t('chat.memberId'), member.id],
          [t('members.phone'), phoneNumber, 'fixed'],
          [t('chat.bank'), `${member.bankCode} ${bankAccountNo}`, 'fixed'],
          [t('chat.since'), dateText(member.createdAt)],
          [t('chat.bonus'), member.bonus?.name ?? t('chat.none'), 'fixed'],
          ...(member.status === 'active'
            ? []
            : [[t('members.status'), t('members.status.suspended')] as const]),
        ]}
      />
      {isMasked && <RevealButton member={member} />}
    </>
  );
}

function Pairs({ rows }: { rows: readonly Fact[] }) {
  return (
    <dl className="chat-pairs">
      {rows.map(([label, value, kind]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num" translate={kind === 'fixed' || isFigure(value) ? 'no' : undefined}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function LastSlip({ slip }: { slip: NonNullable<NonNullable<RoomDetail['member']>['slip']> }) {
  const t = useT();
  const may = useMay();
  // Every answer has a newly signed link; keeping the first one prevents flickering.
  const [picture, setPicture] = useState({ id: slip.id, address: slip.picture, isBroken: false });
  if (picture.id !== slip.id) setPicture({ id: slip.id, address: slip.picture, isBroken: false });
  return (
    <section>
      <div className="chat-slip-head">
        <h3>{t('chat.lastSlip')}</h3>
        <State state={slip.isWaiting ? 'WAITING' : slip.status} />
      </div>
      <div className="chat-slip">
        {picture.isBroken ? (
          <ImageOff size={24} className="muted" role="img" aria-label={t('slips.noPicture')} />
        ) : (
          <img
            src={picture.address}
            alt={t('slips.slip', { id: slip.id })}
            onError={() => setPicture({ ...picture, isBroken: true })}
          />
        )}
        <span>
          <b translate="no" className="num">
            {slip.amount === null ? '–' : bahtText(slip.amount)}
          </b>
          <small className="muted num">{dateTimeText(slip.uploadedAt)}</small>
        </span>
      </div>
      {slip.note !== null && <p>{wordsOr(`slipReason.${slip.note}`, slip.note)}</p>}
      {slip.isIncoming && <p>{t('chat.slipIncoming')}</p>}
      {(slip.isWaiting || slip.isIncoming) && may('deposit.decide') && (
        <Button
          component={Link}
          href={slip.isWaiting ? paths.slips : paths.incoming}
          variant="default"
          fullWidth
          rightSection={<ChevronRight size={17} aria-hidden="true" />}
        >
          {t(slip.isWaiting ? 'chat.toSlips' : 'chat.toIncoming')}
        </Button>
      )}
    </section>
  );
}

function Notes({ roomId, notes }: { roomId: string; notes: RoomDetail['notes'] }) {
  const t = useT();
  const [text, setText] = useState('');
  const add = useAction(
    (body: { text: string }) =>
      client('POST /api/console/chat/rooms/:id/notes', { params: { id: roomId }, body }),
    { onDone: () => setText('') },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '') add.mutate({ text: text.trim() });
  }
  return (
    <section>
      <h3>{t('chat.notes')}</h3>
      <ul className="notes">
        {notes.map(({ id, text: words, operatorName, createdAt }) => (
          <li key={id}>
            <p>{words}</p>
            <small
              className="muted num"
              translate="no"
            >{`${dateTimeText(createdAt).slice(0, 16)} · ${operatorName}`}</small>
          </li>
        ))}
      </ul>
      <form onSubmit={submit}>
        <Textarea
          aria-label={t('chat.addNote')}
          placeholder={t('chat.noteHint')}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {text.trim() !== '' && (
          <Button type="submit" variant="default" size="sm" mt={8} loading={add.isPending}>
            {t('chat.addNote')}
          </Button>
        )}
      </form>
    </section>
  );
}

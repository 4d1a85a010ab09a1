import './story.css';
import type { Story } from '@krapao/contract/api/story';
import { bahtText, signedBahtText } from '@krapao/ui/money.ts';
import { isLate, secondsTaken } from '@krapao/ui/storyKeys.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { CopyIconButton } from '../../components/CopyIconButton.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { Status } from '../../components/Status.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { serverNow } from '../../lib/serverClock.ts';
import { activityOf, signOf } from '../../lib/statementEntry.ts';
import { storyQuery } from '../../lib/storyQuery.ts';
import { ReceiptButtons } from './ReceiptButtons.tsx';
import { receiptOf } from './receipt.ts';
import { roundedTimeText } from './roundedTimeText.ts';
import { StorySteps } from './StorySteps.tsx';
import { usualWords, waitWords } from './storyWords.ts';

const LOOK_AGAIN_MS = 1_000;

interface StoryDialogProps {
  /** The row: the id of an entry, or `slip-` and the id of a slip. */
  id: string;
  open: boolean;
  onClose: () => void;
  /** Names a place that the statement gives as a code. */
  nameOf: (place: string) => string;
  /** Asks about the row in the chat, with words to begin with; undefined while there is no chat. */
  onAsk: ((rowId: string, words: string) => void) | undefined;
}

/** What has happened to one row of the statement, what it waits for, and how long that usually takes. */
export default function StoryDialog({ id, open, onClose, nameOf, onAsk }: StoryDialogProps) {
  const t = useT();
  const { data, error, refetch } = useQuery({ ...storyQuery(id), enabled: open });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('story.title')}
      footer={data && <Actions story={data} nameOf={nameOf} onAsk={onAsk} />}
    >
      {data ? (
        <Told story={data} nameOf={nameOf} />
      ) : error ? (
        <LoadFailed message={errorMessage(error)} onRetry={() => refetch()} />
      ) : (
        <SkeletonRows count={4} />
      )}
    </Dialog>
  );
}

function Actions({ story, nameOf, onAsk }: { story: Story } & Pick<StoryDialogProps, 'nameOf' | 'onAsk'>) {
  const t = useT();
  const { entry, reference } = story;
  const receipt = receiptOf(story, nameOf);
  const kind = t(`statement.${entry.statementType}`);
  const words = () => t('story.askWords', { kind, amount: bahtText(entry.amount), reference });
  return (
    <div className="flex flex-col gap-2">
      {receipt && <ReceiptButtons receipt={receipt} />}
      {onAsk && (
        <Button
          size="small"
          full
          icon={<MessageCircle aria-hidden="true" />}
          onClick={() => onAsk(entry._id, words())}
        >
          {t('story.ask')}
        </Button>
      )}
    </div>
  );
}

function Told({ story, nameOf }: { story: Story } & Pick<StoryDialogProps, 'nameOf'>) {
  const t = useT();
  const { entry } = story;
  const activity = activityOf(entry, nameOf);
  const isFailed = entry.status === 'FAILED';
  const taken = secondsTaken(story);
  return (
    <>
      <div className="text-center">
        <p className="text-small text-ink-2">
          {`${t(`statement.${entry.statementType}`)}${activity ? ` · ${'text' in activity ? activity.text : t('statement.route', activity)}` : ''}`}
        </p>
        <p translate="no" className={`num text-h1 font-semi ${isFailed ? 'text-ink-3 line-through' : ''}`}>
          {entry.amount === 0 && entry.status !== 'SUCCESS'
            ? '–'
            : signedBahtText(entry.amount, signOf(entry.statementType))}
        </p>
        <Status
          badge
          status={entry.status}
          isBeingChecked={entry.isBeingChecked ?? entry.payout?.isBeingChecked}
        />
      </div>
      <Waiting story={story} />
      <div className="mt-5">
        <StorySteps story={story} />
      </div>
      {story.rounds && <Rounds rounds={story.rounds} />}
      <dl className="story-facts">
        <Fact label={t('story.reference')} copied={story.reference}>
          <span translate="no">{story.reference}</span>
        </Fact>
        {story.bankReference !== null && (
          <Fact label={t('story.bankReference')} copied={story.bankReference}>
            <span translate="no">{story.bankReference}</span>
          </Fact>
        )}
        {entry.balanceAfter !== undefined && (
          <Fact label={t('story.balanceAfter')}>
            <span translate="no">{bahtText(entry.balanceAfter)}</span>
          </Fact>
        )}
        {taken !== undefined && <Fact label={t('story.duration')}>{roundedTimeText(taken)}</Fact>}
      </dl>
    </>
  );
}

/** The rounds of a session of play, the newest first. */
function Rounds({ rounds }: { rounds: NonNullable<Story['rounds']> }) {
  const t = useT();
  return (
    <section className="mt-5">
      <h3 className="text-small font-semi">{t('story.rounds')}</h3>
      <ul className="story-rounds">
        {rounds.map(({ at, staked, won, isOpen }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rounds of one moment are alike
          <li key={nth} className="num text-small">
            <time className="text-ink-3" dateTime={at}>
              {dateTimeText(at)}
            </time>
            <span>
              {isOpen && <span className="text-ink-3">{`${t('story.round.open')} · `}</span>}
              <span>{t('story.round', { staked: bahtText(staked), won: bahtText(won) })}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whom it waits for and how long that usually takes; said by itself once it takes longer. */
function Waiting({ story }: { story: Story }) {
  const t = useT();
  const now = useNow(LOOK_AGAIN_MS, serverNow);
  const wait = waitWords(story);
  if (!wait) return null;
  const usual = usualWords(story);
  const late = isLate(story.entry, now);
  return (
    <div className="mt-4" role="status">
      <Notice kind="wait">
        <b>{t(...wait)}</b>
        {story.promisedMinutes !== null && (
          <p>{t('story.promised', { time: roundedTimeText(story.promisedMinutes * 60) })}</p>
        )}
        {usual && <p>{t(...usual)}</p>}
        {late && <p>{t('story.late')}</p>}
      </Notice>
    </div>
  );
}

function Fact({ label, copied, children }: { label: string; copied?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3">{label}</dt>
      <dd className="num flex min-w-0 items-center justify-end gap-3 wrap-anywhere">
        <span>{children}</span>
        {copied !== undefined && <CopyIconButton text={copied} of={label} />}
      </dd>
    </div>
  );
}

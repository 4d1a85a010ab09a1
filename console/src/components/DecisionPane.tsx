import type { Elements } from '@krapao/ui/elements.ts';
import { useContext } from 'react';
import { useDraft } from '../lib/drafts.ts';
import { keepReason } from '../lib/lastReason.ts';
import { OpenItemContext } from '../lib/openItem.ts';
import type { Desk } from './ClaimedQueue.tsx';
import { DecisionFoot } from './Decision.tsx';
import { DecisionForm, type Verdict } from './DecisionForm.tsx';
import { ReasonField } from './ReasonField.tsx';
import { SameReason } from './SameReason.tsx';

/** The reason that the operator writes, and whether a decision still misses it. */
export function useReason() {
  const [text, setText] = useDraft('reason', () => '');
  return { text, setText, missing: text.trim() === '' ? ('reason' as const) : undefined };
}

interface Props {
  /** The pane's name for screen readers. */
  label: string;
  head: Elements;
  desk: Desk;
  reason: ReturnType<typeof useReason>;
  /** The reason before is offered: many items of the queue have the same. */
  repeatsReasons?: boolean;
  reject: Verdict;
  approve?: Verdict | undefined;
  /** The facts, and the inputs besides the reason. */
  children: Elements;
}

/** An open queue item that is decided with a reason. */
export function DecisionPane({
  label,
  head,
  desk,
  reason,
  repeatsReasons = false,
  reject,
  approve,
  children,
}: Props) {
  const queue = useContext(OpenItemContext)?.queue;
  const keeping = (verdict: Verdict): Verdict => ({
    ...verdict,
    decide: () => {
      if (queue !== undefined) keepReason(queue, reason.text);
      verdict.decide();
    },
  });
  return (
    <section className="pane" aria-label={label}>
      {head}
      <DecisionForm desk={desk} reject={keeping(reject)} approve={approve && keeping(approve)}>
        <div className="pane-body">{children}</div>
        <DecisionFoot>
          <ReasonField value={reason.text} onChange={reason.setText} />
          {repeatsReasons && queue !== undefined && (
            <SameReason queue={queue} reason={reason.text} onChoose={reason.setText} />
          )}
        </DecisionFoot>
      </DecisionForm>
    </section>
  );
}

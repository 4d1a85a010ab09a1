import type { Elements } from '@krapao/ui/elements.ts';
import { useDraft } from '../lib/drafts.ts';
import type { Desk } from './ClaimedQueue.tsx';
import { DecisionFoot } from './Decision.tsx';
import { DecisionForm, type Verdict } from './DecisionForm.tsx';
import { ReasonField } from './ReasonField.tsx';

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
  reject: Verdict;
  approve?: Verdict | undefined;
  /** The facts, and the inputs besides the reason. */
  children: Elements;
}

/** An open queue item that is decided with a reason. */
export function DecisionPane({ label, head, desk, reason, reject, approve, children }: Props) {
  return (
    <section className="pane" aria-label={label}>
      {head}
      <DecisionForm desk={desk} reject={reject} approve={approve}>
        <div className="pane-body">{children}</div>
        <DecisionFoot>
          <ReasonField value={reason.text} onChange={reason.setText} />
        </DecisionFoot>
      </DecisionForm>
    </section>
  );
}

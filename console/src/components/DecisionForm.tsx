import { createContext, type KeyboardEvent, type ReactNode, useContext, useRef, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { useKeys } from '../lib/useKeys.ts';
import type { Desk } from './ClaimedQueue.tsx';

/** What a decision may need, by the name of its field. */
export type Need = 'reason' | 'why' | 'transRef' | 'amount' | 'account' | 'member';

/** Something to press that decides: by mouse, or by its key. */
export interface Verdict {
  label: string;
  isBusy: boolean;
  /** The first thing that it still needs. */
  missing: Need | undefined;
  decide: () => void;
}

type Which = 'approve' | 'reject';

interface Decision {
  desk: Desk;
  verdicts: { reject: Verdict; approve?: Verdict | undefined };
  /** What Enter decides: what was begun by a press that lacked something, else the main decision. */
  onEnter: Which;
  press: (which: Which) => void;
  isOff: boolean;
  /** The field that the begun decision waits for. */
  wanted: Need | undefined;
}

const DecisionContext = createContext<Decision | undefined>(undefined);

interface Props {
  desk: Desk;
  reject: Verdict;
  approve?: Verdict | undefined;
  children: ReactNode;
}

/**
 * The form of one queue item: A approves, R refuses, Enter in a field takes the main decision. A decision that lacks
 * something puts the cursor there and says so; from then on Enter means that decision, until Escape leaves the field.
 */
export function DecisionForm({ desk, reject, approve, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [begun, setBegun] = useState<Which>();
  const verdicts = { reject, approve };
  const isOff = desk.problem !== undefined || reject.isBusy || approve?.isBusy === true;
  const wanted = begun && verdicts[begun]?.missing;

  function press(which: Which) {
    const verdict = verdicts[which];
    if (!verdict || isOff) return;
    if (verdict.missing !== undefined) {
      setBegun(which);
      form.current?.querySelector<HTMLElement>(`[name="${verdict.missing}"]`)?.focus();
      return;
    }
    setBegun(undefined);
    verdict.decide();
  }
  useKeys([
    ['A', () => press('approve')],
    ['R', () => press('reject')],
  ]);
  const onEnter = begun ?? (approve === undefined ? 'reject' : 'approve');
  return (
    <DecisionContext value={{ desk, verdicts, onEnter, press, isOff, wanted }}>
      <form
        ref={form}
        className="decision"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={({ key, nativeEvent }: KeyboardEvent) => {
          if (key === 'Escape' && !nativeEvent.isComposing) setBegun(undefined);
        }}
      >
        {children}
      </form>
    </DecisionContext>
  );
}

/** The decision around; only inside a DecisionForm. */
export function useDecision(): Decision {
  const decision = useContext(DecisionContext);
  if (!decision) throw new Error('there is no decision around');
  return decision;
}

/** What makes a field known to the decision around it, which may say that it is missing. */
export function useNeed(name: Need) {
  const t = useT();
  const wanted = useContext(DecisionContext)?.wanted;
  return { name, error: wanted === name && t(`decision.missing.${name}`), errorProps: { role: 'alert' } };
}

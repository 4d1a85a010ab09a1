import { createContext, type KeyboardEvent, type ReactNode, useContext, useRef, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { type ActionKey, KEY_OF } from '../lib/keyOf.ts';
import { OpenItemContext } from '../lib/openItem.ts';
import { isHeldEnter, useActions } from '../lib/useActions.ts';
import type { Desk } from './ClaimedQueue.tsx';

/** The possible inputs of a decision, by field name. */
export type Need = 'reason' | 'why' | 'transRef' | 'amount' | 'account' | 'member';

/** A decision that is taken by a button or by its key. */
export interface Verdict {
  label: string;
  isBusy: boolean;
  /** This operator may not take it; the page says why. */
  isBarred?: boolean;
  /** Afterwards the item waits as before. */
  isInterim?: boolean;
  /** The first input that is still missing. */
  missing: Need | undefined;
  decide: () => void;
}

type Which = 'approve' | 'reject';

interface Decision {
  desk: Desk;
  verdicts: { reject: Verdict; approve?: Verdict | undefined };
  /** What Enter decides: the decision that was pressed while an input was missing, otherwise the main decision. */
  onEnter: Which;
  press: (which: Which) => void;
  isOff: boolean;
  /** The field that this decision waits for. */
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
 * The form of one queue item: A approves, R refuses, Enter in a field takes the main decision, and in a choice that only a
 * refusal needs (`data-decides`) the refusal. If a decision lacks an input, the cursor moves there with a message. From
 * then on Enter takes that decision, until Escape leaves the field.
 */
export function DecisionForm({ desk, reject, approve, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const item = useContext(OpenItemContext);
  const [begun, setBegun] = useState<Which>();
  const verdicts = { reject, approve };
  const isOff = desk.problem !== undefined || reject.isBusy || approve?.isBusy === true;
  const wanted = begun && verdicts[begun]?.missing;

  function press(which: Which) {
    const verdict = verdicts[which];
    if (!verdict || isOff || verdict.isBarred) return;
    if (verdict.missing !== undefined) {
      setBegun(which);
      form.current?.querySelector<HTMLElement>(`[name="${verdict.missing}"]`)?.focus();
      return;
    }
    if (!desk.isHeld) return;
    setBegun(undefined);
    if (item !== undefined) item.isDeciding.current = verdict.isInterim !== true;
    verdict.decide();
  }
  const actionOf = (which: Which, key: ActionKey, verdict: Verdict) => ({
    name: verdict.label,
    key,
    isOff: isOff || verdict.isBarred === true || (verdict.missing === undefined && !desk.isHeld),
    perform: () => press(which),
  });
  useActions([
    ...(approve === undefined ? [] : [actionOf('approve', KEY_OF.approve, approve)]),
    actionOf('reject', KEY_OF.refuse, reject),
  ]);
  const onEnter = begun ?? (approve === undefined ? 'reject' : 'approve');
  return (
    <DecisionContext value={{ desk, verdicts, onEnter, press, isOff, wanted }}>
      <form
        ref={form}
        className="decision"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event: KeyboardEvent) => {
          const { key, target, nativeEvent } = event;
          if (key === 'Escape' && !nativeEvent.isComposing) setBegun(undefined);
          // A press of Enter that has moved the focus into a field decides nothing there.
          if (isHeldEnter(event)) event.preventDefault();
          // Some browsers open a choice by Enter, others send its form.
          if (key === 'Enter' && target instanceof HTMLSelectElement && !nativeEvent.repeat) {
            event.preventDefault();
            press(target.dataset.decides === 'reject' ? 'reject' : onEnter);
          }
        }}
      >
        {children}
      </form>
    </DecisionContext>
  );
}

/** The surrounding decision; only inside a DecisionForm. */
export function useDecision(): Decision {
  const decision = useContext(DecisionContext);
  if (!decision) throw new Error('there is no decision around');
  return decision;
}

/** Registers a field with the surrounding decision, which can report it as missing. */
export function useNeed(name: Need) {
  const t = useT();
  const wanted = useContext(DecisionContext)?.wanted;
  return { name, error: wanted === name && t(`decision.missing.${name}`), errorProps: { role: 'alert' } };
}

import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';
import { useKeys } from '../lib/useKeys.ts';
import type { Desk } from './ClaimedQueue.tsx';
import { Key } from './Key.tsx';
import { MemberLink } from './MemberLink.tsx';

/** Something to press that decides: by mouse, or by its key. */
export interface Verdict {
  label: string;
  isBusy: boolean;
  isAllowed: boolean;
  decide: () => void;
}

interface FootProps {
  desk: Desk;
  /** What the decision needs: a reason, a choice. */
  children: ReactNode;
  reject: Verdict;
  approve?: Verdict | undefined;
  /** More that can be done with the item, beside skipping it. */
  more?: ReactNode;
}

/** The end of a decision: why it cannot be taken now, what it needs, A approves, R refuses, J skips, H hands back. */
export function DecisionFoot({ desk, children, reject, approve, more }: FootProps) {
  const t = useT();
  const isBusy = reject.isBusy || approve?.isBusy === true;
  const press = (verdict: Verdict | undefined) => () => {
    if (verdict && mayDecide(verdict)) verdict.decide();
  };
  function mayDecide({ isAllowed }: Verdict): boolean {
    return isAllowed && !isBusy && desk.problem === undefined;
  }
  useKeys([
    ['A', press(approve)],
    ['R', press(reject)],
  ]);
  return (
    <footer className="pane-foot">
      {desk.problem !== undefined && (
        <Alert color="red" role="status" py="xs">
          {desk.problem}
        </Alert>
      )}
      {children}
      <div className={approve === undefined ? 'decide decide-one' : 'decide'}>
        <Button
          variant="outline"
          color="red"
          disabled={!mayDecide(reject)}
          loading={reject.isBusy}
          onClick={reject.decide}
          rightSection={<Key>R</Key>}
        >
          {reject.label}
        </Button>
        {approve !== undefined && (
          <Button
            color="green"
            disabled={!mayDecide(approve)}
            loading={approve.isBusy}
            onClick={approve.decide}
            rightSection={<Key>A</Key>}
          >
            {approve.label}
          </Button>
        )}
      </div>
      <div className="skips">
        <button type="button" className="skip muted" onClick={desk.skip}>
          {t('app.skip')} <Key>J</Key>
        </button>
        <button type="button" className="skip muted" onClick={desk.handBack}>
          {t('queue.handBack')} <Key>H</Key>
        </button>
        {more}
      </div>
    </footer>
  );
}

interface MemberHeadProps {
  member: { id: string; name: string; phoneNumber: string };
  children?: ReactNode;
}

/** Whose item is open, and the way to everything about the member. */
export function MemberHead({ member, children }: MemberHeadProps) {
  const t = useT();
  return (
    <header className="pane-head">
      <span className="grow">
        <b>{member.name}</b>
        <small className="muted num">{t('slips.member', { id: member.id, phone: member.phoneNumber })}</small>
      </span>
      {children}
      <MemberLink id={member.id} />
    </header>
  );
}

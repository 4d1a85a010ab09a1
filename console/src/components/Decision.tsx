import type { Elements } from '@krapao/ui/elements.ts';
import { Alert, Button } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';
import { KEY_OF } from '../lib/keyOf.ts';
import { useDecision } from './DecisionForm.tsx';
import { Key } from './Key.tsx';
import { MemberLink } from './MemberLink.tsx';

interface FootProps {
  /** The inputs of the decision: a reason, a choice. */
  children: Elements;
  /** Further actions on the item, besides skipping it. */
  more?: Elements;
}

/** The end of a decision: why it is blocked, what it still needs, A approves, R refuses, J skips, H releases. */
export function DecisionFoot({ children, more }: FootProps) {
  const t = useT();
  const { desk, verdicts, onEnter, press, isOff } = useDecision();
  const { reject, approve } = verdicts;
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
          type={onEnter === 'reject' ? 'submit' : 'button'}
          variant="outline"
          color="red"
          disabled={isOff || !desk.isHeld || reject.isBarred === true}
          loading={reject.isBusy}
          onClick={() => press('reject')}
          rightSection={<Key>{KEY_OF.refuse}</Key>}
        >
          {reject.label}
        </Button>
        {approve !== undefined && (
          <Button
            type={onEnter === 'approve' ? 'submit' : 'button'}
            color="green"
            disabled={isOff || !desk.isHeld}
            loading={approve.isBusy}
            onClick={() => press('approve')}
            rightSection={<Key>{KEY_OF.approve}</Key>}
          >
            {approve.label}
          </Button>
        )}
      </div>
      <div className="skips">
        <button type="button" className="skip muted" onClick={desk.skip}>
          <span>{`${t('app.skip')} `}</span>
          <Key>{KEY_OF.next}</Key>
        </button>
        <button type="button" className="skip muted" onClick={desk.handBack}>
          <span>{`${t('queue.handBack')} `}</span>
          <Key>{KEY_OF.release}</Key>
        </button>
        {more}
      </div>
    </footer>
  );
}

interface MemberHeadProps {
  member: { id: string; name: string; phoneNumber: string };
  children?: Elements;
}

/** The item's member, with a link to the member's page. */
export function MemberHead({ member, children }: MemberHeadProps) {
  const t = useT();
  return (
    <header className="pane-head">
      <span className="grow">
        <b translate="no">{member.name}</b>
        <small className="muted num">{t('slips.member', { id: member.id, phone: member.phoneNumber })}</small>
      </span>
      {children}
      <MemberLink id={member.id} />
    </header>
  );
}

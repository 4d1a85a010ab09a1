import { ShieldCheck } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useAnswerOffer } from './useAnswerOffer.ts';

interface LimitQuestionProps {
  /** Takes the focus when the member goes on without an answer. */
  place: RefObject<HTMLElement | null>;
  /** The member wants a limit: its form. */
  onForm: () => void;
}

/**
 * Asks beside the deposit whether to set a limit first. It has no field: people took that for the deposit's. Setting one is the
 * first answer, and doing without is asked a second time (protection.md 1).
 */
export function LimitQuestion({ place, onForm }: LimitQuestionProps) {
  const t = useT();
  const id = useId();
  const [isLeaving, setIsLeaving] = useState(false);
  const give = useAnswerOffer('day');
  const set = (
    // Its own key: the second yes must not take the place, and the focus, of the press that leads to it.
    <Button
      key={`set ${isLeaving}`}
      size="small"
      data-autofocus={isLeaving ? '' : undefined}
      // It takes the focus when the second question comes, and says it.
      aria-describedby={isLeaving ? `${id} ${id}-text` : undefined}
      onClick={onForm}
    >
      {t('safe.form.hold')}
    </Button>
  );
  return (
    <section ref={place} tabIndex={-1} aria-labelledby={id} className="limit-question">
      <ShieldCheck aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <h3 id={id} className="text-small">
          {t(isLeaving ? 'safe.offer.sure' : 'safe.offer.ask')}
        </h3>
        <p id={`${id}-text`} className={`text-caption text-ink-2 ${isLeaving ? '' : 'limit-question-about'}`}>
          {t(isLeaving ? 'safe.offer.sureText' : 'safe.offer.about')}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          {set}
          {isLeaving ? (
            <Button
              key="yes"
              size="small"
              variant="outline"
              busyLabel={give.isPending && t('saving')}
              onClick={() => give.mutate({ answer: 'without' })}
            >
              {t('safe.offer.yes')}
            </Button>
          ) : (
            <Button key="no" size="small" variant="text" onClick={() => setIsLeaving(true)}>
              {t('safe.offer.no')}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox } from '../../components/Checkbox.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { habitsQuery, useChangeHabits } from '../../lib/habits.ts';

/** What happens with the wallet's money when a game opens, and when the member comes back from it. */
export function PlayCard() {
  const t = useT();
  const { data: habits } = useQuery(habitsQuery);
  const change = useChangeHabits();
  // Shown at once; what is stored is shown again when it could not be changed.
  const [chosen, setChosen] = useState<{ takesMoneyAlong?: boolean; bringsMoneyBack?: boolean }>({});
  function choose(choice: typeof chosen) {
    setChosen((before) => ({ ...before, ...choice }));
    change(choice).catch((error: unknown) => {
      setChosen({});
      toast.error(() => errorMessage(error));
    });
  }
  return (
    <div className="card mt-2 flex flex-col px-4.5 py-2" aria-busy={habits === undefined}>
      <Checkbox
        checked={chosen.takesMoneyAlong ?? habits?.takesMoneyAlong === true}
        onChange={(takesMoneyAlong) => choose({ takesMoneyAlong })}
      >
        {t('profile.takesMoneyAlong')}
      </Checkbox>
      <Checkbox
        checked={chosen.bringsMoneyBack ?? habits?.bringsMoneyBack === true}
        onChange={(bringsMoneyBack) => choose({ bringsMoneyBack })}
      >
        {t('profile.bringsMoneyBack')}
      </Checkbox>
    </div>
  );
}

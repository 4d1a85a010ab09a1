import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { toLogin } from '../../lib/paths.ts';
import { endSession } from '../../lib/session.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import { PauseByPassword } from './PauseByPassword.tsx';
import type { Pause } from './queries.ts';
import { lengthText } from './words.ts';

interface ExclusionDialogProps {
  open: boolean;
  /** Null: without an end. */
  months: number | null;
  onClose: () => void;
}

/** Says what an exclusion does, asks for the password, and leads to the log-in page, which says so too (12). */
export default function ExclusionDialog({ open, months, onClose }: ExclusionDialogProps) {
  const t = useT();
  const begin = useSingleMutation<Pause, string>({
    mutationFn: (password) => client('POST /api/protection/exclusion', { body: { months, password } }),
    onSuccess: () => {
      toLogin('INVALID_USER_3');
      endSession();
    },
  });
  return (
    <PauseByPassword
      open={open}
      title={t('safe.sure.exclusion', { length: lengthText({ months }) })}
      of={[
        'safe.what.out',
        'safe.what.stops',
        'safe.what.noOffers',
        'safe.what.noEarly',
        'safe.what.money',
        'safe.what.limited',
      ]}
      action={t('safe.exclusion.begin')}
      busy={begin.isPending}
      error={begin.error}
      onBegin={(password) => begin.mutate(password)}
      onType={() => begin.reset()}
      onClose={onClose}
    />
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Chips } from '../../components/Chips.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t as say, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { minutesText } from './words.ts';

/** The minutes between two reality checks (protection.md 15). */
export function RealityChoice({ choices, chosen }: { choices: readonly number[]; chosen: number }) {
  const t = useT();
  const queryClient = useQueryClient();
  const choose = useMutation({
    mutationFn: (minutes: number) => client('PUT /api/protection/realityCheck', { body: { minutes } }),
    onSuccess: () => toast.success(() => say('safe.reality.saved')),
    onError: (error) => toast.error(() => errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['protection'] }),
  });
  return (
    <div className="card mt-2.5 flex flex-col gap-3 px-4.5 py-4">
      <div>
        <h3>{t('safe.reality')}</h3>
        <p className="text-small text-ink-2">{t('safe.reality.text')}</p>
      </div>
      <Chips
        label={t('safe.reality.every')}
        value={choose.isPending ? choose.variables : chosen}
        onChange={(minutes) => minutes !== chosen && choose.mutate(minutes)}
        options={choices.map((minutes) => ({
          value: minutes,
          text: minutesText(minutes),
          disabled: choose.isPending,
        }))}
      />
    </div>
  );
}

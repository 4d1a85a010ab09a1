import { bahtText } from '@krapao/ui/money.ts';
import { Button } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';

/** Asks the provider about a stuck operation; its answer decides nothing. */
export function AskAgain({ id }: { id: string }) {
  const t = useT();
  const ask = useAction(() => client('POST /api/console/transfers/:id/askAgain', { params: { id } }));
  const { data: answer } = ask;
  return (
    <div>
      <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate(undefined)}>
        {t('transfers.askAgain')}
      </Button>
      <p role="status">
        {answer !== undefined && (
          <>
            <span>
              {t(`transfers.answer.${answer.status}`, {
                amount: answer.amount === null ? '' : bahtText(answer.amount),
              })}
            </span>
            {answer.reason !== null && <span translate="no">{` (${answer.reason})`}</span>}
          </>
        )}
      </p>
    </div>
  );
}

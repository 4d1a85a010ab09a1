import { ApiError } from '@krapao/contract/client';
import { useMutation } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import { canBeCode, typedCode } from './promotionCode.ts';
import type { Promotion } from './queries.ts';

/** Searches a promotion by its code, upper-cased as it is typed (BON-02). */
export function PromotionSearch({ onFound }: { onFound: (promotion: Promotion) => void }) {
  const t = useT();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const search = useMutation({
    mutationFn: () => client('GET /api/promotion/find/:code', { params: { code } }),
    onSuccess: onFound,
    onError: (error) => {
      const isMissing = error instanceof ApiError && error.code === 'NO_PROMOTION';
      setProblem(isMissing ? t('promotion.notFound') : errorMessage(error));
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (search.isPending) return;
    if (code === '') return setProblem(t('promotion.required'));
    if (!canBeCode(code)) return setProblem(t('promotion.notFound'));
    setProblem(undefined);
    search.mutate();
  }

  return (
    <form noValidate className="card mt-3" onSubmit={submit}>
      <TextField
        label={t('promotion.code')}
        icon={<Ticket size={20} aria-hidden="true" />}
        value={code}
        onChange={(text) => {
          setCode(typedCode(text));
          setProblem(undefined);
        }}
        required
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        readOnly={search.isPending}
        error={problem}
        hint={search.isPending && t('promotion.searching')}
      />
      <Button
        type="submit"
        variant="primary"
        full
        className="mt-3"
        busyLabel={search.isPending && t('promotion.searching')}
      >
        {t('promotion.search')}
      </Button>
    </form>
  );
}

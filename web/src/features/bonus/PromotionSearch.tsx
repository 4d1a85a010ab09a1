import { ApiError } from '@krapao/contract/client';
import { useFormattedInput } from '@krapao/ui/useFormattedInput.ts';
import { useMutation } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { canBeCode, codeFormat, LONGEST_CODE } from './promotionCode.ts';
import type { Promotion } from './queries.ts';

/** Searches a promotion by its code; the input is upper-cased while typing (BON-02). */
export function PromotionSearch({ onFound }: { onFound: (promotion: Promotion) => void }) {
  const t = useT();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<(() => string) | undefined>();
  const input = useFormattedInput(
    code,
    (typed) => {
      setCode(typed);
      setProblem(undefined);
    },
    codeFormat,
  );
  const search = useMutation({
    mutationFn: (asked: string) => client('GET /api/promotion/find/:code', { params: { code: asked } }),
    onSuccess: onFound,
    onError: (error) => {
      const isMissing = error instanceof ApiError && error.code === 'NO_PROMOTION';
      setProblem(() => () => (isMissing ? t('promotion.notFound') : errorMessage(error)));
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (search.isPending) return;
    if (code === '') return setProblem(() => () => t('promotion.required'));
    if (!canBeCode(code)) return setProblem(() => () => t('promotion.notFound'));
    setProblem(undefined);
    search.mutate(code);
  }

  return (
    <form noValidate className="card mt-3" onSubmit={submit}>
      <Field
        label={t('promotion.code')}
        error={problem?.()}
        hint={search.isPending && t('promotion.searching')}
      >
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <div className="input flex-[1_1_160px]" data-error={problem ? '' : undefined}>
              <Ticket size={20} aria-hidden="true" />
              <input
                {...control}
                type="text"
                className="num font-semi tracking-wide"
                {...input}
                required
                maxLength={LONGEST_CODE}
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
              />
            </div>
            <Button
              type="submit"
              variant="primary"
              className="min-h-14 flex-auto px-[18px]! min-[360px]:flex-none"
              busyLabel={search.isPending && t('promotion.searching')}
            >
              {t('promotion.search')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

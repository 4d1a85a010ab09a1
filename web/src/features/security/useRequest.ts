import { ApiError } from '@krapao/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import { requestsQuery } from './queries.ts';

/** Sends a request for a change; `problemOf` is the refusal's text at the field of one of these codes. */
export function useRequest(send: () => Promise<unknown>, onDone: () => void) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: () => {
      toast.success(() => t('changes.sent'));
      onDone();
      return queryClient.invalidateQueries(requestsQuery);
    },
  });
  const code = mutation.error instanceof ApiError ? (mutation.error.code ?? '') : '';
  return {
    send: () => mutation.mutate(),
    isBusy: mutation.isPending,
    /** A change of the form makes an old refusal wrong. */
    forget: () => mutation.reset(),
    problemOf: (pattern: RegExp) =>
      mutation.isError && pattern.test(code) ? errorMessage(mutation.error) : undefined,
    /** The refusal, unless it is at one of these fields. */
    otherProblem: (...patterns: RegExp[]) =>
      mutation.isError && !patterns.some((pattern) => pattern.test(code))
        ? errorMessage(mutation.error)
        : undefined,
  };
}

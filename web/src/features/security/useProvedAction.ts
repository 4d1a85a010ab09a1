import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { isPasskeyRefusal } from '../../lib/passkey.ts';
import { securityQuery } from '../../lib/securityQuery.ts';
import { isNotProved } from '../../lib/stepUp.ts';

/** Something that the member has to prove. When the member does not prove who they are, nothing is said: nothing has happened. */
export function useProvedAction<Input = void>({
  act,
  onDone,
}: {
  act: (input: Input) => Promise<unknown>;
  onDone?: () => void;
}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => onDone?.(),
    onError: (error) => {
      if (isNotProved(error) || isPasskeyRefusal(error)) return;
      toast.error(() => errorMessage(error));
    },
    onSettled: () => queryClient.invalidateQueries(securityQuery),
  });
}

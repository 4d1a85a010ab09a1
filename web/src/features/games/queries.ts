import { ApiError } from '@krapao/contract/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import type { GameAccount } from './groups.ts';
import { LaunchError, launchGame } from './launch.ts';

/** Credentials of a game account (GAM-02). They are removed from memory when no component uses them. */
export function credentialsQuery(slotCode: string) {
  return queryOptions({
    queryKey: ['credentials', slotCode],
    queryFn: () => client('GET /api/wallet/account/:slotCode', { params: { slotCode } }),
    gcTime: 0,
  });
}

/** GAM-01: opens a game account. An account that is already open counts as success. Failures are toasts. */
export function useActivate(onOpened: (game: GameAccount) => void) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async (game: GameAccount) => {
      try {
        await client('GET /api/wallet/activate/:slotCode', { params: { slotCode: game.code } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'SLOT_ALREADY_ACTIVE')) throw error;
      }
      await queryClient.invalidateQueries({ queryKey: ['wallet'], exact: true });
    },
    onSuccess: (_, game) => {
      toast.success(() => t('games.opened', { name: game.name }));
      onOpened(game);
    },
    onError: (error) => toast.error(() => errorMessage(error)),
  });
}

/** GAM-02: sets a new password at the provider and shows the new credentials. */
export function useResetPassword(slotCode: string, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client('GET /api/wallet/resetpassword/:slotCode', { params: { slotCode } }),
    onSuccess: (credentials) => {
      queryClient.setQueryData(credentialsQuery(slotCode).queryKey, credentials);
      toast.success(() => t('games.passwordReset'));
      onDone();
    },
    onError: (error) => toast.error(() => errorMessage(error)),
  });
}

/** Opens a game, or reports why it cannot. Call `mutate` directly from a click handler. */
export function useLaunch() {
  return useSingleMutation({
    mutationFn: (game: GameAccount) => launchGame(game, t('games.launching', { name: game.name })),
    onError: (error) =>
      toast.error(() =>
        error instanceof LaunchError ? t(`games.launch.${error.reason}`) : errorMessage(error),
      ),
  });
}

import { ApiError } from '@krapao/contract/client';
import { TRANSFER_MINIMUM_BAHT } from '@krapao/contract/limits';
import { bahtText } from '@krapao/ui/money.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import type { GameAccount } from './groups.ts';
import { LaunchError, launchGame, MoneyStayedError } from './launch.ts';

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

/** The baht of the wallet that can go along into a game: all of it, or nothing below the least transfer. */
export function alongOf(walletAmount: number): number {
  return walletAmount >= TRANSFER_MINIMUM_BAHT ? walletAmount : 0;
}

/** A game to open, and the baht of the wallet that go along; 0 for none. */
export interface Launch {
  game: GameAccount;
  along: number;
}

/**
 * Opens a game, with the wallet's money if it goes along, or reports why it cannot. Call `mutate` directly from a click
 * handler.
 */
export function useLaunch(onOpened: () => void) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ game, along }: Launch) => {
      const { code, name } = game;
      if (along <= 0) return launchGame(game, t('games.launching', { name }));
      return launchGame(game, t('games.alongMoving', { name, amount: bahtText(along) }), async () => {
        const { takeAlong } = await import('./takeAlong.ts');
        await takeAlong(code, along).finally(() =>
          queryClient.invalidateQueries({ queryKey: ['wallet'], exact: true }),
        );
      });
    },
    onSuccess: onOpened,
    onError: (error) =>
      toast.error(() =>
        error instanceof LaunchError
          ? t(`games.launch.${error.reason}`)
          : error instanceof MoneyStayedError
            ? error.message
            : errorMessage(error),
      ),
  });
}

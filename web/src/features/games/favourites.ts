import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { client } from '../../lib/api.ts';
import type { GameAccount } from './groups.ts';

type Wallet = ResponseOf<Contract['GET /api/wallet']>;
const WALLET_KEY = ['wallet'];

// Presses are told to the server one after the other, so that the last one decides.
let told: Promise<unknown> = Promise.resolve();

/** Marks a game, or takes its mark away: at once on this screen, and back again where the server refuses. */
export async function mark(
  queryClient: QueryClient,
  { code: slotCode, isFavourite: wasFavourite }: GameAccount,
  button: HTMLElement,
): Promise<void> {
  const isFavourite = !wasFavourite;
  // An answer that is on its way would show the mark of before.
  void queryClient.cancelQueries({ queryKey: WALLET_KEY, exact: true });
  show(queryClient, slotCode, isFavourite);
  keepFocus(button);
  const call = `${isFavourite ? 'PUT' : 'DELETE'} /api/account/favourites/:slotCode` as const;
  told = told.then(() => client(call, { params: { slotCode } }));
  const mine = told;
  // The next press must not fail with this one.
  told = told.catch(() => undefined);
  try {
    await mine;
  } catch (error) {
    show(queryClient, slotCode, !isFavourite);
    toast.error(() => errorMessage(error));
  }
  void queryClient.invalidateQueries({ queryKey: WALLET_KEY, exact: true });
}

function show(queryClient: QueryClient, slotCode: string, isFavourite: boolean): void {
  queryClient.setQueryData<Wallet>(
    WALLET_KEY,
    (wallet) =>
      wallet && {
        ...wallet,
        slots: wallet.slots.map((slot) => (slot.code === slotCode ? { ...slot, isFavourite } : slot)),
      },
  );
}

/** A card that moves to another place would lose the focus of its button, and with it the keyboard's place. */
function keepFocus(button: HTMLElement): void {
  if (document.activeElement !== button) return;
  const again = () => {
    if (document.activeElement === document.body && button.isConnected) button.focus();
  };
  const watch = new MutationObserver(again);
  const row = button.closest('ul');
  if (row) watch.observe(row, { childList: true });
  setTimeout(() => watch.disconnect(), MOVES_WITHIN_MS);
}

const MOVES_WITHIN_MS = 2_000;

import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { AppContext } from '../../context.ts';
import type { GameProviderRow } from './gameAccount.ts';
import { placeOf } from './gamePlace.ts';

export type Credentials = ResponseOf<Contract['GET /api/wallet/account/:slotCode']>;

/** Adds the hidden fields of the provider that logs in by posting a form (GAM-04), where it gives them now. */
export async function presentCredentials(
  { providers }: AppContext,
  game: GameProviderRow,
  { username, password }: { username: string; password: string },
): Promise<Credentials> {
  if (!game.form_login) return { username, password };
  const form = await providers.game(placeOf(game)).loginForm?.();
  if (form?.status !== 'ok') return { username, password };
  return { username, password, formState: { action: form.form.action, fields: { ...form.form.fields } } };
}

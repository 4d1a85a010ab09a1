import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf } from '@krapao/contract/endpoint';

type Options = Record<string, unknown>;
type UsedPasskey = BodyOf<Contract['POST /api/login/passkey']>['passkey'];
type NewPasskey = BodyOf<Contract['POST /api/account/passkeys']>['passkey'];

/** Asks an authenticator to sign. Throws when its person refuses, or the browser has no passkeys. */
export async function signWithPasskey(options: Options): Promise<UsedPasskey> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return (await startAuthentication({ optionsJSON: options as never })) as UsedPasskey;
}

/** Asks an authenticator for a new passkey. Throws as signWithPasskey does. */
export async function makePasskey(options: Options): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return (await startRegistration({ optionsJSON: options as never })) as NewPasskey;
}

/** Whether the person, or the browser in their place, did not want to. */
export function isPasskeyRefusal(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

import type { AppContext } from '../../context.ts';

/** The site as authenticators know it (WebAuthn, "relying party"): passkeys work at its public address alone. */
export interface RelyingParty {
  /** The host of the public address. */
  id: string;
  /** The pages whose scripts may ask an authenticator: those of the public address, and those that may call the API. */
  origins: string[];
}

export function relyingParty({ publicUrl, allowedOrigins }: AppContext['config']): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origins: [origin, ...allowedOrigins] };
}

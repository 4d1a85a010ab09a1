/** The payment gateways, a row each: what the member may pay at it, in baht. */
export const GATEWAYS = {
  WW: { presets: [100, 200, 300, 500, 1000], minimum: 100 },
  E2P: { presets: [50, 100, 200, 500, 1000], minimum: 50 },
} as const satisfies Record<string, Gateway>;

export interface Gateway {
  presets: readonly number[];
  /** The least that it takes. */
  minimum: number;
}

export type GatewayCode = keyof typeof GATEWAYS;

export const GATEWAY_CODES = Object.keys(GATEWAYS) as GatewayCode[];

/** True where the code of a bank, or the type of an account, is that of a gateway. */
export function isGateway(code: string): code is GatewayCode {
  return Object.hasOwn(GATEWAYS, code);
}

/** The same thing for each gateway. */
export function eachGateway<T>(make: (code: GatewayCode) => T): Record<GatewayCode, T> {
  return Object.fromEntries(GATEWAY_CODES.map((code) => [code, make(code)])) as Record<GatewayCode, T>;
}

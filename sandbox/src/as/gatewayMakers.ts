/** Payment gateways whose wire formats the sandbox speaks, at `/as/<name>`. */
export const GATEWAY_MAKERS = ['omise', 'phajay', 'scb', 'bcel-onepay', 'beam'] as const;
export type GatewayMakerName = (typeof GATEWAY_MAKERS)[number];

/** Further faults of the gateways in their makers' formats. */
export const GATEWAY_MAKER_FAULT_MODES = [
  'wrongKey',
  'busy',
  'code',
  'otherOrder',
  'otherCurrency',
  'textNumbers',
  'html',
  'gigantic',
  'redirect',
] as const;

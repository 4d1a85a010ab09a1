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

/** What those can say besides whose answers have a word for it: a payment was paid back, or the payer contests it. */
export const TAKEN_BACK_FAULT_MODES = ['refunded', 'disputed'] as const;
export const TAKING_BACK: Partial<
  Record<GatewayMakerName, readonly (typeof TAKEN_BACK_FAULT_MODES)[number][]>
> = {
  omise: TAKEN_BACK_FAULT_MODES,
  phajay: TAKEN_BACK_FAULT_MODES,
  scb: ['refunded'],
};

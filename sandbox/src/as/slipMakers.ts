/** Slip services whose wire formats the sandbox speaks, at `/as/<name>`. */
export const SLIP_MAKERS = ['easyslip', 'slipok', 'slip2go', 'slipmate', 'rdcw', 'scb'] as const;
export type SlipMakerName = (typeof SLIP_MAKERS)[number];

/** Further faults of the services in their makers' formats. */
export const MAKER_FAULT_MODES = [
  'wrongKey',
  'outOfQuota',
  'busy',
  'code',
  'bareCode',
  'otherSlip',
  'html',
  'gigantic',
  'redirect',
] as const;

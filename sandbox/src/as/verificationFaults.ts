/** Further faults of the maker that checks documents. */
export const VERIFICATION_FAULT_MODES = [
  'garbage',
  'contradicting',
  'tooYoung',
  'otherPerson',
  'lateWebhook',
] as const;

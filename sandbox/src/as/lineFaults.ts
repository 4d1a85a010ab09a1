/** Further faults of LINE's Messaging API. `code`: answers with this HTTP status. */
export const LINE_FAULT_MODES = ['wrongKey', 'outOfQuota', 'busy', 'code', 'error500AfterApply'] as const;

/** Receivers of the site's events: three systems that run beside the site. */
export const EVENT_RECEIVERS = ['crm', 'affiliates', 'warehouse'] as const;
export type EventReceiver = (typeof EVENT_RECEIVERS)[number];

/** Further faults of a receiver. `lostAnswer`: takes the event and cuts the line. `gone`: answers 410. */
export const EVENT_FAULT_MODES = ['gone', 'lostAnswer', 'error500AfterApply'] as const;

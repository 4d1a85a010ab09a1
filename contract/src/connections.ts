/** What a real counterpart can do for the site. */
export const CAPABILITIES = [
  'sms',
  'slip',
  'bankFeed',
  'statement',
  'payout',
  'gateway',
  'giftLink',
  'game',
  'notify',
  'register',
  'verification',
  'chatBot',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Capabilities whose calls only ask, so that a second connection can be asked beside the first and compared. */
export const COMPARED_CAPABILITIES: readonly Capability[] = ['slip'];

/**
 * Why a call to a counterpart did not give what was asked. `KEY_REFUSED`: the maker does not know the key, or has closed
 * its account. `ADDRESS_REFUSED`: the maker admits only listed addresses, and ours is not among them. `OUT_OF_QUOTA`: the
 * paid calls are used up. `BUSY`: too many calls at once. `REFUSED`: the maker refused this one call. `OWN_NETWORK`: the
 * address belongs to the server's own network, so no call was made.
 */
export const TROUBLES = [
  'TIMEOUT',
  'CONNECTION',
  'SERVER_ERROR',
  'BAD_ANSWER',
  'KEY_REFUSED',
  'ADDRESS_REFUSED',
  'OUT_OF_QUOTA',
  'BUSY',
  'REFUSED',
  'OWN_NETWORK',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Why a receiver of events got none. `SECRET_LOST`: no master key opens its secret, so nothing can be signed. */
export const WEBHOOK_TROUBLES = [...TROUBLES, 'SECRET_LOST'] as const;
export type WebhookTrouble = (typeof WEBHOOK_TROUBLES)[number];

/** What a service said of a slip, or why it said nothing. */
export const SLIP_OUTCOMES = ['FOUND', 'PENDING', 'NOT_FOUND', 'NOT_A_SLIP', ...TROUBLES] as const;
export type SlipOutcome = (typeof SLIP_OUTCOMES)[number];

/**
 * What an operator should know before choosing a driver. `NO_GAMBLING`: its usual terms exclude gambling unless agreed.
 * `FIXED_ADDRESSES`: it admits only listed addresses. `UNCONFIRMED`: parts of it come from public code, not from the
 * maker's documentation.
 */
export const DRIVER_WARNINGS = ['NO_GAMBLING', 'FIXED_ADDRESSES', 'UNCONFIRMED'] as const;
export type DriverWarning = (typeof DRIVER_WARNINGS)[number];

/** Fields of drivers' settings and secrets; the console has a label for each. */
export const DRIVER_FIELDS = [
  'accountNo',
  'answerSeconds',
  'baseUrl',
  'apiKey',
  'branch',
  'clientId',
  'clientSecret',
  'method',
  'body',
  'headers',
  'phoneForm',
  'success',
  'rejected',
  'allowedAddresses',
  'bank',
  'basicId',
  'billerId',
  'categoryCode',
  'channel',
  'channelAccessToken',
  'channelSecret',
  'currency',
  'merchantId',
  'nextWebhookSecret',
  'offerText',
  'operatorId',
  'pagesUrl',
  'privateKey',
  'publicKey',
  'reference2',
  'reference3',
  'secretKey',
  'silentMinutes',
  'subPartnerId',
  'template',
  'terminalId',
  'webhookSecret',
] as const;
export type DriverField = (typeof DRIVER_FIELDS)[number];

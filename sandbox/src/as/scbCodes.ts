/**
 * SCB's "Generic response codes" (developer.scb/assets/documents/api-reference-index/references/generic-response-codes.html):
 * HTTP status and words. A code that means something else with another status is named with that status: `400_9100`.
 */
export const SCB_REFUSALS: Readonly<Record<string, readonly [status: number, description: string]>> = {
  1101: [400, 'Missing required parameters'],
  1102: [400, 'Invalid parameters entered'],
  1103: [400, 'Empty string input not supported'],
  1104: [404, 'Requested entity record does not exist'],
  1105: [400, 'Unrecognized field name was entered'],
  1111: [400, 'Data entry duplicated with existing'],
  4101: [501, 'Current channel is not supported'],
  8101: [400, 'Invalid response from downstream service'],
  8102: [400, 'Payment API error code'],
  8901: [500, 'Database error'],
  8902: [500, 'Error getting mysql_pool connection'],
  9100: [401, 'Missing required authorization credentials'],
  '400_9100': [400, 'Required standard headers (requestUId) not found'],
  9300: [401, 'Invalid/expired temporary token'],
  9500: [401, 'Invalid authorization credentials'],
  9503: [403, 'Invalid access rights'],
  9700: [500, 'Generic server side error'],
  9900: [503, 'Server is currently unavailable because traffic overload or it is down for maintenance'],
  '405_9900': [405, 'Wrong http method requested on endpoint'],
  '415_9900': [415, 'Unsupported content type'],
  // Not in the list; every web server may say it.
  429: [429, 'Too many requests'],
};

/** A refusal as each of its calls says it. */
export const scbRefusal = (code: string, description: string) => ({
  status: { code: Number(code.split('_').at(-1)), description },
});

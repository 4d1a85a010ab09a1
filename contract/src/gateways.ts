/**
 * The specification's payment gateways: slots to which any connection is assigned. The server's table says what each
 * offers, and which others there are.
 */
export const GATEWAY_CODES = ['WW', 'E2P'] as const;

/** The code of the wallet beside those of games: as the source or the destination of a transfer. */
export const WALLET = 'WALLET';

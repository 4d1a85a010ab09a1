// The files in a folder of evidence.
export const EVIDENCE = 'evidence.json';
export const PAGE = 'evidence.html';
export const PUBLIC_KEY = 'public-key.pem';
/** Hashes of what is shipped. */
export const SHIPPED = 'shipped.sha256';
/** Hashes of the files above, which the signature is of. */
export const SUMS = 'SHA256SUMS';
export const SIGNATURE = 'SHA256SUMS.sig';

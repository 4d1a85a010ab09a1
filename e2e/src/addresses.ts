/**
 * Where the product under test listens. Apart from the defaults, so that a running `npm start` is left alone, and below the
 * ports that systems give to outgoing connections, one of which could have it.
 */
export const PORT = Number(process.env.KRAPAO_E2E_PORT || 11_480);
export const SANDBOX_PORT = PORT + 1;
/** Where a test serves the app apart from the server. */
export const APART_PORT = PORT + 2;
export const BASE_URL = `http://127.0.0.1:${PORT}`;
export const APART_URL = `http://127.0.0.1:${APART_PORT}`;
export const SANDBOX_URL = `http://127.0.0.1:${SANDBOX_PORT}`;

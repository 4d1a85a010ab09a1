/**
 * The ports of the product under test. They differ from the defaults, so that a running `npm start` is not affected.
 * They are below the ephemeral ports, so that no outgoing connection uses one of them.
 */
export const PORT = Number(process.env.KRAPAO_E2E_PORT || 11_480);
export const SANDBOX_PORT = PORT + 1;
/** The address of an app that a test serves separately from the server. */
export const APART_PORT = PORT + 2;
export const BASE_URL = `http://127.0.0.1:${PORT}`;
/** The key of every service that the sandbox plays. */
export const SANDBOX_KEY = 'key-of-the-browser-tests';
export const APART_URL = `http://127.0.0.1:${APART_PORT}`;
export const SANDBOX_URL = `http://127.0.0.1:${SANDBOX_PORT}`;

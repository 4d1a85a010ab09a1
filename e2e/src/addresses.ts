/** Where the product under test listens. Apart from the defaults, so that a running `npm start` is left alone. */
export const PORT = 48_080;
export const SANDBOX_PORT = 48_081;
export const BASE_URL = `http://127.0.0.1:${PORT}`;
export const SANDBOX_URL = `http://127.0.0.1:${SANDBOX_PORT}`;

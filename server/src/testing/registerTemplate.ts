/** How the sandbox's register is asked (`/as/register`), as an operator types it. */
export const REGISTER_TEMPLATE = {
  ask: {
    method: 'POST',
    path: '/check',
    headers: { authorization: 'Bearer {apiKey}', 'content-type': 'application/json' },
    body: '{"phone":"{phoneHash}"}',
    answers: [
      { at: '/result', is: ['LISTED'], gives: 'listed' },
      { at: '/result', is: ['NONE'], gives: 'notListed' },
    ],
    fields: { reference: '/reference', until: '/until' },
  },
};

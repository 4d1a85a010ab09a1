import { family, Type } from '../endpoint.ts';
import { Done, Time } from './common.ts';

/** Beyond the specification: notifications by a messaging service, such as LINE. */
export const messengerCalls = family({
  'GET /api/notifications/messenger': {
    summary: "The site's messaging service and the member's link to it",
    auth: 'member',
    openToExcluded: true,
    response: Type.Object({
      service: Type.Union(
        [
          Type.Object({
            title: Type.String({ description: "the maker's name, as LINE" }),
            addUrl: Type.String({ description: "where the member adds the site's account" }),
          }),
          Type.Null(),
        ],
        { description: 'null where the site has none' },
      ),
      linkedAt: Type.Union([Time, Type.Null()]),
    }),
  },
  'POST /api/notifications/messenger/link': {
    summary:
      'Takes up a link that the messaging service offered to its user, for this session; messages come in the language of the call. In place of another link it asks for the password',
    auth: 'member',
    body: Type.Object({ linkToken: Type.String({ pattern: '^[\\w.~-]{1,200}$' }) }),
    response: Type.Object({
      url: Type.String({
        description: "the service's page that proves whose user it is; good for ten minutes",
      }),
    }),
    errors: ['MESSENGER_LINK_INVALID', 'MESSENGER_LINK_TAKEN', 'STEP_UP_REQUIRED'],
  },
  'DELETE /api/notifications/messenger/link': {
    summary: "Ends the member's link, with the password; without a link it changes nothing",
    auth: 'member',
    openToExcluded: true,
    response: Done,
    errors: ['STEP_UP_REQUIRED'],
  },
});

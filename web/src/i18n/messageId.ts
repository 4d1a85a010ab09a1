/**
 * The ids of all messages, one line per feature. Each feature has messages/<feature>.{th,la,en}.json; the build joins
 * them and fails on a missing translation. Only types are imported, so that no message enters the bundle from here.
 */
type Messages = typeof import('./messages/account.en.json') &
  typeof import('./messages/app.en.json') &
  typeof import('./messages/bonus.en.json') &
  typeof import('./messages/changes.en.json') &
  typeof import('./messages/chat.en.json') &
  typeof import('./messages/components.en.json') &
  typeof import('./messages/contact.en.json') &
  typeof import('./messages/deposit.en.json') &
  typeof import('./messages/errors.en.json') &
  typeof import('./messages/freeze.en.json') &
  typeof import('./messages/games.en.json') &
  typeof import('./messages/home.en.json') &
  typeof import('./messages/howto.en.json') &
  typeof import('./messages/identity.en.json') &
  typeof import('./messages/invite.en.json') &
  typeof import('./messages/login.en.json') &
  typeof import('./messages/messenger.en.json') &
  typeof import('./messages/notifications.en.json') &
  typeof import('./messages/outcome.en.json') &
  typeof import('./messages/ownData.en.json') &
  typeof import('./messages/profile.en.json') &
  typeof import('./messages/protection.en.json') &
  typeof import('./messages/refund.en.json') &
  typeof import('./messages/register.en.json') &
  typeof import('./messages/security.en.json') &
  typeof import('./messages/spin.en.json') &
  typeof import('./messages/statement.en.json') &
  typeof import('./messages/story.en.json') &
  typeof import('./messages/transfer.en.json') &
  typeof import('./messages/withdraw.en.json');

export type MessageId = keyof Messages;

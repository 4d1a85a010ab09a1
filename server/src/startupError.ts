/** A start that cannot go on; the message is one clear sentence for the person who started the server. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

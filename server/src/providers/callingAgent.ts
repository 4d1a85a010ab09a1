import { Agent } from 'undici';

/**
 * Connections for calls to counterparts, in HTTP/1.1 alone. Over HTTP/2 the client repeats a request by itself, also an
 * order of money, when the other side refuses its stream or goes away; a proxy may refuse what has already been done.
 * Whether a call is repeated is for the caller to decide, who knows its id.
 */
export const callingAgent = (options: Agent.Options = {}): Agent => new Agent({ ...options, allowH2: false });

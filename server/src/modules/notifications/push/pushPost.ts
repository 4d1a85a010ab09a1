import type { AppContext } from '../../../context.ts';
import { outgoingHttp } from '../../../providers/connections/outgoingHttp.ts';
import type { DeliveryEnd } from '../deliver.ts';
import { type BrowserKeys, encryptPush } from './encryptPush.ts';
import { pushKey, vapidHeader } from './pushKey.ts';
import { pushServiceAddress } from './pushService.ts';

/** After a day in which the device was off, the app tells. */
const TTL_SECONDS = 86_400;

interface Push {
  text: string;
  /** Of the same topic, the push service keeps the newest. */
  topic: string;
  urgency: 'normal' | 'high';
}

/** `hasLeft`: the browser is to be forgotten. */
type PushEnd = DeliveryEnd & { hasLeft?: true };

/** What posts one message, encrypted for one browser, to its push service (RFC 8030). */
export function pushPost({ config, db, secrets }: AppContext) {
  const http = outgoingHttp(new Set(config.pushHosts), config.providerTimeoutMs);
  const subject = config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:push@localhost';
  const again = (reason: string): PushEnd => ({ end: 'again', reason });
  const left = (reason: string): PushEnd => ({ end: 'gone', reason, hasLeft: true });

  return async (
    browser: BrowserKeys & { endpoint: string },
    { text, topic, urgency }: Push,
  ): Promise<PushEnd> => {
    const url = pushServiceAddress(browser.endpoint, config);
    if (url === null) return left('NO_SERVICE');
    const answer = await http.call({
      method: 'POST',
      url,
      headers: {
        authorization: vapidHeader(await pushKey(db, secrets), url, subject),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_SECONDS),
        urgency,
        topic,
      },
      body: encryptPush(Buffer.from(text), browser),
    });
    if (answer.status === 'trouble')
      return answer.trouble === 'OWN_NETWORK' ? left(answer.trouble) : again(answer.trouble);
    const { httpStatus } = answer;
    if (httpStatus < 300) return { end: 'sent' };
    // 404 and 410: the browser has left. 401 and 403: it subscribed with another key of the site.
    if ([401, 403, 404, 410].includes(httpStatus)) return left(`HTTP_${httpStatus}`);
    if (httpStatus === 429 || httpStatus >= 500) return again(`HTTP_${httpStatus}`);
    return { end: 'gone', reason: `HTTP_${httpStatus}` };
  };
}

import { client } from '../../lib/api.ts';
import { mediaUrl } from '../../lib/mediaUrl.ts';

export type SlipView = 'shown' | 'blocked';

/**
 * Shows the picture of a slip in a new window: by its link, or by the address for its reference (STM-05). The window
 * opens before the address is requested, because browsers block windows that open later. Throws ApiError.
 */
export async function viewSlip({
  link,
  reference,
}: {
  link: string | null;
  reference: string;
}): Promise<SlipView> {
  const view = window.open('', '_blank');
  if (!view) return 'blocked';
  try {
    view.opener = null;
    const address =
      link ?? (await client('GET /api/statement/slip/reference/:reference', { params: { reference } })).url;
    const { href, protocol } = new URL(mediaUrl(address), window.location.origin);
    if (protocol !== 'https:' && protocol !== 'http:')
      throw new Error(`no address of a picture: ${protocol}`);
    view.location.replace(href);
    return 'shown';
  } catch (error) {
    view.close();
    throw error;
  }
}

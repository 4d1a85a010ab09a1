import { bahtText } from '@krapao/ui/money.ts';
import { toast } from '../../components/toast.ts';
import { t } from '../../i18n/i18n.ts';
import { FORM_MS, saysRow, takeSaidArrival } from '../../lib/saidMoney.ts';
import { getToken } from '../../lib/session.ts';
import type { Arrival } from './moneyStream.ts';

/**
 * Says that money has arrived, unless the form that it came through says so. Under such a form it waits a moment: the money may
 * be another's.
 */
export async function sayArrival({ id, amount }: Arrival): Promise<void> {
  saysRow(id);
  const asked = getToken();
  if (document.querySelector('dialog[open][data-says-arrival]'))
    await new Promise((resolve) => setTimeout(resolve, FORM_MS));
  if (takeSaidArrival(amount) || getToken() !== asked) return;
  toast.success(() => t('home.arrived', { amount: bahtText(amount) }));
}

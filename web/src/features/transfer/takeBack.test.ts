import { expect, test, vi } from 'vitest';
import { showCatalogue } from '../../i18n/i18n.ts';
import { runMoneyCall } from '../../lib/moneyCall.ts';
import { takeBack } from './takeBack.ts';

const said = vi.hoisted(() => [] as string[]);
vi.mock('../../components/toast.ts', () => ({
  toast: { success: (text: () => string) => said.push(text()) },
}));
vi.mock('../../lib/moneyCall.ts');

test('TRF-01 what is back in the wallet is told with its amount, or without one where the server names none', async () => {
  showCatalogue('en', { 'home.tookBack': 'some is back', 'home.tookAllBack': 'all is back' });
  for (const amount of [50, null]) {
    vi.mocked(runMoneyCall).mockResolvedValueOnce({ kind: 'done', amount });
    await takeBack(true);
  }
  expect(said).toEqual(['some is back', 'all is back']);
});

import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

/** The QRs that wait to be paid. `['qr']` is reloaded whenever money has arrived. */
export const waitingQrQuery = queryOptions({
  queryKey: ['qr', 'waiting'],
  queryFn: () => client('GET /api/qrcode'),
});

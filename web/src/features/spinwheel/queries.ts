import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

export type WheelSetup = ResponseOf<Contract['GET /api/spinwheel/setup']>;
export type WheelSlice = WheelSetup['activeSpinwheel']['slice'][number];
export type SpinAnswer = ResponseOf<Contract['POST /api/spinwheel/spin']>;
export type Coupon = ResponseOf<Contract['GET /api/spinwheel/coupon']>[number];

/** The wheel with the member's coins, and the hash that commits the server to the next spin (SPN-01). */
export const setupQuery = queryOptions({
  queryKey: ['spinwheel', 'setup'],
  queryFn: () => client('GET /api/spinwheel/setup'),
  staleTime: 0,
});

/** The coupons that can be claimed (SPN-03). */
export const couponsQuery = queryOptions({
  queryKey: ['spinwheel', 'coupons'],
  queryFn: () => client('GET /api/spinwheel/coupon'),
  staleTime: 0,
});

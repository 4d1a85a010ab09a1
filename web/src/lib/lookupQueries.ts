import { queryOptions } from '@tanstack/react-query';
import { client } from './api.ts';

const MINUTES_5 = 300_000;

export const banksQuery = queryOptions({
  queryKey: ['lookup', 'banks'],
  queryFn: () => client('GET /api/lookup/banks'),
  staleTime: MINUTES_5,
});

export const sourcesQuery = queryOptions({
  queryKey: ['lookup', 'sources'],
  queryFn: () => client('GET /api/lookup/sources'),
  staleTime: MINUTES_5,
});

export const registerOtpQuery = queryOptions({
  queryKey: ['lookup', 'registerOTP'],
  queryFn: () => client('GET /api/lookup/registerOTP'),
  staleTime: MINUTES_5,
});

export const minimumAgeQuery = queryOptions({
  queryKey: ['lookup', 'minimumAge'],
  queryFn: () => client('GET /api/lookup/minimumAge'),
  staleTime: MINUTES_5,
});

export const contactQuery = queryOptions({
  queryKey: ['lookup', 'contact'],
  queryFn: () => client('GET /api/lookup/contact'),
  staleTime: MINUTES_5,
});

export const conditionsQuery = queryOptions({
  queryKey: ['lookup', 'conditions'],
  queryFn: () => client('GET /api/lookup/conditions'),
  staleTime: MINUTES_5,
});

export const howtoQuery = queryOptions({
  queryKey: ['lookup', 'howto'],
  queryFn: () => client('GET /api/lookup/howto'),
  staleTime: MINUTES_5,
});

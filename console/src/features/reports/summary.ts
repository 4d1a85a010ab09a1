import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';

/** The figures of a period as the server answers them. */
export type Summary = ResponseOf<Contract['POST /api/console/reports/summary']>;

import { genericBankFeed } from './generic/genericBankFeed.ts';

/** Feeds that tell of money in our accounts. */
export const BANK_FEED_DRIVERS = [genericBankFeed];

import { smsTemplateDriver } from './template/smsTemplateDriver.ts';

/** Services that send SMS. */
export const SMS_DRIVERS = [smsTemplateDriver];

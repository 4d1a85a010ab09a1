import type { Language } from '@krapao/contract/limits';
import appEn from './messages/app.en.json';
import appLa from './messages/app.la.json';
import appTh from './messages/app.th.json';
import auditEn from './messages/audit.en.json';
import auditLa from './messages/audit.la.json';
import auditTh from './messages/audit.th.json';
import errorsEn from './messages/errors.en.json';
import errorsLa from './messages/errors.la.json';
import errorsTh from './messages/errors.th.json';
import operatorsEn from './messages/operators.en.json';
import operatorsLa from './messages/operators.la.json';
import operatorsTh from './messages/operators.th.json';
import slipsEn from './messages/slips.en.json';
import slipsLa from './messages/slips.la.json';
import slipsTh from './messages/slips.th.json';

const en = { ...appEn, ...auditEn, ...errorsEn, ...operatorsEn, ...slipsEn };

export type MessageId = keyof typeof en;

/** All messages by language; one that lacks a translation does not compile. */
export const catalogues: Record<Language, Record<MessageId, string>> = {
  en,
  th: { ...appTh, ...auditTh, ...errorsTh, ...operatorsTh, ...slipsTh },
  la: { ...appLa, ...auditLa, ...errorsLa, ...operatorsLa, ...slipsLa },
};

import type { Language } from '@krapao/contract/limits';
import accountsEn from './messages/accounts.en.json';
import accountsLa from './messages/accounts.la.json';
import accountsTh from './messages/accounts.th.json';
import adjustmentsEn from './messages/adjustments.en.json';
import adjustmentsLa from './messages/adjustments.la.json';
import adjustmentsTh from './messages/adjustments.th.json';
import alarmsEn from './messages/alarms.en.json';
import alarmsLa from './messages/alarms.la.json';
import alarmsTh from './messages/alarms.th.json';
import appEn from './messages/app.en.json';
import appLa from './messages/app.la.json';
import appTh from './messages/app.th.json';
import approvalsEn from './messages/approvals.en.json';
import approvalsLa from './messages/approvals.la.json';
import approvalsTh from './messages/approvals.th.json';
import auditEn from './messages/audit.en.json';
import auditLa from './messages/audit.la.json';
import auditTh from './messages/audit.th.json';
import casesEn from './messages/cases.en.json';
import casesLa from './messages/cases.la.json';
import casesTh from './messages/cases.th.json';
import chatEn from './messages/chat.en.json';
import chatLa from './messages/chat.la.json';
import chatTh from './messages/chat.th.json';
import connectionsEn from './messages/connections.en.json';
import connectionsLa from './messages/connections.la.json';
import connectionsTh from './messages/connections.th.json';
import contentEn from './messages/content.en.json';
import contentLa from './messages/content.la.json';
import contentTh from './messages/content.th.json';
import errorsEn from './messages/errors.en.json';
import errorsLa from './messages/errors.la.json';
import errorsTh from './messages/errors.th.json';
import eventsEn from './messages/events.en.json';
import eventsLa from './messages/events.la.json';
import eventsTh from './messages/events.th.json';
import feedsEn from './messages/feeds.en.json';
import feedsLa from './messages/feeds.la.json';
import feedsTh from './messages/feeds.th.json';
import goLiveEn from './messages/goLive.en.json';
import goLiveLa from './messages/goLive.la.json';
import goLiveTh from './messages/goLive.th.json';
import homeEn from './messages/home.en.json';
import homeLa from './messages/home.la.json';
import homeTh from './messages/home.th.json';
import identityEn from './messages/identity.en.json';
import identityLa from './messages/identity.la.json';
import identityTh from './messages/identity.th.json';
import incidentsEn from './messages/incidents.en.json';
import incidentsLa from './messages/incidents.la.json';
import incidentsTh from './messages/incidents.th.json';
import incomingEn from './messages/incoming.en.json';
import incomingLa from './messages/incoming.la.json';
import incomingTh from './messages/incoming.th.json';
import listsEn from './messages/lists.en.json';
import listsLa from './messages/lists.la.json';
import listsTh from './messages/lists.th.json';
import membersEn from './messages/members.en.json';
import membersLa from './messages/members.la.json';
import membersTh from './messages/members.th.json';
import operatorsEn from './messages/operators.en.json';
import operatorsLa from './messages/operators.la.json';
import operatorsTh from './messages/operators.th.json';
import packsEn from './messages/packs.en.json';
import packsLa from './messages/packs.la.json';
import packsTh from './messages/packs.th.json';
import personalDataEn from './messages/personalData.en.json';
import personalDataLa from './messages/personalData.la.json';
import personalDataTh from './messages/personalData.th.json';
import registersEn from './messages/registers.en.json';
import registersLa from './messages/registers.la.json';
import registersTh from './messages/registers.th.json';
import reportsEn from './messages/reports.en.json';
import reportsLa from './messages/reports.la.json';
import reportsTh from './messages/reports.th.json';
import shiftsEn from './messages/shifts.en.json';
import shiftsLa from './messages/shifts.la.json';
import shiftsTh from './messages/shifts.th.json';
import simulationEn from './messages/simulation.en.json';
import simulationLa from './messages/simulation.la.json';
import simulationTh from './messages/simulation.th.json';
import slipsEn from './messages/slips.en.json';
import slipsLa from './messages/slips.la.json';
import slipsTh from './messages/slips.th.json';
import storyEn from './messages/story.en.json';
import storyLa from './messages/story.la.json';
import storyTh from './messages/story.th.json';
import transfersEn from './messages/transfers.en.json';
import transfersLa from './messages/transfers.la.json';
import transfersTh from './messages/transfers.th.json';
import withdrawalsEn from './messages/withdrawals.en.json';
import withdrawalsLa from './messages/withdrawals.la.json';
import withdrawalsTh from './messages/withdrawals.th.json';

const en = {
  ...alarmsEn,
  ...appEn,
  ...auditEn,
  ...casesEn,
  ...chatEn,
  ...connectionsEn,
  ...contentEn,
  ...errorsEn,
  ...eventsEn,
  ...feedsEn,
  ...goLiveEn,
  ...homeEn,
  ...operatorsEn,
  ...packsEn,
  ...personalDataEn,
  ...slipsEn,
  ...storyEn,
  ...identityEn,
  ...incidentsEn,
  ...incomingEn,
  ...withdrawalsEn,
  ...transfersEn,
  ...registersEn,
  ...shiftsEn,
  ...simulationEn,
  ...reportsEn,
  ...listsEn,
  ...membersEn,
  ...accountsEn,
  ...adjustmentsEn,
  ...approvalsEn,
};

export type MessageId = keyof typeof en;

/** All messages by language; one that lacks a translation does not compile. */
export const catalogues: Record<Language, Record<MessageId, string>> = {
  en,
  th: {
    ...alarmsTh,
    ...appTh,
    ...auditTh,
    ...casesTh,
    ...chatTh,
    ...connectionsTh,
    ...contentTh,
    ...errorsTh,
    ...eventsTh,
    ...feedsTh,
    ...goLiveTh,
    ...homeTh,
    ...operatorsTh,
    ...packsTh,
    ...personalDataTh,
    ...slipsTh,
    ...storyTh,
    ...identityTh,
    ...incidentsTh,
    ...incomingTh,
    ...withdrawalsTh,
    ...transfersTh,
    ...registersTh,
    ...shiftsTh,
    ...simulationTh,
    ...reportsTh,
    ...listsTh,
    ...membersTh,
    ...accountsTh,
    ...adjustmentsTh,
    ...approvalsTh,
  },
  la: {
    ...alarmsLa,
    ...appLa,
    ...auditLa,
    ...casesLa,
    ...chatLa,
    ...connectionsLa,
    ...contentLa,
    ...errorsLa,
    ...eventsLa,
    ...feedsLa,
    ...goLiveLa,
    ...homeLa,
    ...operatorsLa,
    ...packsLa,
    ...personalDataLa,
    ...slipsLa,
    ...storyLa,
    ...identityLa,
    ...incidentsLa,
    ...incomingLa,
    ...withdrawalsLa,
    ...transfersLa,
    ...registersLa,
    ...shiftsLa,
    ...simulationLa,
    ...reportsLa,
    ...listsLa,
    ...membersLa,
    ...accountsLa,
    ...adjustmentsLa,
    ...approvalsLa,
  },
};

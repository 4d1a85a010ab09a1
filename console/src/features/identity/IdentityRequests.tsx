import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import { IDENTITY_REFUSALS } from '@krapao/contract/identity';
import type { Elements } from '@krapao/ui/elements.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Button, NativeSelect } from '@mantine/core';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { MemberHead } from '../../components/Decision.tsx';
import { DecisionPane, useReason } from '../../components/DecisionPane.tsx';
import { Facts } from '../../components/Facts.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useAction } from '../../lib/useAction.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { useQueue } from '../../lib/useQueue.ts';
import { DocumentFields, NOTHING_TYPED, typedFacts } from './DocumentFields.tsx';
import { DocumentPictures } from './DocumentPictures.tsx';
import { MakerWord } from './MakerWord.tsx';

type Request = ResponseOf<Contract['GET /api/console/identityRequests']>['items'][number];
type Approval = BodyOf<Contract['POST /api/console/identityRequests/:id/approve']>;
type Rejection = BodyOf<Contract['POST /api/console/identityRequests/:id/reject']>;

/** Members who ask for a level with documents. */
export function IdentityRequests({ tabs }: { tabs: Elements }) {
  const t = useT();
  const queue = useQueue('identityRequests', (query) =>
    client('GET /api/console/identityRequests', { query }),
  );
  return (
    <ClaimedQueue
      queue={queue}
      title={t('identity.title')}
      tabs={tabs}
      empty={t('identity.empty')}
      layout="three"
      describe={({ member, sentAt, level, documentKind }) => ({
        memberId: member.id,
        name: member.name,
        since: sentAt,
        amountText: `L${level}`,
        why: t(`identity.kind.${documentKind}`),
      })}
    >
      {(item, desk) => (
        <>
          <DocumentPictures key={`pictures ${item.id}`} request={item} />
          <Decision key={item.id} request={item} desk={desk} />
        </>
      )}
    </ClaimedQueue>
  );
}

function Decision({ request, desk }: { request: Request; desk: Desk }) {
  const t = useT();
  const { member, level, documentKind } = request;
  const params = { id: request.id };
  const [typed, setTyped] = useDraft('document', () => NOTHING_TYPED);
  const [refusal, setRefusal] = useDraft<Rejection['refusal']>('refusal', () => IDENTITY_REFUSALS[0]);
  const reason = useReason();
  const facts = typedFacts(typed);
  const isTyped =
    level === 3 || (facts.names.length > 0 && facts.birthDate !== null && facts.documentNumber !== null);
  const compare = useAction((body: typeof facts) =>
    client('POST /api/console/identityRequests/:id/compare', { params, body }),
  );
  const approve = useLimitedAction(
    (body: Approval) => client('POST /api/console/identityRequests/:id/approve', { params, body }),
    { done: t('identity.approved') },
  );
  const reject = useAction(
    (body: Rejection) => client('POST /api/console/identityRequests/:id/reject', { params, body }),
    { done: t('identity.rejected') },
  );
  const compared = compare.data;
  const warnings = compared
    ? [
        compared.isName ? null : t('identity.isOtherName'),
        compared.isOldEnough ? null : t('identity.isTooYoung'),
        compared.isExpired ? t('identity.isExpired') : null,
        compared.others.length > 0
          ? `${t('identity.sameDocument')}: ${compared.others.map(({ name, id }) => `${name} (${id})`).join(', ')}`
          : null,
      ].filter((text) => text !== null)
    : [];

  return (
    <DecisionPane
      label={member.name}
      head={<MemberHead member={member} />}
      reason={reason}
      desk={desk}
      reject={{
        label: t('identity.reject'),
        isBusy: reject.isPending,
        missing: reason.missing,
        decide: () => reject.mutate({ refusal, reason: reason.text }),
      }}
      approve={{
        label: t('identity.approve'),
        isBusy: approve.isPending,
        isBarred: !isTyped,
        missing: reason.missing,
        decide: () => approve.mutate({ ...facts, reason: reason.text }),
      }}
    >
      <p className="hero">{t(`identity.level.${level}`)}</p>
      <Facts
        rows={[
          [t('identity.request'), t(`identity.kind.${documentKind}`)],
          [t('identity.accountName'), member.bankAccountName, 'fixed'],
          [t('identity.sentAt'), dateTimeText(request.sentAt)],
        ]}
      />
      {request.verification && <MakerWord said={request.verification} />}
      {level === 3 ? (
        <Alert color="yellow" mb="md">
          {t('identity.two')}
        </Alert>
      ) : (
        <>
          <DocumentFields
            typed={typed}
            onChange={(next) => {
              setTyped(next);
              compare.reset();
            }}
          />
          <Button
            variant="default"
            size="sm"
            mb="md"
            disabled={!isTyped}
            loading={compare.isPending}
            onClick={() => compare.mutate(facts)}
          >
            {t('identity.compare')}
          </Button>
          {compared && (
            <Alert color={warnings.length === 0 ? 'teal' : 'red'} mb="md" role="status">
              {warnings.length === 0
                ? t('identity.isName')
                : warnings.map((text) => <p key={text}>{text}</p>)}
            </Alert>
          )}
        </>
      )}
      <NativeSelect
        data-decides="reject"
        label={<span>{t('identity.refusal')}</span>}
        value={refusal}
        onChange={(event) => setRefusal(event.currentTarget.value as Rejection['refusal'])}
        data={IDENTITY_REFUSALS.map((value) => ({ value, label: t(`identity.refusal.${value}`) }))}
      />
    </DecisionPane>
  );
}

import { byIfItMust, type CheckState, keepsClosed } from '@krapao/contract/preflight';
import { Alert, Button, Progress } from '@mantine/core';
import { PageHead } from '../../components/PageHead.tsx';
import { useT } from '../../i18n/i18n.ts';
import { errorText } from '../../lib/errorText.ts';
import { useSelf } from '../../lib/self.ts';
import { CheckCard } from './CheckCard.tsx';
import './goLive.css';
import { type CheckResult, usePreflight } from './usePreflight.ts';
import { Way } from './Way.tsx';

const ORDER: readonly CheckState[] = ['failed', 'unchecked', 'ok'];

/**
 * What the site needs before real money: what is red first, with what to do, then what nobody knows, then the rest. Until the
 * first money of a member, the way there stands above.
 */
export function GoLivePage() {
  const t = useT();
  const { self } = useSelf();
  const { checks, done, total, error, checkAgain } = usePreflight();
  const isRunning = done < total;
  return (
    <div className="inside go-live">
      <PageHead title={t('goLive.title')}>
        <Button onClick={() => void checkAgain()} loading={isRunning}>
          {t('goLive.again')}
        </Button>
      </PageHead>
      {isRunning && (
        <Progress.Root size="lg" mb="md">
          <Progress.Section value={(100 * done) / total} aria-label={t('goLive.progress', { done, total })} />
        </Progress.Root>
      )}
      <div role="status" aria-live="polite">
        {isRunning ? (
          <p className="muted">{t('goLive.progress', { done, total })}</p>
        ) : (
          // Without every group nobody knows whether the site is ready; the error below says so.
          error === null && <Summary checks={checks} />
        )}
      </div>
      {error && (
        <Alert color="red" role="alert" mb="md">
          {errorText(error)}
        </Alert>
      )}
      {self?.isGoingLive && <Way checks={checks} />}
      {ORDER.map((state) => (
        <Checks key={state} state={state} checks={checks.filter((check) => check.state === state)} />
      ))}
    </div>
  );
}

function Summary({ checks }: { checks: readonly CheckResult[] }) {
  const t = useT();
  if (checks.length === 0) return null;
  const failed = checks.filter(({ state }) => state === 'failed');
  const must = checks.filter(keepsClosed).length;
  const should = failed.filter(({ severity }) => severity === 'should').length;
  return (
    <Alert color={must > 0 ? 'red' : 'teal'} mb="lg">
      {`${must > 0 ? t('goLive.notReady', { must }) : t('goLive.ready')} ${should > 0 ? t('goLive.should', { should }) : ''}`}
    </Alert>
  );
}

function Checks({ state, checks }: { state: CheckState; checks: readonly CheckResult[] }) {
  const t = useT();
  if (checks.length === 0) return null;
  const sorted = checks.toSorted(byIfItMust);
  return (
    <section aria-labelledby={`checks-${state}`}>
      <h2 id={`checks-${state}`}>{t(`goLive.state.${state}`, { count: checks.length })}</h2>
      {sorted.map((check) => (
        <CheckCard key={check.id} check={check} />
      ))}
    </section>
  );
}

import { memo, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Fold } from '../../components/Fold.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { WheelSetup } from './queries.ts';
import type { DrawnSpin } from './spinState.ts';
import type { Verdict } from './verifySpin.ts';

/** The commitment for the next spin, and all data that is needed to verify the last one. */
export const FairnessPanel = memo(({ setup, drawn }: { setup: WheelSetup; drawn: DrawnSpin | null }) => {
  const t = useT();
  return (
    <Fold summary={<span>{t('spin.fair')}</span>} className="fairness">
      <p className="text-small text-ink-2">{t('spin.fairText')}</p>
      <h4>{t('spin.next')}</h4>
      <dl>
        <Fact label={t('spin.nonce')} value={setup.nonce} />
        <Fact label={t('spin.seedHash')} value={setup.serverSeedHash} />
      </dl>
      {drawn && (
        <>
          <h4>{t('spin.last')}</h4>
          <dl>
            <Fact label={t('spin.nonce')} value={drawn.answer.nonce} />
            <Fact label={t('spin.seedHash')} value={drawn.shown.serverSeedHash} />
            <Fact label={t('spin.serverSeed')} value={drawn.answer.serverSeed} />
            <Fact label={t('spin.clientSeed')} value={drawn.answer.clientSeed} />
          </dl>
          <Verify key={drawn.answer.nonce} drawn={drawn} />
        </>
      )}
    </Fold>
  );
});

function Fact({ label, value }: { label: string; value: string | number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd translate="no" className="num">
        {value}
      </dd>
    </div>
  );
}

function Verify({ drawn }: { drawn: DrawnSpin }) {
  const t = useT();
  const [verdict, setVerdict] = useState<Verdict | 'verifying' | 'insecure' | 'failed' | null>(null);

  async function verify() {
    // Web Crypto is missing on plain http.
    if (crypto.subtle === undefined) return setVerdict('insecure');
    setVerdict('verifying');
    try {
      const { verifySpin } = await import('./verifySpin.ts');
      setVerdict(await verifySpin(drawn));
    } catch {
      // The module could not be loaded.
      setVerdict('failed');
    }
  }

  return (
    <>
      <Button size="small" busyLabel={verdict === 'verifying' && t('spin.verifying')} onClick={verify}>
        {t('spin.verify')}
      </Button>
      <div role="status" className="mt-3 empty:mt-0">
        {verdict !== null && verdict !== 'verifying' && (
          <Notice kind={verdict === 'true' ? 'success' : 'wait'}>
            {t(`spin.verdict.${verdict}`, { label: drawn.answer.label })}
          </Notice>
        )}
      </div>
    </>
  );
}

import { QR_MINIMUM_BAHT } from '@krapao/contract/limits';
import type { Elements } from '@krapao/ui/elements.ts';
import { kipText, rateText } from '@krapao/ui/kip.ts';
import { shortAmountText, wholeText } from '@krapao/ui/money.ts';
import { Download, ExternalLink } from 'lucide-react';
import { useRef, useState } from 'react';
import { AmountInput, amountOf } from '../../components/AmountInput.tsx';
import { Button } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { Form } from '../../components/Form.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { toast } from '../../components/toast.ts';
import { useVoice } from '../../components/useVoice.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { kipOf } from '../../lib/kip.ts';
import { canCreateQr, presetsWith, type QrChannel } from './channels.ts';
import { Footer } from './Footer.tsx';
import { PayFrom, type RegisteredAccount } from './PayFrom.tsx';
import { QrSheet } from './QrSheet.tsx';
import type { QrView } from './qrCountdown.ts';
import { useCancelQr, useCreateQr } from './queries.ts';
import { savePicture, svgIn } from './savePicture.ts';
import { useQr } from './useQr.ts';

interface QrFormProps {
  channel: QrChannel;
  depositMin: number;
  /** The rate in kip for one baht, when the channel uses kip. */
  kipForBaht: number | undefined;
  /** The amount of the member's last QR of this channel (baht). */
  lastAmount: number | null;
  /** The amount, in the format of AmountInput. */
  typed: string;
  onType: (typed: string) => void;
  account: RegisteredAccount;
  /** The line that names the way. */
  line: Elements;
  /** What the member answers before a QR is made. */
  question: Elements;
  /** Called in place of making a QR; null when nothing is to be answered. */
  onUnanswered: (() => void) | null;
  onCredited: (amount: number) => void;
}

/** How much, and then the QR with its countdown until it is paid, cancelled or expired (DEP-06 to DEP-11). */
export function QrForm({
  channel,
  depositMin,
  kipForBaht,
  lastAmount,
  typed,
  onType,
  account,
  line,
  question,
  onUnanswered,
  onCredited,
}: QrFormProps) {
  const t = useT();
  const { bankCode } = channel.bank;
  const { view, isLoading, error, retry } = useQr(bankCode, onCredited);
  const create = useCreateQr(bankCode, onCredited);
  const isIdle = create.phase === 'idle';
  const amount = create.asked ?? amountOf(typed);
  const canCreate = canCreateQr(channel, amount);
  const isTooLittle = amount < QR_MINIMUM_BAHT;
  // DEP-09: above 0 the button is on, and under 1 baht nothing is made.
  const [isAsked, setIsAsked] = useState(false);
  const isDropped = view.phase === 'none' && view.dropped !== null;
  const emptyText = channel.isPage
    ? t(isDropped ? 'qr.pageExpired' : 'qr.pageIntro')
    : t(isDropped ? 'qr.expired' : 'qr.intro');
  useVoice(isDropped ? emptyText : null);
  const presets = presetsWith(channel.presets, lastAmount);
  const limits =
    channel.maximum === null
      ? t('qr.minimum', { amount: wholeText(Math.max(channel.minimum, depositMin)) })
      : t('qr.limits', {
          minimum: wholeText(Math.max(channel.minimum, depositMin)),
          maximum: wholeText(channel.maximum),
        });
  function type(next: string) {
    setIsAsked(false);
    onType(next);
  }
  function press() {
    if (isLoading || create.isBusy) return;
    setIsAsked(true);
    if (isTooLittle || !canCreate) return;
    if (onUnanswered) onUnanswered();
    else create.create(amount);
  }
  const rules = (
    <div>
      <Notice>{t(channel.isPage ? 'qr.pageRules' : 'qr.rules')}</Notice>
      <PayFrom account={account} />
    </div>
  );

  if (error)
    return (
      <div className="qr-steps">
        {line}
        <LoadFailed message={errorMessage(error)} onRetry={retry} />
      </div>
    );
  if (view.phase === 'open')
    return (
      <div className="qr-steps">
        <OpenQr view={view} bankCode={bankCode} />
        {rules}
        {line}
      </div>
    );
  return (
    <div className="qr-steps">
      <div className="qr-ask">
        <Form onSubmit={press} className="flex min-w-0 flex-col gap-4">
          <AmountInput
            label={t('money.amount')}
            value={typed}
            onChange={type}
            readOnly={!isIdle}
            hint={limits}
            error={(amount > 0 && !canCreate) || (isAsked && isTooLittle) ? limits : undefined}
          />
          {kipForBaht !== undefined && (
            <p className="text-small text-ink-2">
              {amount > 0 && (
                <span className="num block text-body font-semi text-ink" role="status">
                  {t('qr.kipAbout', { kip: kipText(kipOf(amount, kipForBaht)) })}
                </span>
              )}
              <span>{t('qr.kipRate', { kip: rateText(kipForBaht) })}</span>
            </p>
          )}
          <Chips
            label={t('money.presets')}
            fill
            value={presets.find((value) => value === amount) ?? null}
            onChange={(value) => type(String(value))}
            options={presets.map((value) => ({ value, text: shortAmountText(value), disabled: !isIdle }))}
          />
        </Form>
        {line}
        <div className="qr-next">
          {question}
          {isIdle && <p className="qr-empty">{emptyText}</p>}
          {create.phase === 'unclear' ? (
            <Notice kind="wait">{t(channel.isPage ? 'qr.pageUnclear' : 'qr.unclear')}</Notice>
          ) : (
            <MoneyNotice phase={create.phase} />
          )}
        </div>
      </div>
      {rules}
      <Footer>
        <Button
          variant="primary"
          full
          disabled={isLoading || !canCreate}
          busyLabel={create.isBusy && t(busyWord(create.phase, channel))}
          onClick={press}
        >
          {t(create.phase === 'unclear' ? 'money.askAgain' : channel.isPage ? 'qr.pageGo' : 'qr.create')}
        </Button>
      </Footer>
    </div>
  );
}

function busyWord(phase: ReturnType<typeof useCreateQr>['phase'], { isPage }: QrChannel) {
  if (phase === 'checking') return 'money.checking';
  return isPage ? 'qr.pagePreparing' : 'qr.creating';
}

/** The sheet of the QR, and what can be done with it. */
function OpenQr({ view, bankCode }: { view: Extract<QrView, { phase: 'open' }>; bankCode: string }) {
  const t = useT();
  const cancel = useCancelQr(bankCode);
  const picture = useRef<HTMLDivElement>(null);

  async function save() {
    if (!picture.current) return;
    await savePicture(await svgIn(picture.current), `krapao-qr-${view.amount}.png`).catch(() =>
      toast.error(() => t('qr.saveFailed')),
    );
  }

  return (
    <>
      <QrSheet view={view} picture={picture} />
      <Footer>
        <div className="grid grid-cols-[1fr_1.6fr] gap-2.5">
          <Button
            className="px-2.5"
            busyLabel={cancel.isPending && t('qr.cancelling')}
            onClick={() => cancel.mutate(view.qrcodeId)}
          >
            {t(view.payUrl === undefined ? 'qr.cancel' : 'qr.pageCancel')}
          </Button>
          {view.payUrl === undefined ? (
            <Button
              variant="primary"
              className="px-2.5"
              icon={<Download aria-hidden="true" />}
              onClick={save}
            >
              {t('qr.save')}
            </Button>
          ) : (
            <a
              className="button button-primary px-2.5"
              href={view.payUrl}
              target="_blank"
              rel="noopener noreferrer"
            >
              <ExternalLink aria-hidden="true" />
              <span>{t('qr.openPage')}</span>
            </a>
          )}
        </div>
      </Footer>
    </>
  );
}

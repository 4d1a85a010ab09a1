import { TRANSFER_MINIMUM_BAHT } from '@krapao/contract/limits';
import { ArrowDownUp, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { AmountInput, amountOf } from '../../components/AmountInput.tsx';
import { showAlert } from '../../components/alert.ts';
import { Button } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FieldError } from '../../components/Field.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { toast } from '../../components/toast.ts';
import { bahtText, wholeText } from '../../i18n/format.ts';
import { useT } from '../../i18n/i18n.ts';
import { useMoneyAction } from '../../lib/useMoneyAction.ts';
import { AccountDialog } from './AccountDialog.tsx';
import { AccountRow } from './AccountRow.tsx';
import { failureText } from './failureText.ts';
import { transferAllRequest, transferRequest } from './requests.ts';
import { type Account, balancesAfter, collectable, transferProblem } from './transferRules.ts';

const PRESETS = [100, 500, 1000] as const;
const ALL = 'all';

interface TransferDialogProps {
  open: boolean;
  /** `moved`: money has moved or is moving (TRF-03). */
  onClose: (moved: boolean) => void;
  /** The wallet first, then the open game accounts. */
  accounts: readonly Account[];
  from: string | null;
  to: string | null;
}

/** Moves money between the wallet and games (TRF-01 to TRF-04). */
export default function TransferDialog({ open, onClose, accounts, ...initial }: TransferDialogProps) {
  const t = useT();
  const [from, setFrom] = useState(initial.from);
  const [to, setTo] = useState(initial.to);
  const [typed, setTyped] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [choosing, setChoosing] = useState<{ side: 'from' | 'to'; open: boolean }>({
    side: 'from',
    open: false,
  });
  const [isCollecting, setIsCollecting] = useState(false);
  const action = useMoneyAction({
    onDone: (moved) => {
      toast.success(() => t('transfer.done', { amount: bahtText(moved) }));
      onClose(true);
    },
    onPending: () => setIsCollecting(false),
    onFailed: (error, key) => {
      const place = { from: isCollecting ? null : source, to: isCollecting ? null : target };
      setIsCollecting(false);
      void failureText(error, key, place).then((message) => showAlert({ kind: 'error', message }));
    },
  });

  const accountOf = (code: string | null) => accounts.find((account) => account.code === code) ?? null;
  const source = accountOf(from);
  const target = accountOf(to);
  const amount = amountOf(typed);
  const problem = transferProblem(source, target, amount);
  // Too much is said at once; what is still missing only when it was pressed.
  const shown = isChecked || problem === 'balance' ? problem : null;
  const hasNoGame = accounts.length === 1;
  const after = source && target && problem === null ? balancesAfter(source, target, amount) : null;
  const collected = to ? collectable(accounts, to) : 0;
  const isLocked = action.phase !== 'idle';

  function choose(code: string) {
    if (choosing.side === 'from') setFrom(code);
    else setTo(code);
    setChoosing({ ...choosing, open: false });
  }

  function send() {
    setIsChecked(true);
    if (problem === null && from && to) void action.run(transferRequest(from, to, amount));
  }

  const row = (side: 'from' | 'to', account: Account | null) => (
    <button
      type="button"
      className="card account-row"
      aria-haspopup="dialog"
      disabled={isLocked}
      onClick={() => setChoosing({ side, open: true })}
    >
      <AccountRow
        account={account}
        caption={t(`transfer.${side}`)}
        placeholder={t('transfer.choose')}
        trailing={<ChevronDown size={18} aria-hidden="true" className="text-ink-3" />}
      />
    </button>
  );

  return (
    <Dialog
      open={open}
      onClose={() => onClose(action.phase === 'pending' || action.phase === 'unclear')}
      title={t('transfer.title')}
      busy={action.isBusy}
      footer={
        action.phase === 'pending' ? (
          <Button variant="primary" full onClick={() => onClose(true)}>
            {t('dialog.ok')}
          </Button>
        ) : (
          <Button
            variant="primary"
            full
            disabled={action.phase === 'idle' && (problem === 'balance' || hasNoGame)}
            busyLabel={
              action.isBusy && t(action.phase === 'checking' ? 'money.checking' : 'transfer.sending')
            }
            onClick={send}
          >
            {action.phase === 'unclear'
              ? t('money.askAgain')
              : amount > 0
                ? t('transfer.submitAmount', { amount: bahtText(amount) })
                : t('transfer.title')}
          </Button>
        )
      }
    >
      {hasNoGame && (
        <div className="mb-4">
          <Notice kind="wait">{t('transfer.noGames')}</Notice>
        </div>
      )}
      <div className="relative mt-1 flex flex-col gap-2">
        {row('from', source)}
        {row('to', target)}
        <button
          type="button"
          className="swap swap-between"
          aria-label={t('transfer.swap')}
          disabled={isLocked}
          onClick={() => {
            setFrom(to);
            setTo(from);
          }}
        >
          <ArrowDownUp size={19} aria-hidden="true" />
        </button>
      </div>
      <div aria-live="polite" className="mt-2 empty:mt-0">
        {(shown === 'selectAccount' || shown === 'sameAccount') && (
          <FieldError>{t(`transfer.${shown}`)}</FieldError>
        )}
      </div>
      <div className="mt-4">
        <AmountInput
          label={t('money.amount')}
          value={typed}
          onChange={setTyped}
          readOnly={isLocked}
          error={
            shown === 'minimum'
              ? t('transfer.minimum', { amount: wholeText(TRANSFER_MINIMUM_BAHT) })
              : shown === 'balance' && source
                ? t('transfer.balance', { name: source.name, amount: bahtText(source.amount) })
                : undefined
          }
          hint={
            <>
              {t('transfer.minimumHint', { amount: wholeText(TRANSFER_MINIMUM_BAHT) })}
              {after && (
                <span className="num ml-auto">{t('transfer.left', { amount: bahtText(after.from) })}</span>
              )}
            </>
          }
        />
      </div>
      <div className="mt-4">
        <Chips
          label={t('money.presets')}
          fill
          value={chipOf(typed, source)}
          onChange={(value) => setTyped(value === ALL ? String(source?.amount ?? 0) : value)}
          options={[
            ...PRESETS.map((preset) => ({
              value: String(preset),
              text: wholeText(preset),
              disabled: isLocked,
            })),
            { value: ALL, text: t('money.all'), disabled: isLocked || !source || source.amount <= 0 },
          ]}
        />
      </div>
      {target && after && (
        <dl className="card mt-5 flex flex-col gap-2 px-[18px] py-4 text-small">
          <Fact name={t('transfer.willHave', { name: target.name })} value={bahtText(after.to)} strong />
          <Fact name={t('transfer.fee')} value={bahtText(0)} />
        </dl>
      )}
      <MoneyNotice phase={action.phase} />
      {target && collected > 0 && !isLocked && (
        <button
          type="button"
          className="link mt-3 self-start text-small"
          aria-haspopup="dialog"
          onClick={() => setIsCollecting(true)}
        >
          {t('transfer.collect', { name: target.name })}
        </button>
      )}
      <AccountDialog
        open={choosing.open}
        onClose={() => setChoosing({ ...choosing, open: false })}
        title={t(choosing.side === 'from' ? 'transfer.chooseFrom' : 'transfer.chooseTo')}
        accounts={accounts}
        chosen={choosing.side === 'from' ? from : to}
        onChoose={choose}
      />
      <ConfirmDialog
        open={isCollecting}
        title={t('transfer.collectTitle')}
        confirmLabel={t('transfer.collectConfirm', { amount: bahtText(collected) })}
        busyLabel={action.isBusy && t(action.phase === 'checking' ? 'money.checking' : 'transfer.sending')}
        onConfirm={() => to && void action.run(transferAllRequest(to))}
        onClose={() => setIsCollecting(false)}
      >
        <p className="text-ink-2">{t('transfer.collectText', { name: target?.name ?? '' })}</p>
      </ConfirmDialog>
    </Dialog>
  );
}

function Fact({ name, value, strong }: { name: string; value: string; strong?: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-3">{name}</dt>
      <dd className={`num ${strong ? 'font-semi' : ''}`}>{value}</dd>
    </div>
  );
}

function chipOf(typed: string, source: Account | null): string | null {
  if (typed === '') return null;
  if (PRESETS.some((preset) => String(preset) === typed)) return typed;
  return source && String(source.amount) === typed ? ALL : null;
}

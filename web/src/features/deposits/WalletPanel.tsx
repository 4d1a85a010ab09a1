import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { encryptGiftLink, giftLinkIn } from '@krapao/contract/giftLink';
import { MOBILE_WALLET_MINIMUM_BAHT } from '@krapao/contract/limits';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { phoneText } from '@krapao/ui/phoneText.ts';
import { Link2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { TextField } from '../../components/TextField.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useKeyedAction } from '../../lib/useKeyedAction.ts';
import type { DepositLookup } from './channels.ts';
import { Footer } from './Footer.tsx';

type Redeemed = ResponseOf<Contract['POST /api/wallet/truelink']>;

interface WalletPanelProps {
  wallets: DepositLookup['wallets'];
  onCredited: (amount: number) => void;
  onPending: () => void;
}

/** Deposit by mobile wallet: the account in mode AUTO, a gift link in mode gift (DEP-03). */
export default function WalletPanel({ wallets, onCredited, onPending }: WalletPanelProps) {
  return (
    <>
      <ul className="mt-4 flex flex-col gap-3 md:mt-0">
        {wallets.map((wallet) => (
          <WalletCard key={`${wallet.mode} ${wallet.walletAccountNo}`} wallet={wallet} />
        ))}
      </ul>
      {wallets.some(isGift) && <GiftLink onCredited={onCredited} onPending={onPending} />}
    </>
  );
}

function isGift({ mode }: DepositLookup['wallets'][number]): boolean {
  return mode.toLowerCase() === 'gift';
}

function WalletCard({ wallet }: { wallet: DepositLookup['wallets'][number] }) {
  const t = useT();
  return (
    <li className="card py-4 pr-4 pl-[18px]">
      <div className="flex items-center gap-3">
        <Monogram code="W" colour="#b7671d" />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <p className="font-semi">{t('gift.account')}</p>
            <span className={`badge ${isGift(wallet) ? 'badge-neutral' : 'badge-success'}`}>
              {t(isGift(wallet) ? 'gift.badge' : 'deposit.crediting.auto')}
            </span>
          </div>
          <p translate="no" className="text-small text-ink-2 wrap-anywhere">
            {wallet.walletAccountName}
          </p>
          {!isGift(wallet) && (
            <p translate="no" className="num text-[1.375rem]/[1.4] font-semi">
              {phoneText(wallet.walletAccountNo)}
            </p>
          )}
        </div>
      </div>
      {!isGift(wallet) && (
        <>
          <CopyButton
            className="mt-3 w-full justify-center"
            text={wallet.walletAccountNo}
            label={t('gift.copyNo')}
            doneLabel={t('deposit.copied')}
            of={phoneText(wallet.walletAccountNo)}
          />
          <p className="mt-2 text-caption text-ink-3">
            {t('gift.autoRules', { amount: wholeText(MOBILE_WALLET_MINIMUM_BAHT) })}
          </p>
        </>
      )}
    </li>
  );
}

interface GiftLinkProps {
  onCredited: (amount: number) => void;
  onPending: () => void;
}

/** DEP-04: a gift link, encrypted before it is sent. */
function GiftLink({ onCredited, onPending }: GiftLinkProps) {
  const t = useT();
  const [link, setLink] = useState('');
  const sealed = useRef<{ key: string; link: string } | null>(null);
  const redeem = useKeyedAction<Redeemed>({
    onAnswer: ({ status, amount, isRepeat }) => {
      if (status === 'FAILED') return toast.error(() => t('error.TRUELINK_INVALID'));
      if (status === 'SUCCESS' && isRepeat) {
        setLink('');
        return toast.info(() => t('gift.again', { amount: bahtText(amount) }));
      }
      taken(status === 'SUCCESS', amount);
    },
    onOutcome: ({ state, amount }) => taken(state === 'done', amount ?? 0),
    onFailed: (error) => toast.error(() => (error ? errorMessage(error) : t('error.TRUELINK_INVALID'))),
  });

  function taken(isCredited: boolean, amount: number) {
    setLink('');
    if (isCredited) return onCredited(amount);
    toast.info(() => t('gift.pending'));
    onPending();
  }

  async function sendSealed(text: string, key: string) {
    // Each encryption gives another text. A retry under the same key must repeat the body exactly.
    if (sealed.current?.key !== key) sealed.current = { key, link: await encryptGiftLink(text) };
    return client('POST /api/wallet/truelink', { body: { link: sealed.current.link }, idempotencyKey: key });
  }

  function send() {
    const found = giftLinkIn(link);
    if (found === null) toast.error(() => t('error.TRUELINK_INVALID'));
    else void redeem.run({ asked: `gift ${found}`, send: (key) => sendSealed(found, key) });
  }

  async function paste() {
    try {
      const text = await navigator.clipboard.readText();
      setLink(giftLinkIn(text) ?? text.trim());
    } catch {
      toast.error(() => t('gift.pasteFailed'));
    }
  }

  return (
    <div className="mt-5">
      <TextField
        label={t('gift.label')}
        value={link}
        onChange={setLink}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://…"
        readOnly={redeem.phase !== 'idle'}
        icon={<Link2 size={20} aria-hidden="true" />}
        hint={t('gift.rules', { amount: wholeText(MOBILE_WALLET_MINIMUM_BAHT) })}
        trailing={
          <Button size="small" className="-mr-2" disabled={redeem.phase !== 'idle'} onClick={paste}>
            {t('gift.paste')}
          </Button>
        }
      />
      <MoneyNotice phase={redeem.phase} />
      <Footer>
        <Button
          variant="primary"
          full
          disabled={link.trim() === ''}
          busyLabel={redeem.isBusy && t(redeem.phase === 'checking' ? 'money.checking' : 'gift.sending')}
          onClick={send}
        >
          {t(redeem.phase === 'unclear' ? 'money.askAgain' : 'gift.send')}
        </Button>
      </Footer>
    </div>
  );
}

import type { Elements } from '@krapao/ui/elements.ts';
import { Mark } from '@krapao/ui/Mark.tsx';
import { bahtText } from '@krapao/ui/money.ts';
import { mediaUrl } from '../../lib/mediaUrl.ts';
import type { Account } from './transferRules.ts';

interface AccountRowProps {
  account: Account | null;
  /** The label above the name: from, to. */
  caption?: string;
  /** Shown instead of the name while no account is chosen. */
  placeholder?: string;
  trailing?: Elements;
}

/** The content of an account row: mark, name and amount. */
export function AccountRow({ account, caption, placeholder, trailing }: AccountRowProps) {
  return (
    <>
      {account?.logo ? (
        <img
          src={mediaUrl(account.logo)}
          alt=""
          width={40}
          height={40}
          className="mx-0.5 size-10 flex-none"
        />
      ) : (
        <span className="account-mark" data-empty={account ? undefined : ''}>
          <Mark size={26} />
        </span>
      )}
      {/* With large text the amount moves below the name. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0 wrap-break-word">
          {caption && <span className="block text-caption text-ink-3">{caption}</span>}
          <span translate="no" className={`block ${account ? 'font-semi' : 'text-ink-3'}`}>
            {account?.name ?? placeholder}
          </span>
        </span>
        {account && (
          <span translate="no" className="num text-h3 font-semi">
            {bahtText(account.amount)}
          </span>
        )}
      </span>
      {trailing}
    </>
  );
}

import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { moneyText } from '@krapao/ui/kip.ts';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { RowsDrawer } from '../../components/RowsDrawer.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';

type Payouts = ResponseOf<Contract['GET /api/console/accounts']>['unknownPayouts'];

/** Payouts that no account's book has, once for the whole site; their sum opens to them. */
export function UnknownPayouts({ payouts }: { payouts: Payouts }) {
  const t = useT();
  const [opened, setOpened] = useState<Payouts[number]['currency']>();
  if (payouts.length === 0) return null;
  return (
    <p role="note">
      <span>{`${t('accounts.unknownPayouts')} `}</span>
      {payouts.map(({ currency, count, amount }) => (
        <Anchor
          key={currency}
          component="button"
          type="button"
          inherit
          mr="md"
          className="num"
          onClick={() => setOpened(currency)}
        >
          {t('accounts.unknownSum', { count, amount: moneyText(amount, currency) })}
        </Anchor>
      ))}
      {opened !== undefined && (
        <RowsDrawer
          title={t('accounts.unknownPayouts')}
          queryKey={['accounts', 'unknownPayouts', opened]}
          fileName={`payouts-without-account-${opened}`}
          load={(page) =>
            client('POST /api/console/accounts/unknownPayouts', { body: { currency: opened, ...page } })
          }
          amountText={(amount) => moneyText(amount, opened)}
          whatText={() => t('accounts.kind.PAYOUT')}
          onClose={() => setOpened(undefined)}
        />
      )}
    </p>
  );
}

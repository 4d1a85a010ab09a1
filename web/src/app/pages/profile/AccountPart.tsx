import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { AccountDetails } from '../../../features/profile/AccountDetails.tsx';
import { lazyPart } from '../../../lib/lazyPart.ts';
import { type Profile, profileQuery } from '../../../lib/profileQuery.ts';

const BankNameDialog = lazyPart(() => import('../../../features/deposits/BankNameDialog.tsx'));
const ChangePasswordDialog = lazyPart(() => import('../../../features/profile/ChangePasswordDialog.tsx'));

/** The account as the specification has it, with the dialogs that change the password and the account's name. */
export function AccountPart({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient();
  const [bank, setBank] = useState<{ code: string; name: string } | null>(null);
  const [nameOpen, setNameOpen] = useState(false);
  const [passwordOpen, setPasswordOpen] = useState<boolean | null>(null);
  return (
    <>
      <AccountDetails
        profile={profile}
        onChangePassword={() => setPasswordOpen(true)}
        onCorrectName={(chosen) => {
          setBank(chosen);
          setNameOpen(true);
        }}
      />
      {bank && (
        <Suspense>
          <BankNameDialog
            open={nameOpen}
            bankCode={bank.code}
            bankName={bank.name}
            onClose={(saved) => {
              setNameOpen(false);
              if (saved) void queryClient.invalidateQueries(profileQuery);
            }}
          />
        </Suspense>
      )}
      {passwordOpen !== null && (
        <Suspense>
          <ChangePasswordDialog
            open={passwordOpen}
            phone={profile.username}
            onClose={() => setPasswordOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

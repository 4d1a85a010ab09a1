import { LANGUAGES } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { LANGUAGE_NAMES } from '@krapao/ui/languageNames.ts';
import { Avatar, Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { BellRing, Check, KeyRound, LogOut, Moon, ShieldCheck, Sun, UserRound } from 'lucide-react';
import { useState } from 'react';
import { AlarmsDialog } from '../features/operators/AlarmsDialog.tsx';
import { ChangePasswordDialog } from '../features/operators/ChangePasswordDialog.tsx';
import { TwoFactorDialog } from '../features/operators/TwoFactorDialog.tsx';
import { chooseLanguage, useLanguage, useT } from '../i18n/i18n.ts';
import { client, forgetOperator } from '../lib/api.ts';
import { roleText } from '../lib/roleText.ts';
import type { Self } from '../lib/self.ts';
import { useAction } from '../lib/useAction.ts';
import { useActions } from '../lib/useActions.ts';

/** The logged-in operator: language, theme, password, two-factor and log-out, here and where anything is found. */
export function UserMenu({ self }: { self: Self }) {
  const t = useT();
  const language = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('dark', { getInitialValueInEffect: false }) === 'dark';
  const [dialog, setDialog] = useState<'password' | 'twoFactor' | 'alarms'>();
  const logOut = useLogOut();
  const settings = [
    { name: t('operators.changePassword'), Icon: KeyRound, perform: () => setDialog('password') },
    ...(self.hasTwoFactor
      ? []
      : [{ name: t('operators.twoFactor'), Icon: ShieldCheck, perform: () => setDialog('twoFactor') }]),
    { name: t('alarms.title'), Icon: BellRing, perform: () => setDialog('alarms') },
    {
      name: t(isDark ? 'app.light' : 'app.dark'),
      Icon: isDark ? Sun : Moon,
      perform: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
  ];
  const logOutWords = t('app.logOut');
  const leave = () => logOut.mutate(undefined);
  useActions([
    ...settings,
    ...LANGUAGES.filter((one) => one !== language).map((one) => ({
      name: `${t('app.language')}: ${LANGUAGE_NAMES[one]}`,
      perform: () => chooseLanguage(one),
    })),
    { name: logOutWords, perform: leave },
  ]);

  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <UnstyledButton className="user" aria-label={t('app.menu', { name: self.name })}>
            <Avatar
              aria-hidden="true"
              size={36}
              radius="xl"
              styles={{ placeholder: { background: 'var(--gold-soft)', color: 'var(--gold)', border: 0 } }}
            >
              <UserRound size={20} />
            </Avatar>
            <span translate="no" className="user-name">
              {self.name}
            </span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <span translate="no">{`${self.name} · `}</span>
            <span>{roleText(self.role)}</span>
          </Menu.Label>
          {settings.map(({ name: words, Icon, perform }) => (
            <Menu.Item key={words} leftSection={<Icon size={16} />} onClick={perform}>
              {words}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {LANGUAGES.map((one) => (
            <Menu.Item
              key={one}
              lang={languageTag(one)}
              translate="no"
              leftSection={<Check size={16} visibility={one === language ? 'visible' : 'hidden'} />}
              onClick={() => chooseLanguage(one)}
            >
              {LANGUAGE_NAMES[one]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<LogOut size={16} />} onClick={leave}>
            {logOutWords}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ChangePasswordDialog isOpen={dialog === 'password'} onClose={() => setDialog(undefined)} />
      <AlarmsDialog isOpen={dialog === 'alarms'} onClose={() => setDialog(undefined)} />
      <TwoFactorDialog isOpen={dialog === 'twoFactor'} onClose={() => setDialog(undefined)} />
    </>
  );
}

/** Ends the operator's session; the page shows the log-in. */
function useLogOut() {
  return useAction(() => client('POST /api/console/logout'), { onDone: forgetOperator });
}

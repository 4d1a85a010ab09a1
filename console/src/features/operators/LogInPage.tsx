import { Mark } from '@krapao/ui/Mark.tsx';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { LanguageChoice } from '../../components/LanguageChoice.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client, isCode, queryClient } from '../../lib/api.ts';
import { errorText } from '../../lib/errorText.ts';

/**
 * Name and password, then the authenticator app's code if two-factor is on. `refusal`: why nobody can log in from here.
 */
export function LogInPage({ refusal }: { refusal?: string }) {
  const t = useT();
  const [needsCode, setNeedsCode] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState(refusal);

  async function logIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = String(form.get('code') ?? '').trim();
    setIsBusy(true);
    setError(undefined);
    try {
      const self = await client('POST /api/console/login', {
        body: {
          username: String(form.get('username')),
          password: String(form.get('password')),
          ...(code === '' ? {} : { code }),
        },
      });
      queryClient.setQueryData(['me'], self);
    } catch (failure) {
      setIsBusy(false);
      if (isCode(failure, 'OPERATOR_CODE_REQUIRED')) setNeedsCode(true);
      else setError(errorText(failure));
    }
  }

  return (
    <main className="centre">
      <form className="panel" onSubmit={logIn} aria-labelledby="log-in">
        <Mark size={26} />
        <h1 id="log-in">{t('operators.logIn')}</h1>
        <TextInput
          name="username"
          label={<span>{t('operators.username')}</span>}
          autoComplete="username"
          autoCapitalize="none"
          required
          withAsterisk={false}
          mb="md"
        />
        <PasswordInput
          name="password"
          label={<span>{t('operators.password')}</span>}
          autoComplete="current-password"
          required
          withAsterisk={false}
          mb="md"
        />
        {needsCode && (
          <TextInput
            name="code"
            label={<span>{t('operators.code')}</span>}
            description={t('operators.codeHint')}
            autoComplete="one-time-code"
            inputMode="text"
            required
            withAsterisk={false}
            autoFocus
            mb="md"
          />
        )}
        {error !== undefined && (
          <p role="alert" style={{ color: 'var(--verm)' }}>
            {error}
          </p>
        )}
        <Button type="submit" fullWidth loading={isBusy}>
          {t('operators.logInButton')}
        </Button>
        <LanguageChoice />
      </form>
    </main>
  );
}

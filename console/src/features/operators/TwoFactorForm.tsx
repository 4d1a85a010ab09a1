import { Alert, Button, Code, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { CopyButton } from '../../components/CopyButton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { errorText } from '../../lib/errorText.ts';

/** Sets up two-factor: the QR for the authenticator app, a code of it, then the recovery codes, shown once. */
export function TwoFactorForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  // Not a query: an automatic refetch would create another secret than the shown one.
  const {
    mutate: begin,
    data: begun,
    error,
  } = useMutation({ mutationFn: () => client('POST /api/console/me/two-factor') });
  useEffect(() => begin(), [begin]);
  // Nothing is refetched before the codes were seen, because the page around them would disappear.
  const confirm = useMutation({
    mutationFn: (code: string) => client('POST /api/console/me/two-factor/confirm', { body: { code } }),
    onSuccess: (answer) => setRecoveryCodes(answer.recoveryCodes),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    confirm.mutate(String(new FormData(event.currentTarget).get('code')).trim());
  }

  if (recoveryCodes) {
    return (
      <>
        <Alert color="yellow" mb="md">
          {t('operators.recoveryHint')}
        </Alert>
        <Code block mb="md">
          {recoveryCodes.join('\n')}
        </Code>
        <Group grow preventGrowOverflow={false}>
          <CopyButton text={recoveryCodes.join('\n')}>
            {({ label, copy }) => (
              <Button variant="default" onClick={copy}>
                {label}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onDone}>{t('operators.recoveryKept')}</Button>
        </Group>
      </>
    );
  }
  if (error) return <p role="alert">{errorText(error)}</p>;
  return (
    <form onSubmit={submit}>
      <p>{t('operators.twoFactorHint')}</p>
      {begun && (
        <>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(begun.qr)}`}
            alt={t('operators.twoFactorQr')}
            width={220}
            height={220}
            style={{ display: 'block', margin: '0 auto 12px', borderRadius: 12 }}
          />
          <Button component="a" href={begun.address} variant="default" fullWidth mb="md">
            {t('operators.twoFactorHere')}
          </Button>
          <Group align="center" gap="xs" mb="md" wrap="nowrap">
            <Code
              block
              className="grow"
              translate="no"
              style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {begun.secret}
            </Code>
            <CopyButton text={begun.secret}>
              {({ label, copy }) => (
                <Button variant="default" onClick={copy}>
                  {label}
                </Button>
              )}
            </CopyButton>
          </Group>
        </>
      )}
      <TextInput
        name="code"
        label={<span>{t('operators.code')}</span>}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\p{Nd}{6}"
        required
        withAsterisk={false}
        mb="md"
        error={confirm.error ? errorText(confirm.error) : undefined}
      />
      <Button type="submit" fullWidth loading={confirm.isPending} disabled={!begun}>
        {t('operators.turnOn')}
      </Button>
    </form>
  );
}

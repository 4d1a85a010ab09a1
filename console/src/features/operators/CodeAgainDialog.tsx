import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { endAsking, useCodeAsked } from '../../lib/codeAgain.ts';
import { errorText } from '../../lib/errorText.ts';

/** Keeps Escape from closing the dialog below, whose input would be lost. */
const OWN_KEYS = { 'data-mantine-stop-propagation': 'true' };

/** Asks for a two-factor code while a call waits for it, above any other dialog. */
export function CodeAgainDialog() {
  // If the operator is logged out meanwhile, the dialog does not appear later.
  useEffect(() => () => endAsking(false), []);
  return useCodeAsked() ? <CodeAgain /> : null;
}

function CodeAgain() {
  const t = useT();
  const give = useMutation({
    mutationFn: (code: string) => client('POST /api/console/me/code', { body: { code } }),
    onSuccess: () => endAsking(true),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    give.mutate(String(new FormData(event.currentTarget).get('code')).trim());
  }

  return (
    <Modal
      opened
      onClose={() => endAsking(false)}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      zIndex={400}
      title={t('operators.codeAgain')}
    >
      <form
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Escape') endAsking(false);
        }}
      >
        <Text mb="md">{t('operators.codeAgainHint')}</Text>
        <TextInput
          name="code"
          label={<span>{t('operators.code')}</span>}
          description={t('operators.codeHint')}
          autoComplete="one-time-code"
          minLength={6}
          maxLength={40}
          required
          withAsterisk={false}
          data-autofocus
          error={give.error ? errorText(give.error) : undefined}
          {...OWN_KEYS}
        />
        <Group grow preventGrowOverflow={false} mt="lg">
          <Button variant="default" onClick={() => endAsking(false)} {...OWN_KEYS}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" loading={give.isPending} {...OWN_KEYS}>
            {t('operators.codeGo')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

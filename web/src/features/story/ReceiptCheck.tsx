import './story.css';
import type { Contract } from '@krapao/contract/api/index';
import { ApiError } from '@krapao/contract/client';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { signedBahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Form } from '../../components/Form.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Status } from '../../components/Status.tsx';
import { TextField } from '../../components/TextField.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { signOf } from '../../lib/statementEntry.ts';

/** The longest code that the server reads. */
const LONGEST_CODE = 60;

const codeOfAddress = () => window.location.hash.slice(1, 1 + LONGEST_CODE);

/** Asks for the code of a receipt and says what its row says now. The address may bring the code behind its #. */
export function ReceiptCheck() {
  const t = useT();
  const [code, setCode] = useState(codeOfAddress);
  const [isAsked, setIsAsked] = useState(false);
  const { data, error, isPending, mutate, reset } = useMutation({
    mutationFn: (asked: string) => client('POST /api/receipt', { body: { code: asked } }),
  });
  useEffect(() => {
    function checkAddress() {
      const brought = codeOfAddress();
      if (brought === '') return;
      setCode(brought);
      mutate(brought);
    }
    checkAddress();
    window.addEventListener('hashchange', checkAddress);
    return () => window.removeEventListener('hashchange', checkAddress);
  }, [mutate]);
  function submit() {
    setIsAsked(true);
    if (!isPending && code.trim() !== '') mutate(code.trim());
  }
  const missing = isAsked && code.trim() === '' ? t('field.required') : undefined;
  const isUnknown = error instanceof ApiError && error.code === 'NO_DATA';
  return (
    <>
      <Form className="card flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label={t('receipt.code')}
          hint={t('receipt.hint')}
          error={error && !isUnknown ? errorMessage(error) : missing}
          value={code}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          onChange={(typed) => {
            // A receipt's last line is its address, with the code behind the #.
            setCode(typed.slice(typed.lastIndexOf('#') + 1).slice(0, LONGEST_CODE));
            reset();
          }}
        />
        <Button type="submit" variant="primary" full busyLabel={isPending && t('receipt.checking')}>
          {t('receipt.check')}
        </Button>
      </Form>
      <div className="mt-4" role="status">
        {data && <Genuine receipt={data} />}
        {isUnknown && <Notice kind="error">{t('receipt.unknown')}</Notice>}
      </div>
    </>
  );
}

function Genuine({ receipt }: { receipt: ResponseOf<Contract['POST /api/receipt']> }) {
  const t = useT();
  const { statementType, status, amount, createdAt } = receipt;
  return (
    <div className="card flex flex-col gap-3">
      <Notice kind="success">{t('receipt.genuine')}</Notice>
      <div className="text-center">
        <p className="text-small text-ink-2">{t(`statement.${statementType}`)}</p>
        <p
          translate="no"
          className={`num text-h1 font-semi ${status === 'FAILED' ? 'text-ink-3 line-through' : ''}`}
        >
          {signedBahtText(amount, signOf(statementType))}
        </p>
        <Status badge status={status} />
        <p className="num mt-2 text-small text-ink-2">{dateTimeText(createdAt)}</p>
      </div>
      <p className="text-small text-ink-2">{t('receipt.compare')}</p>
    </div>
  );
}

import { isEnglishName, normalizeAccountName } from '@krapao/contract/bankAccountName';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FormattedField } from '../../components/FormattedField.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { upperCaseFormat } from '../../lib/fieldFormats.ts';

interface BankNameDialogProps {
  open: boolean;
  /** `saved`: the name has changed. */
  onClose: (saved: boolean) => void;
  bankCode: string;
  bankName: string;
}

/** DEP-13: changes the account name of KTB, TMB and BBL to English letters, upper case. */
export default function BankNameDialog({ open, onClose, bankCode, bankName }: BankNameDialogProps) {
  const t = useT();
  const [name, setName] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      client('PUT /api/account/bankAccountName', {
        body: { bankCode, bankAccountName: normalizeAccountName(name) },
      }),
    onSuccess: () => {
      toast.success(() => t('saved'));
      onClose(true);
    },
    onError: (error) => toast.error(() => errorMessage(error)),
  });
  const isWrong = !isEnglishName(name);
  return (
    <Dialog
      open={open}
      onClose={() => onClose(false)}
      title={t('bankName.title')}
      shape="centred"
      busy={save.isPending}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsChecked(true);
          if (!isWrong) save.mutate();
        }}
      >
        <p className="mb-4 text-small text-ink-2">{t('bankName.text', { bank: bankName })}</p>
        <FormattedField
          format={upperCaseFormat}
          label={t('bankName.label')}
          value={name}
          onChange={setName}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          placeholder="SOMCHAI JAIDEE"
          error={isChecked && isWrong ? t('bankName.english') : undefined}
        />
        <Button
          type="submit"
          variant="primary"
          full
          className="mt-5"
          busyLabel={save.isPending && t('saving')}
        >
          {t('save')}
        </Button>
      </form>
    </Dialog>
  );
}

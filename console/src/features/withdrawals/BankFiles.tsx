import { Button } from '@mantine/core';
import { Download, Files } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { NewFileDialog } from './NewFileDialog.tsx';

/** Below the queue: a new file for the bank, and the way to all of them. */
export function BankFiles() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('withdrawals.newFile')}
      </Button>
      <Button
        component={Link}
        href={paths.bankFiles}
        variant="default"
        leftSection={<Files size={16} aria-hidden="true" />}
      >
        {t('withdrawals.files')}
      </Button>
      {isOpen && <NewFileDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

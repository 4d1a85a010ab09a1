import type { Elements } from '@krapao/ui/elements.ts';
import { Alert, Button, Modal } from '@mantine/core';

interface Props {
  title: string;
  /** What must happen before the secret works; undefined if it works now. */
  waits: string | undefined;
  hint: string;
  /** The button by which the operator says that the secret is kept. */
  kept: string;
  onClose: () => void;
  /** The secret. */
  children: Elements;
}

/** Shows a secret once; only its button closes it, so that the secret is not lost by accident. */
export function ShownOnce({ title, waits, hint, kept, onClose, children }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={title}
    >
      {waits !== undefined && (
        <Alert color="red" mb="md">
          {waits}
        </Alert>
      )}
      <Alert color="yellow" mb="md">
        {hint}
      </Alert>
      {children}
      <Button fullWidth mt="md" onClick={onClose}>
        {kept}
      </Button>
    </Modal>
  );
}

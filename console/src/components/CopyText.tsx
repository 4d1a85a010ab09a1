import { Button, Group } from '@mantine/core';
import { CopyButton } from './CopyButton.tsx';

interface Props {
  text: string;
  /** Text before it that is not copied. */
  before?: string;
}

/** A text with a button that copies it. */
export function CopyText({ text, before }: Props) {
  return (
    <Group gap="xs">
      <span translate="no" className="reference">
        {before === undefined ? text : `${before} ${text}`}
      </span>
      <CopyButton text={text}>
        {({ label, copy }) => (
          <Button size="compact-sm" variant="default" onClick={copy}>
            {label}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

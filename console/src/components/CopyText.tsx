import { Button, CopyButton, Group } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';

interface Props {
  text: string;
  /** What stands before the text and is not copied. */
  before?: string;
}

/** A text with a button that copies it. */
export function CopyText({ text, before }: Props) {
  const t = useT();
  return (
    <Group gap="xs">
      <span className="reference">
        {before} {text}
      </span>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" onClick={copy}>
            {t(copied ? 'app.copied' : 'app.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

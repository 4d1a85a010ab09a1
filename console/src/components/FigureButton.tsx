import type { Figure } from '@krapao/contract/figures';
import { Anchor } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';
import { figureTitle } from '../lib/figureWords.ts';

interface Props<Of extends Figure> {
  figure: Of;
  text: string;
  onOpen: (figure: Of) => void;
}

/** A figure that opens to its rows. */
export function FigureButton<Of extends Figure>({ figure, text, onOpen }: Props<Of>) {
  const t = useT();
  return (
    <Anchor
      component="button"
      type="button"
      translate="no"
      inherit
      aria-label={`${text}. ${t('reports.openRows', { figure: t(figureTitle(figure)) })}`}
      onClick={() => onOpen(figure)}
    >
      {text}
    </Anchor>
  );
}

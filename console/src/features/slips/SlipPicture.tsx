import { dateTimeText } from '@krapao/ui/time.ts';
import { useState } from 'react';
import { PictureViewer } from '../../components/PictureViewer.tsx';
import { useT } from '../../i18n/i18n.ts';

interface Props {
  id: string;
  slip: { picture: string; uploadedAt: string; reference: string } | undefined;
}

/** The slip as the member sent it. */
export function SlipPicture({ id, slip }: Props) {
  const t = useT();
  // Every answer has a newly signed link; keeping the first one prevents flickering.
  const [picture, setPicture] = useState<string>();
  if (slip && picture === undefined) setPicture(slip.picture);
  return (
    <PictureViewer
      label={t('slips.picture')}
      alt={t('slips.slip', { id })}
      head={
        <>
          <b>{t('slips.slip', { id })}</b>{' '}
          <span className="muted num">{slip && dateTimeText(slip.uploadedAt)}</span>
        </>
      }
      src={picture}
      broken={t('slips.noPicture')}
    />
  );
}

import { dateTimeText } from '@krapao/ui/time.ts';
import { ActionIcon } from '@mantine/core';
import { useFullscreenElement } from '@mantine/hooks';
import { Maximize2, Minimize2, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { useKeys } from '../../lib/useKeys.ts';

const ZOOMS = [50, 75, 100, 150, 200, 300];

interface Props {
  id: string;
  slip: { picture: string; uploadedAt: string; reference: string } | undefined;
}

/** The slip as the member sent it, larger or smaller, and turned upright. */
export function SlipPicture({ id, slip }: Props) {
  const t = useT();
  const [zoom, setZoom] = useState(2);
  const [turns, setTurns] = useState(0);
  // Every answer has a newly signed link; keeping the first one prevents flickering.
  const [picture, setPicture] = useState<string>();
  if (slip && picture === undefined) setPicture(slip.picture);

  const [isBroken, setIsBroken] = useState(false);
  const { ref, toggle, fullscreen } = useFullscreenElement();
  useKeys([['F', () => void toggle()]]);

  return (
    <section ref={ref} className="pane picture" aria-label={t('slips.picture')}>
      <header className="pane-head">
        <span className="grow">
          <b>{t('slips.slip', { id })}</b>{' '}
          <span className="muted num">{slip && dateTimeText(slip.uploadedAt)}</span>
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('slips.zoomOut')}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          <ZoomOut size={20} />
        </ActionIcon>
        <span className="num" role="status">
          {ZOOMS[zoom]}%
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('slips.zoomIn')}
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <ZoomIn size={20} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('slips.turn')}
          onClick={() => setTurns(turns + 1)}
        >
          <RotateCw size={20} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('slips.fullScreen')}
          aria-pressed={fullscreen}
          onClick={() => void toggle()}
        >
          {fullscreen ? <Minimize2 size={20} /> : <Maximize2 size={20} />}
        </ActionIcon>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a larger picture is scrolled by the arrow keys */}
      <section className="picture-frame" tabIndex={0} aria-label={t('slips.slip', { id })}>
        {isBroken && <p className="muted">{t('slips.noPicture')}</p>}
        {picture !== undefined && !isBroken && (
          <img
            src={picture}
            alt={t('slips.slip', { id })}
            onError={() => setIsBroken(true)}
            style={{
              width: `calc(min(420px, 100%) * ${(ZOOMS[zoom] ?? 100) / 100})`,
              transform: `rotate(${turns * 90}deg)`,
            }}
          />
        )}
      </section>
    </section>
  );
}

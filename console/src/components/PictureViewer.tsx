import type { Elements } from '@krapao/ui/elements.ts';
import { ActionIcon } from '@mantine/core';
import { useFullscreenElement } from '@mantine/hooks';
import { Maximize2, Minimize2, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { KEY_OF } from '../lib/keyOf.ts';
import { useActions } from '../lib/useActions.ts';
import { useIsPhone } from '../lib/usePhone.ts';

const ZOOMS = [50, 75, 100, 150, 200, 300];
const WHOLE = ZOOMS.indexOf(100);
const CLOSE = ZOOMS.indexOf(200);

interface Props {
  /** What the pane shows. */
  label: string;
  /** What this picture shows. */
  alt: string;
  head: Elements;
  src: string | undefined;
  /** Shown while there is no picture. */
  unopened?: Elements;
  /** Shown where the picture cannot be opened. */
  broken: string;
  /** Beside the picture, below its head. */
  children?: Elements;
}

/** A picture as the member sent it, larger or smaller, and turned upright. */
export function PictureViewer({ label, alt, head, src, unopened, broken, children }: Props) {
  const t = useT();
  const [zoom, setZoom] = useState(WHOLE);
  const [turns, setTurns] = useState(0);
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const isPhone = useIsPhone();
  const [fillsPhone, setFillsPhone] = useState(false);
  const { ref, toggle, fullscreen } = useFullscreenElement();
  const isLarge = fullscreen || (isPhone && fillsPhone);
  // Telephones of one maker give the whole screen to films alone.
  const enlarge = () => (isPhone ? setFillsPhone(!fillsPhone) : void toggle());
  useActions([{ name: t('slips.fullScreen'), key: KEY_OF.fullScreen, perform: enlarge }]);

  return (
    <section ref={ref} className="pane picture" data-large={isLarge || undefined} aria-label={label}>
      <header className="pane-head">
        <span className="grow">{head}</span>
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
          {`${ZOOMS[zoom]}%`}
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
          aria-pressed={isLarge}
          onClick={enlarge}
        >
          {isLarge ? <Minimize2 size={20} /> : <Maximize2 size={20} />}
        </ActionIcon>
      </header>
      {children}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a larger picture is scrolled by the arrow keys */}
      <section className="picture-frame" tabIndex={0} aria-label={alt}>
        {src === undefined && unopened}
        {src !== undefined && src === brokenSrc && <p className="muted">{broken}</p>}
        {src !== undefined && src !== brokenSrc && (
          // biome-ignore lint/a11y/useKeyWithClickEvents: a short way for a thumb; the buttons above take keys
          <img
            src={src}
            alt={alt}
            onError={() => setBrokenSrc(src)}
            onClick={isPhone ? () => setZoom(zoom === WHOLE ? CLOSE : WHOLE) : undefined}
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

import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';

/** Tells the design's tokens which of the two themes Mantine shows. */
export function ThemeAttribute() {
  const scheme = useComputedColorScheme('dark');
  useEffect(() => {
    document.documentElement.dataset.theme = scheme;
  }, [scheme]);
  return null;
}

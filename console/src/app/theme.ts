import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { t } from '../i18n/i18n.ts';

const gold: MantineColorsTuple = [
  'oklch(0.962 0.03 86)',
  'oklch(0.93 0.042 86)',
  'oklch(0.89 0.075 86)',
  'oklch(0.855 0.108 86)',
  'oklch(0.815 0.112 84)',
  'oklch(0.755 0.112 82)',
  'oklch(0.64 0.1 80)',
  'oklch(0.56 0.078 80)',
  'oklch(0.48 0.096 70)',
  'oklch(0.41 0.088 70)',
];

/**
 * The close button is labelled in the current language; the head of a dialog is not a banner landmark. A closed dialog
 * is gone at once: a button that fades away could be pressed again.
 */
const DIALOG = {
  transitionProps: { exitDuration: 0 },
  closeButtonProps: {
    get 'aria-label'() {
      return t('app.close');
    },
  },
  attributes: { header: { role: 'presentation' } },
};

/** Tints of the design. Text on them has the contrast of normal text in both themes. */
const TONES: Readonly<Record<string, { text: string; tint: string }>> = {
  gold: { text: 'var(--gold)', tint: 'var(--gold-soft)' },
  yellow: { text: 'var(--turm)', tint: 'var(--turm-soft)' },
  red: { text: 'var(--verm)', tint: 'var(--verm-soft)' },
  teal: { text: 'var(--jade)', tint: 'var(--jade-soft)' },
  green: { text: 'var(--jade)', tint: 'var(--jade-soft)' },
  gray: { text: 'var(--text-2)', tint: 'var(--surface-3)' },
};

/** The design's tokens for Mantine's components: the look of the member app, with the density of an office app. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'ui-monospace, monospace',
  primaryColor: 'gold',
  primaryShade: { light: 8, dark: 4 },
  // The primary action is gold leaf on dark and black lacquer on paper, as in the member app.
  variantColorResolver: (input) => {
    const tone = TONES[input.color ?? 'gold'];
    if (tone !== undefined && input.variant === 'light') {
      return { background: tone.tint, hover: tone.tint, color: tone.text, border: 'none' };
    }
    if (tone !== undefined && input.variant === 'outline') {
      return {
        background: 'transparent',
        hover: tone.tint,
        color: tone.text,
        border: `1px solid ${tone.text}`,
      };
    }
    if (input.variant === 'filled' && input.color === 'red') {
      return {
        background: 'var(--verm-fill)',
        hover: 'var(--verm-fill)',
        color: 'var(--on-verm)',
        border: 'none',
      };
    }
    // Approving money has the colour of incoming money.
    if (input.variant === 'filled' && input.color === 'green') {
      return {
        background: 'var(--jade-fill)',
        hover: 'var(--jade)',
        color: 'var(--on-jade)',
        border: 'none',
      };
    }
    return input.variant === 'filled' && (input.color === undefined || input.color === 'gold')
      ? {
          background: 'var(--primary)',
          hover: 'var(--primary-hover)',
          color: 'var(--on-primary)',
          border: 'none',
        }
      : defaultVariantColorsResolver(input);
  },
  colors: { gold },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Without an explicit variant a button does not ask variantColorResolver for its background.
    Button: { defaultProps: { size: 'md', variant: 'filled' } },
    Badge: {
      defaultProps: { variant: 'light', size: 'lg' },
      styles: { root: { textTransform: 'none', fontWeight: 500 }, label: { fontSize: '0.8125rem' } },
    },
    Modal: { defaultProps: { centered: true, radius: 'lg', ...DIALOG } },
    Drawer: { defaultProps: DIALOG },
    Notification: { defaultProps: { closeButtonProps: DIALOG.closeButtonProps } },
  },
});

const tokens = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-default': 'var(--surface-2)',
  '--mantine-color-default-hover': 'var(--surface-3)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-error': 'var(--verm)',
  '--mantine-color-disabled': 'var(--surface-3)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--surface-3)',
  '--mantine-color-anchor': 'var(--gold)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: tokens,
  dark: {
    ...tokens,
    '--mantine-color-dark-6': 'var(--surface-1)',
    '--mantine-color-dark-7': 'var(--surface-1)',
    '--mantine-color-dark-4': 'var(--line)',
    '--mantine-color-dark-5': 'var(--surface-3)',
  },
});

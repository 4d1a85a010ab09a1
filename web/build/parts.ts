import type { Plugin } from 'vite';

/**
 * Which modules share a file. Each is named by its path, so that a renamed module cannot silently move to another file:
 * the build fails when a name matches no module (namedParts).
 */
const PARTS = {
  dom: [/node_modules\/react-dom\//],
  /** The modules that both shells and the login page need. */
  base: [
    /node_modules\/react\//,
    /node_modules\/scheduler\//,
    /node_modules\/wouter\//,
    /node_modules\/@lingui\//,
    'contract/src/client.ts',
    'contract/src/limits.ts',
    'contract/src/variant.ts',
    /web\/generated\//,
    'web/src/lib/paths.ts',
    'web/src/app/shells/ShellMain.tsx',
    'web/src/components/Button.tsx',
    'web/src/components/dialogStack.ts',
    'web/src/components/IconButton.tsx',
    'web/src/components/LacquerCard.tsx',
    'web/src/components/Link.tsx',
    'ui/src/Mark.tsx',
    'web/src/components/toast.ts',
    /web\/src\/i18n\//,
    'web/src/lib/api.ts',
    'web/src/i18n/errorMessage.ts',
    'contract/src/bangkokTime.ts',
    'ui/src/money.ts',
    'ui/src/phoneText.ts',
    'ui/src/texts.ts',
    'ui/src/time.ts',
    'web/src/lib/session.ts',
    'web/src/lib/sessionPolicy.ts',
    'web/src/lib/storage.ts',
    'web/src/lib/useDelayed.ts',
    'web/src/lib/variant.ts',
  ],
  /** The modules that the members' pages share and the login page does not need. */
  member: [
    /@tanstack/,
    'contract/src/money.ts',
    'web/src/app/QueryProvider.tsx',
    'web/src/app/logOut.ts',
    'web/src/app/shells/useWideScreen.ts',
    'web/src/components/Version.tsx',
    'web/src/components/alert.ts',
    'web/src/components/LoadFailed.tsx',
    'web/src/components/PageHeading.tsx',
    'web/src/components/Skeleton.tsx',
    'web/src/components/Status.tsx',
    'web/src/features/wallet/queries.ts',
    'web/src/features/wallet/lastSync.ts',
    'web/src/lib/actionKey.ts',
    'web/src/lib/theme.ts',
    'web/src/lib/useMediaQuery.ts',
    'ui/src/randomKey.ts',
    'ui/src/useNow.ts',
  ],
  /** Icons that several files show, and the small module of both shells that shows one. */
  parts: [/lucide-react/, 'web/src/components/icon.ts', 'web/src/app/shells/LanguageSelect.tsx'],
} satisfies Record<string, (string | RegExp)[]>;

const FIRST_SCREENS = ['LoginPage', 'PublicShell', 'HomePage', 'MemberShell'];

const fits = (name: string | RegExp, id: string) =>
  typeof name === 'string' ? id.endsWith(`/${name}`) : name.test(id);

/** Whether a module belongs to the file of this name. */
export const groupOf = (group: keyof typeof PARTS) => (id: string) =>
  PARTS[group].some((name) => fits(name, id));

/** Whether the first view needs a built file. */
export const isFirstScreen = (file: string) => FIRST_SCREENS.some((name) => file.includes(`${name}-`));

/** Fails the build when a name matches no module, or a first screen has no file of its own. */
export function namedParts(): Plugin {
  return {
    name: 'krapao-named-parts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = [...this.getModuleIds()];
      const files = Object.keys(bundle);
      const lost = [
        ...Object.values(PARTS)
          .flat()
          .filter((name) => !modules.some((id) => fits(name, id))),
        ...FIRST_SCREENS.filter((name) => !files.some((file) => file.includes(`${name}-`))),
      ];
      if (lost.length > 0) this.error(`build/parts.ts names what is not there: ${lost.join(', ')}`);
    },
  };
}

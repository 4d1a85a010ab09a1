import type { Plugin, Rolldown } from 'vite';

/** Icons of lucide-react by the names of their files. */
const icons = (names: string) =>
  new RegExp(`lucide-react/dist/esm/icons/(?:${names.replaceAll(' ', '|')})\\.mjs$`);

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
    // What loads other files: in the page's entry, base would wait for it.
    /vite\/preload-helper/,
    'contract/src/client.ts',
    'contract/src/limits.ts',
    'contract/src/stepUp.ts',
    'contract/src/variant.ts',
    /web\/generated\//,
    'web/src/lib/paths.ts',
    'web/src/app/shells/ShellMain.tsx',
    'web/src/components/Beyond.tsx',
    'web/src/components/Button.tsx',
    'web/src/components/dialogStack.ts',
    'web/src/components/IconButton.tsx',
    'web/src/components/ToastPlace.tsx',
    'web/src/components/ignoring.ts',
    'web/src/components/keepFocus.ts',
    'web/src/components/lastPress.ts',
    'web/src/components/useVoice.ts',
    'web/src/components/LacquerCard.tsx',
    'web/src/components/Link.tsx',
    'ui/src/Mark.tsx',
    'web/src/components/toast.ts',
    /web\/src\/i18n\//,
    'web/src/lib/api.ts',
    'web/src/lib/limitedAccess.ts',
    'web/src/lib/refusal.ts',
    'web/src/lib/serverCan.ts',
    'web/src/lib/serverClock.ts',
    'web/src/lib/stepUp.ts',
    'web/src/i18n/errorMessage.ts',
    'contract/src/bangkokTime.ts',
    'ui/src/money.ts',
    'ui/src/phoneText.ts',
    'ui/src/shownMs.ts',
    'ui/src/texts.ts',
    'ui/src/time.ts',
    'web/src/lib/session.ts',
    'web/src/lib/sessionPolicy.ts',
    'web/src/lib/shownPath.ts',
    'web/src/lib/storage.ts',
    'web/src/lib/useDelayed.ts',
    'web/src/lib/variant.ts',
  ],
  /** The modules that the members' pages share and the login page does not need. */
  member: [
    // Only the safer-play page asks for several at once.
    /@tanstack\/(?!.*\/(?:queriesObserver|useQueries)\.js)/,
    'contract/src/money.ts',
    'web/src/app/QueryProvider.tsx',
    'web/src/app/logOut.ts',
    'web/src/app/shells/useWideScreen.ts',
    'web/src/components/Version.tsx',
    'web/src/components/alert.ts',
    'web/src/components/EmptyState.tsx',
    'web/src/components/LoadFailed.tsx',
    'web/src/components/PageHeading.tsx',
    'web/src/components/PullToRefreshOnTouch.tsx',
    'web/src/components/Skeleton.tsx',
    'web/src/components/Status.tsx',
    'web/src/components/BalanceFigure.tsx',
    'web/src/features/bonus/activeBonusQuery.ts',
    'web/src/features/wallet/BalanceCard.tsx',
    'web/src/features/wallet/queries.ts',
    'web/src/features/wallet/lastSync.ts',
    'web/src/features/wallet/totals.ts',
    'web/src/lib/hiddenBalance.ts',
    'web/src/lib/useCountUp.ts',
    'web/src/lib/useSingleMutation.ts',
    'web/src/lib/actionKey.ts',
    'web/src/lib/cookies.ts',
    'web/src/lib/habits.ts',
    'web/src/lib/mediaUrl.ts',
    'web/src/lib/memberId.ts',
    'web/src/lib/moneyOutcome.ts',
    'web/src/lib/openStory.ts',
    'web/src/lib/optionalPart.ts',
    'web/src/lib/saidMoney.ts',
    'web/src/lib/theme.ts',
    'web/src/lib/useArrival.ts',
    'web/src/lib/useMediaQuery.ts',
    'ui/src/duration.ts',
    'ui/src/nameIn.ts',
    'ui/src/randomKey.ts',
    'ui/src/useNow.ts',
    icons(
      'arrow-(?:down-to-line|down-up|up-from-line|left-right) chevron-(?:left|right) circle-x coins gift log-out',
    ),
    icons('message-circle moon play qr-code receipt-text refresh-cw rotate-cw sun undo-2 user-round'),
  ],
  /** The fields of the log-in, which other forms share. */
  fields: [
    'contract/src/digits.ts',
    'contract/src/phoneNumber.ts',
    'ui/src/accountNumberText.ts',
    'web/src/components/Checkbox.tsx',
    'web/src/components/Field.tsx',
    'web/src/components/FormattedField.tsx',
    'web/src/components/LoginName.tsx',
    'web/src/components/PasswordField.tsx',
    'web/src/components/PhoneField.tsx',
    'web/src/components/TextField.tsx',
    'web/src/lib/fieldFormats.ts',
    'ui/src/formattedText.ts',
    // Not in base: its import of the browser's part of WebAuthn would make base wait for the page's entry.
    'web/src/lib/passkey.ts',
    'web/src/lib/phoneProblem.ts',
    'web/src/lib/registeredPhone.ts',
    'ui/src/useFormattedInput.ts',
  ],
  /** What both shells and the login page show. */
  parts: [
    'web/src/components/icon.ts',
    'web/src/components/Notice.tsx',
    'web/src/app/shells/LanguageSelect.tsx',
    icons('check chevron-down circle-(?:exclamation-point|check|question-mark) clock eye eye-off headset'),
    icons('info lock shield-check smartphone user-round-plus x'),
  ],
  /** Icons that only later screens share. */
  icons: [/lucide-react/],
} satisfies Record<string, (string | RegExp)[]>;

const FIRST_SCREENS = ['LoginPage', 'PublicShell', 'HomePage', 'MemberShell'];

const fits = (name: string | RegExp, id: string) =>
  typeof name === 'string' ? id.endsWith(`/${name}`) : name.test(id);

/** Whether a module belongs to the file of this name. */
export const groupOf = (group: keyof typeof PARTS) => (id: string) =>
  PARTS[group].some((name) => fits(name, id));

/** Whether the first view needs a built file. */
export const isFirstScreen = (file: string) => FIRST_SCREENS.some((name) => file.includes(`${name}-`));

/** The files that a built file loads with itself, and those that they load. */
function importedBy(name: string, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  const file = bundle[name];
  for (const other of file?.type === 'chunk' ? file.imports : []) {
    if (found.has(other)) continue;
    found.add(other);
    importedBy(other, bundle, found);
  }
  return found;
}

const MEMBERS_SCREENS = ['HomePage', 'MemberShell'];

/** Whether a file is none that this first screen may wait for. */
const isLater = (screen: string, file: string) =>
  file.includes('icons-') ||
  (file.includes('member-') && !MEMBERS_SCREENS.some((name) => screen.includes(`${name}-`)));

/**
 * Fails the build when a name matches no module, a first screen has no file of its own, or one waits for the parts of
 * later screens.
 */
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
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'chunk' || !(file.isEntry || isFirstScreen(name))) continue;
        const late = [...importedBy(name, bundle)].filter((part) => isLater(name, part));
        if (late.length > 0)
          this.error(
            `${name} loads ${late.join(', ')}: name what it shows in build/parts.ts, further to the front`,
          );
      }
    },
  };
}

import { Center, Loader, MantineProvider, useComputedColorScheme } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Router } from 'wouter';
import { LogInPage } from '../features/operators/LogInPage.tsx';
import { SetUpPage } from '../features/operators/SetUpPage.tsx';
import { useT } from '../i18n/i18n.ts';
import { isCode, queryClient } from '../lib/api.ts';
import { errorText } from '../lib/errorText.ts';
import { BASE } from '../lib/paths.ts';
import { useSelf } from '../lib/self.ts';
import { Messages } from './Messages.tsx';
import { Shell } from './Shell.tsx';
import { cssVariables, theme } from './theme.ts';

/** The whole console: log-in, then the operator's own setup, then the work. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ThemeAttribute />
      <Messages />
      <QueryClientProvider client={queryClient}>
        <Router base={BASE}>
          <Gate />
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Gate() {
  const t = useT();
  const { self, error } = useSelf();
  if (self === null) return <LogInPage />;
  if (isCode(error, 'OPERATOR_NETWORK')) return <LogInPage refusal={errorText(error)} />;
  if (self === undefined) {
    return (
      <Center h="100%">
        {error ? <p role="alert">{errorText(error)}</p> : <Loader aria-label={t('app.loading')} />}
      </Center>
    );
  }
  if (self.mustSetUp.length > 0) return <SetUpPage self={self} />;
  // Another tab may log another operator in: nothing of the first one stays open.
  return <Shell key={self.id} self={self} />;
}

/** Keeps the theme of the design's tokens with Mantine's; index.html has set both before the first paint. */
function ThemeAttribute() {
  const scheme = useComputedColorScheme('dark', { getInitialValueInEffect: false });
  useEffect(() => {
    document.documentElement.dataset.theme = scheme;
  }, [scheme]);
  return null;
}

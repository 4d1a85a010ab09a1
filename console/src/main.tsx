import '@fontsource-variable/hanken-grotesk';
import '@fontsource-variable/noto-sans-thai';
import '@fontsource-variable/noto-sans-lao';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@krapao/ui/tokens.css';
import './styles/console.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { activateLanguage, initialLanguage } from './i18n/i18n.ts';
import { followInput } from './lib/attendance.ts';
import { guardDoubleClicks } from './lib/doubleClick.ts';

activateLanguage(initialLanguage());
followInput();
guardDoubleClicks();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(<App />);

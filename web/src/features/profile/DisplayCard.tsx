import { Moon, Sun } from 'lucide-react';
import { Segments } from '../../components/Segments.tsx';
import { useT } from '../../i18n/i18n.ts';
import { setTheme, useTheme } from '../../lib/theme.ts';

/** The choice of the theme. */
export function DisplayCard() {
  const t = useT();
  return (
    <>
      <h2 className="pt-5 text-h3">{t('profile.display')}</h2>
      <div className="card mt-2 flex flex-wrap items-center justify-between gap-2 py-3 pr-3.5 pl-4.5">
        <span>{t('theme.label')}</span>
        <div className="min-w-[212px]">
          <Segments
            label={t('theme.label')}
            value={useTheme()}
            onChange={setTheme}
            options={[
              { value: 'dark', text: t('theme.dark'), icon: <Moon aria-hidden="true" /> },
              { value: 'light', text: t('theme.light'), icon: <Sun aria-hidden="true" /> },
            ]}
          />
        </div>
      </div>
    </>
  );
}

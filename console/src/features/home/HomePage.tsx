import { isAllowed } from '@krapao/contract/permissions';
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { PageHead } from '../../components/PageHead.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useSelf } from '../../lib/self.ts';
import './home.css';
import { MoneyToday } from './MoneyToday.tsx';
import { NeedsYou } from './NeedsYou.tsx';
import { WhatWaits } from './WhatWaits.tsx';

/** How the site stands now: the way to going live until it is, what waits, what needs this operator, the money of today. */
export function HomePage() {
  const t = useT();
  const { self } = useSelf();
  if (!self) return null;
  const may = (permission: Parameters<typeof isAllowed>[1]) => isAllowed(self.role, permission);
  return (
    <div className="inside">
      <PageHead title={t('home.title')} />
      {self.isGoingLive && may('connection.manage') && <GoLive />}
      <div className="home-columns">
        <WhatWaits />
        <div>
          <NeedsYou />
          {may('report.read') && <MoneyToday />}
        </div>
      </div>
    </div>
  );
}

function GoLive() {
  const t = useT();
  return (
    <section className="card" aria-labelledby="go-live">
      <h2 id="go-live">{t('home.goLive')}</h2>
      <p className="muted">{t('home.goLiveHint')}</p>
      <footer>
        <Button component={Link} href={paths.goLive}>
          {t('home.goLiveOpen')}
        </Button>
      </footer>
    </section>
  );
}

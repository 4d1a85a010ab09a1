import { REGISTER_NAMES, type RegisterName } from '@krapao/contract/api/operator/registers';
import { Tabs } from '@mantine/core';
import { useLocation, useSearchParams } from 'wouter';
import { PageHead } from '../../components/PageHead.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { RegisterPanel } from './RegisterPanel.tsx';
import { sharedSearch } from './register.ts';

/** All deposits, withdrawals, transfers and bonuses, with filters and sums. */
export function RegistersPage() {
  const t = useT();
  const [location, go] = useLocation();
  const [search] = useSearchParams();
  const name: RegisterName =
    REGISTER_NAMES.find((one) => location === `${paths.registers}/${one}`) ?? 'deposits';
  return (
    <div className="inside">
      <PageHead title={t('registers.title')} />
      <Tabs
        value={name}
        onChange={(value) => value !== null && go(`${paths.registers}/${value}${sharedSearch(search)}`)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {REGISTER_NAMES.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`registers.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {REGISTER_NAMES.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <RegisterPanel name={one} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

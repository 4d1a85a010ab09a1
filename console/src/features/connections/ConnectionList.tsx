import type { Capability } from '@krapao/contract/connections';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { AddConnectionDialog } from './AddConnectionDialog.tsx';
import { AdditionCard } from './AdditionCard.tsx';
import { ConnectionCard } from './ConnectionCard.tsx';
import type { Addition, Connection, Driver } from './connectionForm.ts';
import { groupsOf } from './connectionWords.ts';
import './connections.css';
import { EditConnectionDialog } from './EditConnectionDialog.tsx';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { SwitchDialog } from './SwitchDialog.tsx';

/** Health changes without an announcement. */
const AGAIN_MS = 60_000;

/** What is open above the list. */
type Opened =
  | { what: 'add'; capability: Capability | undefined }
  | { what: 'edit' | 'switch' | 'remove' | 'history'; connection: Connection };

/** The services of others that work for the site, their health, and what can be changed of them. */
export function ConnectionList() {
  const query = useQuery({
    queryKey: ['connections'],
    queryFn: () => client('GET /api/console/connections'),
    refetchInterval: AGAIN_MS,
  });
  const drivers = useQuery({
    queryKey: ['drivers'],
    queryFn: () => client('GET /api/console/connections/drivers'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="inside">
      <QueryState query={drivers}>
        {(known) => (
          <QueryState query={query}>
            {({ connections, additions }) => (
              <Loaded connections={connections} additions={additions} drivers={known.drivers} />
            )}
          </QueryState>
        )}
      </QueryState>
    </div>
  );
}

function Loaded({
  connections,
  additions,
  drivers,
}: {
  connections: readonly Connection[];
  additions: readonly Addition[];
  drivers: readonly Driver[];
}) {
  const t = useT();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const groups = groupsOf(connections, drivers);
  const mayAdd = (capability?: Capability) =>
    drivers.some((driver) => capability === undefined || driver.capability === capability);
  return (
    <>
      <PageHead title={t('connections.title')}>
        {mayAdd() && (
          <Button onClick={() => setOpened({ what: 'add', capability: undefined })}>
            {t('connections.add')}
          </Button>
        )}
      </PageHead>
      {groups.length === 0 && <p className="muted">{t('connections.none')}</p>}
      {groups.map((group) => (
        <section key={group.capability} aria-labelledby={`capability-${group.capability}`}>
          <h2 id={`capability-${group.capability}`}>{t(`connections.capability.${group.capability}`)}</h2>
          {group.isByHand && (
            <p className="by-hand">
              <span>{t(`connections.without.${group.capability}`)}</span>
              {group.connections.length === 0 && mayAdd(group.capability) && (
                <Button
                  variant="default"
                  size="sm"
                  onClick={() => setOpened({ what: 'add', capability: group.capability })}
                >
                  {t('connections.add')}
                </Button>
              )}
            </p>
          )}
          {group.connections.map((connection) => (
            <ConnectionCard
              key={connection.id}
              connection={connection}
              group={group}
              isKnown={driverOf(connection, drivers) !== undefined}
              onOpen={(what) => setOpened({ what, connection })}
            />
          ))}
          {additions
            .filter(({ capability }) => capability === group.capability)
            .map((addition) => (
              <AdditionCard key={addition.id} addition={addition} />
            ))}
        </section>
      ))}
      {opened && <Above opened={opened} connections={connections} drivers={drivers} onClose={close} />}
    </>
  );
}

interface AboveProps {
  opened: Opened;
  connections: readonly Connection[];
  drivers: readonly Driver[];
  onClose: () => void;
}

function Above({ opened, connections, drivers, onClose }: AboveProps) {
  if (opened.what === 'add')
    return (
      <AddConnectionDialog
        connections={connections}
        drivers={drivers}
        capability={opened.capability}
        onClose={onClose}
      />
    );
  const newest = connections.find(({ id }) => id === opened.connection.id);
  switch (opened.what) {
    case 'edit': {
      const driver = driverOf(opened.connection, drivers);
      if (driver === undefined) return null;
      return (
        <EditConnectionDialog opened={opened.connection} newest={newest} driver={driver} onClose={onClose} />
      );
    }
    case 'switch':
      return (
        <SwitchDialog opened={opened.connection} connection={newest ?? opened.connection} onClose={onClose} />
      );
    case 'remove':
      return <RemoveDialog connection={opened.connection} onClose={onClose} />;
    case 'history':
      return <HistoryDrawer connection={opened.connection} onClose={onClose} />;
  }
}

function driverOf({ capability, driver }: Connection, drivers: readonly Driver[]): Driver | undefined {
  return drivers.find((one) => one.capability === capability && one.driver === driver);
}

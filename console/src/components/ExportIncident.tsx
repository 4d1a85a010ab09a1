import type { Contract } from '@krapao/contract/api/index';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { BodyOf } from '@krapao/contract/endpoint';
import { saveFile } from '@krapao/ui/saveFile.ts';
import { Button } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';
import { client } from '../lib/api.ts';
import { useMay } from '../lib/self.ts';
import { useAction } from '../lib/useAction.ts';

/** Saves an incident as a file that developers play in the sandbox, and says what is in it. */
export function ExportIncident(incident: BodyOf<Contract['POST /api/console/incidents/export']>) {
  const t = useT();
  const may = useMay();
  const file = useAction(
    async () => {
      const scenario = await client('POST /api/console/incidents/export', { body: incident });
      saveFile(
        `incident-${incident.kind}-${bangkokDay(Date.now())}.json`,
        new Blob([JSON.stringify(scenario, null, 2)], { type: 'application/json' }),
      );
      return scenario;
    },
    {
      done: ({ reproducible }) => t(reproducible ? 'incidents.saved' : 'incidents.savedUnplayable'),
    },
  );
  if (!may('incident.export')) return null;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        mt="md"
        loading={file.isPending}
        onClick={() => file.mutate(undefined)}
      >
        {t('incidents.export')}
      </Button>
      <p className="muted">{t('incidents.contents')}</p>
    </>
  );
}

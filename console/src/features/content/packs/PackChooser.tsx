import { type Pack, strictestOf } from '@krapao/contract/protection/pack';
import { READY_PACKS, type ReadyPack } from '@krapao/contract/protection/packs/readyPacks';
import { Button, MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../../../i18n/i18n.ts';

const NAMES = Object.keys(READY_PACKS) as ReadyPack[];

/** Fills the form with the strictest of the ready packs that are chosen; nothing is kept before it is saved. */
export function PackChooser({ onFill }: { onFill: (pack: Pack) => void }) {
  const t = useT();
  const [chosen, setChosen] = useState<ReadyPack[]>([]);
  const [first, ...others] = chosen.map((name) => READY_PACKS[name]);
  return (
    <section className="pack-chooser" aria-label={t('packs.choose')}>
      <MultiSelect
        label={<span>{t('packs.choose')}</span>}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={t('packs.chooseText')}
        data={NAMES.map((name) => ({ value: name, label: t(`packs.of.${name}`) }))}
        value={chosen}
        onChange={(names) => setChosen(NAMES.filter((name) => names.includes(name)))}
      />
      <Button
        variant="default"
        disabled={first === undefined}
        onClick={() => first && onFill(strictestOf([first, ...others]))}
      >
        {t('packs.fill')}
      </Button>
    </section>
  );
}

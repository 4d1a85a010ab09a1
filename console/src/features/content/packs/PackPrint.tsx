import { looserRules, type Pack } from '@krapao/contract/protection/pack';
import { DEFAULT_PACK } from '@krapao/contract/protection/packs/thailandAndLaos';
import { RULE_NAMES, RULES, type RuleName } from '@krapao/contract/protection/rules';
import { UNENFORCED_RULES } from '@krapao/contract/protection/unenforced';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { Link } from 'wouter';
import { QueryState } from '../../../components/QueryState.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { client } from '../../../lib/api.ts';
import type { ContentDocument } from '../../../lib/content/document.ts';
import { paths } from '../../../lib/paths.ts';
import { clauseText, valueLines } from './packText.ts';
import ruleTests from './ruleTests.json';
import './packs.css';

const TESTS: Readonly<Record<RuleName, readonly string[]>> = ruleTests;
const PARAMS = { kind: 'setting', item: 'protection' } as const;

/**
 * The published pack on A4: each rule with its values, clauses, where it is enforced, where it is only shown, and the tests
 * that show it.
 */
export function PackPrint() {
  const query = useQuery({
    queryKey: ['content', PARAMS.kind, PARAMS.item],
    queryFn: () => client('GET /api/console/content/:kind/:item', { params: PARAMS }),
  });
  return <QueryState query={query}>{(document) => <Printed document={document} />}</QueryState>;
}

function Printed({ document: { value, version, changedAt } }: { document: ContentDocument }) {
  const t = useT();
  const pack = value as Pack;
  const looser = looserRules(pack, DEFAULT_PACK);
  return (
    <div className="inside pack-print">
      <header>
        <div className="buttons pack-tools">
          <Button
            component={Link}
            href={`${paths.content}/${PARAMS.kind}/${PARAMS.item}`}
            variant="default"
            size="sm"
          >
            {t('packs.back')}
          </Button>
          <Button size="sm" leftSection={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
            {t('packs.print')}
          </Button>
        </div>
        <h1>{`${t('packs.title')}: ${pack.title}`}</h1>
        <p className="muted">
          {changedAt === null
            ? t('packs.shipped')
            : t('packs.published', { version, time: dateTimeText(changedAt) })}
        </p>
        <p>{t('packs.noAdvice')}</p>
        <p>{t('packs.enforcedAndShown')}</p>
      </header>
      <table>
        <thead>
          <tr>
            {(['rule', 'values', 'clauses', 'enforced', 'shown', 'tests'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`packs.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RULE_NAMES.map((name) => (
            <RuleRow key={name} name={name} values={pack[name]} isLooser={looser.includes(name)} />
          ))}
        </tbody>
      </table>
      <h2>{t('packs.unenforced')}</h2>
      <ul>
        {(Object.keys(UNENFORCED_RULES) as (keyof typeof UNENFORCED_RULES)[]).map((name) => (
          <li key={name}>
            <b>{`${UNENFORCED_RULES[name].row} ${t(`packs.rule.${name}`)}`}</b>
            <span>{`: ${t(`packs.why.${name}`)} ${UNENFORCED_RULES[name].clauses.map(clauseText).join(' · ')}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function RuleRow({ name, values, isLooser }: { name: RuleName; values: object; isLooser: boolean }) {
  const t = useT();
  const { rows, clauses, enforced, shown } = RULES[name];
  const tests = TESTS[name];
  const isOff = 'isOn' in values && values.isOn === false;
  const state = isOff ? 'packs.off' : 'isOn' in values ? 'packs.on' : 'packs.always';
  return (
    <tr>
      <th scope="row">
        <span className="num">{rows.join(', ')}</span>
        <span>{` ${t(`packs.rule.${name}`)}`}</span>
        {isLooser && <em>{` · ${t('packs.isLooser')}`}</em>}
      </th>
      <td>
        <Lines lines={[t(state), ...(isOff ? [] : valueLines(values))]} />
      </td>
      <td>
        <Lines lines={clauses.map(clauseText)} />
      </td>
      {[enforced, shown].map((places, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns
        <td key={at}>{places.map((place) => t(`packs.place.${place}`)).join(', ') || '–'}</td>
      ))}
      <td lang="en">
        {tests.length === 0 ? t('packs.noTests') : <Lines lines={tests.map(withoutFolders)} />}
      </td>
    </tr>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="lines">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

/** `deposits.test.ts: SAFE-08 …`: a printed line has no room for folders. */
const withoutFolders = (test: string) => test.replace(/^\S*\//, '');

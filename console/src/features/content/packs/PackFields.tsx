import { looserRules, type Pack } from '@krapao/contract/protection/pack';
import { DEFAULT_PACK } from '@krapao/contract/protection/packs/thailandAndLaos';
import { RULE_NAMES, RULES, type RuleName } from '@krapao/contract/protection/rules';
import { Alert, Badge, TextInput } from '@mantine/core';
import { useT } from '../../../i18n/i18n.ts';
import { fieldText } from '../../../lib/content/rowName.ts';
import type { Schema } from '../../../lib/schema.ts';
import type { FieldProps } from '../fieldProps.ts';
import { SchemaField } from '../SchemaField.tsx';
import { PackChooser } from './PackChooser.tsx';
import { clauseText } from './packText.ts';
import './packs.css';

interface Props extends Pick<FieldProps, 'schema' | 'errorAt'> {
  pack: Pack;
  onChange: (pack: unknown) => void;
}

/** A jurisdiction pack: ready packs to start from, then each rule with its clauses and values. */
export function PackFields({ schema, pack, onChange, errorAt }: Props) {
  const t = useT();
  const looser = looserRules(pack, DEFAULT_PACK);
  return (
    <>
      <Alert color="gray" mb="lg">
        {t('packs.noAdvice')}
      </Alert>
      <PackChooser onFill={onChange} />
      {looser.length > 0 && (
        <Alert color="yellow" mb="lg" role="status">
          {t('packs.looser', { count: looser.length })}
        </Alert>
      )}
      <TextInput
        label={<span>{t('packs.name')}</span>}
        value={pack.title}
        onChange={(event) => onChange({ ...pack, title: event.currentTarget.value })}
        error={errorAt('/title')}
      />
      {RULE_NAMES.map((name) => (
        <RuleFields
          key={name}
          rule={name}
          schema={schema.properties?.[name] ?? {}}
          values={pack[name] as Record<string, unknown>}
          onChange={(values) => onChange({ ...pack, [name]: values })}
          errorAt={errorAt}
          isLooser={looser.includes(name)}
        />
      ))}
    </>
  );
}

interface RuleProps extends Pick<FieldProps, 'errorAt'> {
  rule: RuleName;
  schema: Schema;
  values: Record<string, unknown>;
  onChange: (values: Record<string, unknown>) => void;
  isLooser: boolean;
}

function RuleFields({ rule, schema, values, onChange, errorAt, isLooser }: RuleProps) {
  const t = useT();
  const { clauses, rows } = RULES[rule];
  const fields = Object.entries(schema.properties ?? {});
  const field = (name: string, one: Schema) => (
    <SchemaField
      key={name}
      name={name}
      schema={one}
      value={values[name]}
      onChange={(value) => onChange({ ...values, [name]: value })}
      path={`/${rule}/${name}`}
      errorAt={errorAt}
      fixed={[]}
    />
  );
  return (
    <fieldset className="pack-rule">
      <legend>
        <span className="muted num">{rows.join(', ')}</span>
        <span>{` ${t(`packs.rule.${rule}`)} `}</span>
        {isLooser && <Badge color="yellow">{t('packs.isLooser')}</Badge>}
      </legend>
      <p className="muted pack-clauses">{clauses.map(clauseText).join(' · ')}</p>
      {fields.length === 0 && <p className="muted">{t('packs.always')}</p>}
      <div className="fields">
        {fields.map(([name, one]) =>
          one.properties === undefined ? (
            field(name, one)
          ) : (
            <fieldset key={name}>
              <legend>{fieldText(name)}</legend>
              {field(name, one)}
            </fieldset>
          ),
        )}
      </div>
    </fieldset>
  );
}

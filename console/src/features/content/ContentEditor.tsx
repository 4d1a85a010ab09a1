import type { Pack } from '@krapao/contract/protection/pack';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Button } from '@mantine/core';
import { History, Printer } from 'lucide-react';
import { Link } from 'wouter';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import type { ContentDocument, ContentRow } from '../../lib/content/document.ts';
import { problemText, rowName } from '../../lib/content/rowName.ts';
import { intoView } from '../../lib/intoView.ts';
import { paths, printedPack } from '../../lib/paths.ts';
import type { Schema } from '../../lib/schema.ts';
import { Comparison } from './Comparison.tsx';
import { ExamplePanel } from './ExamplePanel.tsx';
import { problemAt } from './editing.ts';
import { GamePreview } from './GamePreview.tsx';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import { OrderButtons } from './OrderButtons.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { PackFields } from './packs/PackFields.tsx';
import { SchemaField } from './SchemaField.tsx';
import { SecondNote } from './SecondNote.tsx';
import { useEditing } from './useEditing.ts';
import { isOffer } from './WithoutSimulation.tsx';

/** Settings with a worked example, besides bonuses and the wheel. */
const WITH_EXAMPLE = ['setting/refund', 'setting/invite', 'setting/bonusCoupon'];

const isPack = ({ kind, item }: ContentDocument) => kind === 'setting' && item === 'protection';

interface Props {
  document: ContentDocument;
  rows: readonly ContentRow[];
  onPublished: (document: ContentDocument) => void;
}

type Edited = ReturnType<typeof useEditing>;

/** One document: form, worked example, and draft, publish, discard, history. */
export function ContentEditor({ document: newest, rows, onPublished }: Props) {
  const t = useT();
  const language = useLanguage();
  const edited = useEditing(newest, onPublished);
  const { loaded, value, view, review, setReview, publish } = edited;
  const { kind, item } = loaded;
  const row = rows.find((one) => one.kind === kind && one.item === item);
  const title = row ? rowName(row, language) : t(`content.add.${kind as 'bonus'}`);
  const second = edited.example?.second ?? null;

  return (
    <section className="pane" aria-label={title} ref={intoView}>
      <header className="pane-head">
        <div className="grow">
          <h2 style={{ margin: 0, fontSize: '1.125rem' }}>{title}</h2>
          <small className="muted num">
            {loaded.changedAt
              ? t('content.changed', {
                  version: loaded.version,
                  time: dateTimeText(loaded.changedAt),
                  name: loaded.changedBy ?? '',
                })
              : t('content.unchanged')}
          </small>
        </div>
        {row && <OrderButtons row={row} rows={rows} />}
        {isPack(loaded) && (
          <Button
            component={Link}
            href={printedPack}
            variant="default"
            leftSection={<Printer size={18} aria-hidden />}
          >
            {t('packs.print')}
          </Button>
        )}
        {item !== 'new' && (
          <Button
            variant="default"
            leftSection={<History size={18} aria-hidden />}
            onClick={() => setReview('history')}
          >
            {t('content.history')}
          </Button>
        )}
      </header>
      <Fields edited={edited} />
      <Foot edited={edited} />
      {review === 'publish' && (
        <PublishDialog
          document={loaded}
          value={value}
          isOutdated={view.isOutdated}
          isBusy={publish.isPending}
          onClose={() => setReview(null)}
          second={second}
          needsSimulation={edited.example?.needsSimulation === true}
          onPublish={(given) => publish.mutate(given)}
        />
      )}
      {review === 'history' && (
        <HistoryDrawer
          document={loaded}
          isDirty={view.isDirty}
          isOutdated={view.hasNewer}
          onClose={() => setReview(null)}
          onRestored={edited.learn}
        />
      )}
    </section>
  );
}

/** The form, beside what it comes to; above it what keeps it from being published. */
function Fields({ edited }: { edited: Edited }) {
  const t = useT();
  const { loaded, value, view, example } = edited;
  const { kind, item } = loaded;
  const hasExample = kind === 'bonus' || kind === 'wheel' || WITH_EXAMPLE.includes(`${kind}/${item}`);
  const schema = loaded.schema as Schema;
  const names = Object.keys(schema.properties ?? {});
  const isClosed = names.length > 0 && names.every((name) => loaded.fixed.includes(name));
  const errorAt = (path: string, within?: boolean) => {
    const rule = problemAt(view.problems, path, within);
    return rule === undefined ? undefined : problemText(rule);
  };
  return (
    <div className="pane-body">
      {loaded.waits !== null && (
        <Alert color="yellow" mb="lg" role="status">
          <span>{`${t('approvals.waiting')} `}</span>
          <Link href={paths.approvals}>{t('approvals.title')}</Link>
        </Alert>
      )}
      {view.isOutdated && (
        <Alert color="yellow" mb="lg" role="alert">
          <p style={{ marginTop: 0 }}>{t('content.outdated')}</p>
          <Button size="sm" variant="default" loading={edited.discard.isPending} onClick={edited.takeNewest}>
            {t('content.takeNewest')}
          </Button>
        </Alert>
      )}
      {isClosed && (
        <Alert color="gray" mb="lg" role="status">
          {t('content.closed')}
        </Alert>
      )}
      <div className={hasExample || kind === 'provider' ? 'content-form beside' : 'content-form'}>
        <fieldset className="form-fields" disabled={isClosed}>
          {isPack(loaded) ? (
            <PackFields schema={schema} pack={value as Pack} onChange={edited.type} errorAt={errorAt} />
          ) : (
            <SchemaField
              name=""
              schema={schema}
              value={value}
              onChange={edited.type}
              path=""
              errorAt={errorAt}
              fixed={loaded.fixed}
            />
          )}
        </fieldset>
        {kind === 'provider' && <GamePreview document={loaded} value={value} />}
        {hasExample && example && (
          <ExamplePanel
            example={example}
            baht={kind === 'wheel' ? undefined : edited.baht}
            onBaht={edited.setBaht}
          />
        )}
      </div>
      {isOffer(loaded) && item !== 'new' && <Comparison kind={kind} item={item} />}
    </div>
  );
}

/** Whose draft it is, and what may be done with it. */
function Foot({ edited }: { edited: Edited }) {
  const t = useT();
  const { view, discard, save } = edited;
  const { draft } = edited.loaded;
  const second = edited.example?.second ?? null;
  return (
    <footer className="pane-foot">
      {view.hasChange && second && <SecondNote second={second} />}
      <div className="content-foot">
        <span className="grow muted" role="status">
          {draft
            ? t('content.draftOf', { name: draft.by, time: dateTimeText(draft.at) })
            : t(view.hasChange ? 'content.unsaved' : 'content.noChange')}
        </span>
        <Button
          variant="default"
          disabled={!view.mayDiscard}
          loading={discard.isPending}
          onClick={discard.run}
        >
          {t('content.discard')}
        </Button>
        <Button variant="default" disabled={!view.maySave} loading={save.isPending} onClick={save.run}>
          {t('content.saveDraft')}
        </Button>
        <Button disabled={!view.mayPublish} onClick={() => edited.setReview('publish')}>
          {t('content.publish')}
        </Button>
      </div>
    </footer>
  );
}

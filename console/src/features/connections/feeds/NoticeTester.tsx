import { Autocomplete, Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { QueryState } from '../../../components/QueryState.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { client } from '../../../lib/api.ts';
import { useAction } from '../../../lib/useAction.ts';
import { exampleOf } from './exampleOf.ts';
import { KnownTexts } from './KnownTexts.tsx';
import { TriedNotice } from './TriedNotice.tsx';

/** Reads a pasted notice as the feed would, and shows the texts that are known. */
export function NoticeTester({ feedId: id }: { feedId: string }) {
  const t = useT();
  const [from, setFrom] = useState('');
  const [text, setText] = useState('');
  const known = useQuery({
    queryKey: ['feeds', id, 'texts'],
    queryFn: () => client('GET /api/console/feeds/:id/texts', { params: { id } }),
  });
  const attempt = useAction(async (body: { from: string; text: string }) => ({
    ...(await client('POST /api/console/feeds/:id/try', { params: { id }, body })),
    from: body.from,
  }));
  const isMissing = from.trim() === '' || text.trim() === '';
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isMissing) attempt.mutate({ from: from.trim(), text });
  }
  return (
    <section aria-labelledby="try">
      <h2 id="try">{t('feeds.try')}</h2>
      <p className="muted">{t('feeds.tryHint')}</p>
      <form className="connection-fields" onSubmit={submit}>
        <Autocomplete
          label={<span>{t('feeds.from')}</span>}
          description={t('feeds.fromHint')}
          value={from}
          maxLength={80}
          onChange={setFrom}
          data={groupsOf(known.data?.banks ?? [])}
        />
        <Textarea
          label={<span>{t('feeds.text')}</span>}
          value={text}
          maxLength={2_000}
          autosize
          minRows={3}
          maxRows={10}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" disabled={isMissing} loading={attempt.isPending}>
            {t('feeds.tryNow')}
          </Button>
        </div>
      </form>
      <div role="status" aria-live="polite" className="tried">
        {attempt.data && (
          <div key={attempt.submittedAt} ref={(element) => element?.scrollIntoView({ block: 'nearest' })}>
            <TriedNotice tried={attempt.data} from={attempt.data.from} />
          </div>
        )}
      </div>
      <QueryState query={known}>
        {({ banks }) => (
          <KnownTexts
            banks={banks}
            onUse={({ from: senders }, form) => {
              setFrom(senders[0] ?? '');
              setText(exampleOf(form, Date.now()));
            }}
          />
        )}
      </QueryState>
    </section>
  );
}

/** The known senders by bank; a sender of two banks stands with the first. */
function groupsOf(banks: readonly { bank: string; from: string[] }[]) {
  const seen = new Set<string>();
  const groups = new Map<string, string[]>();
  for (const { bank, from } of banks)
    for (const sender of from) {
      if (seen.has(sender)) continue;
      seen.add(sender);
      groups.set(bank, [...(groups.get(bank) ?? []), sender]);
    }
  return [...groups].map(([group, items]) => ({ group, items }));
}

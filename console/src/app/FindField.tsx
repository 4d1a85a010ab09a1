import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { moneyText } from '@krapao/ui/kip.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Key } from '../components/Key.tsx';
import { useFoundMembers } from '../components/MemberFinder.tsx';
import { useT } from '../i18n/i18n.ts';
import { client } from '../lib/api.ts';
import { errorText } from '../lib/errorText.ts';
import { KEY_OF } from '../lib/keyOf.ts';
import { itemPath, memberPath, paths } from '../lib/paths.ts';
import { queueTitle } from '../lib/queueNames.ts';
import { isHeldEnter, namedActions, useActions } from '../lib/useActions.ts';
import type { Entry } from './entries.ts';

/** Before the name of an action, where others have an address. */
const ACTION = 'action:';

type Item = ResponseOf<Contract['POST /api/console/find']>['items'][number];

interface Props {
  /** The pages of the operator, which are found by their names. */
  entries: readonly Entry[];
  /** Whether the operator may look for members. */
  findsMembers: boolean;
  /** Called when something was opened or done, also where one is already. */
  onOpen?: () => void;
}

/** What was found: where it leads, and what is said of it. */
interface Found {
  path: string;
  /** The key that does the same. */
  actionKey?: string | undefined;
  title: string;
  isName: boolean;
  detail: string;
}

/**
 * Finds from any page: members, money by a reference, pages, and what can be done on the open one. `/` focuses the field;
 * Enter opens the marked one, or the only member, or the only thing that was found, otherwise all members who match. An
 * action is done only once it is marked.
 */
export function FindField({ entries, findsMembers, onOpen }: Props) {
  const t = useT();
  const [location, go] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  useActions([{ key: KEY_OF.find, perform: () => field.current?.focus() }]);
  const [text, setText] = useState('');
  const wanted = text.trim();
  const [asked] = useDebouncedValue(wanted, 250);
  const found = useFound(asked, findsMembers);
  const pages = named(
    wanted,
    entries.map(({ path, title }) => ({ path, title: t(title) })),
  );
  const actions = named(
    wanted,
    namedActions().map(({ name, key }) => ({ path: `${ACTION}${name}`, title: name, actionKey: key })),
  );
  const isCurrent = asked === wanted;
  const members = (isCurrent ? found.members : undefined) ?? [];
  const items = (isCurrent ? found.items : undefined) ?? [];
  const isAnswered = isCurrent && found.isAnswered;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const listed = [...items, ...members, ...pages, ...actions].map(({ path }) => path).join(' ');
  // The mark is kept as a place in the list: what has come there since, or is for another item, nobody marked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts when the list or the open item is another
  useEffect(() => combobox.resetSelectedOption(), [listed, location]);
  // Enter came before the answer.
  const [isDue, setIsDue] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once, when the answer is there
  useEffect(() => {
    if (isDue && isAnswered) finish();
  }, [isDue, isAnswered]);

  function open(path: string) {
    combobox.closeDropdown();
    setIsDue(false);
    setText('');
    field.current?.blur();
    const action = namedActions().find(({ name }) => path === `${ACTION}${name}`);
    if (action) action.perform();
    else if (!path.startsWith(ACTION)) go(path);
    onOpen?.();
  }
  function finish() {
    const everything = [...items, ...pages];
    const [only] = members.length > 0 ? members : everything;
    if (only !== undefined && (members.length || everything.length) === 1) return open(only.path);
    if (only === undefined && actions.length > 0) {
      setIsDue(false);
      // After this key, which would do at once what it has only marked.
      return queueMicrotask(() => combobox.selectFirstOption());
    }
    if (findsMembers) open(`${paths.members}?q=${encodeURIComponent(wanted)}`);
    else setIsDue(false);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setIsDue(false);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0) return;
    event.preventDefault();
    if (wanted === '') return;
    if (isAnswered) finish();
    else setIsDue(true);
  }
  /** A held Enter ends here: the list would do at once what the key has only marked. */
  function onKeyDownCapture(event: KeyboardEvent) {
    if (!isHeldEnter(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  const isNothing = isAnswered && [members, items, pages, actions].every(({ length }) => length === 0);

  return (
    <search className="find">
      <Combobox
        store={combobox}
        withinPortal={false}
        onOptionSubmit={open}
        position="bottom-end"
        width="target"
        styles={{ dropdown: { minWidth: 'min(400px, calc(100vw - 32px))' } }}
      >
        <Combobox.Target>
          <TextInput
            ref={field}
            type="search"
            aria-label={t('find.label')}
            placeholder={t('find.hint')}
            value={text}
            maxLength={80}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            leftSection={<Search size={18} aria-hidden="true" />}
            rightSection={<Key>/</Key>}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setIsDue(false);
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            onFocus={() => wanted !== '' && combobox.openDropdown()}
            onBlur={() => {
              combobox.closeDropdown();
              setIsDue(false);
            }}
            onKeyDownCapture={onKeyDownCapture}
            onKeyDown={onKeyDown}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={wanted === ''}>
          <Combobox.Options aria-label={t('find.label')} style={{ maxHeight: 420, overflowY: 'auto' }}>
            <Group label={t('find.money')} found={items} />
            <Group label={t('find.members')} found={members} />
            <Group label={t('find.pages')} found={pages} />
            <Group label={t('find.actions')} found={actions} />
            {found.error !== null && isCurrent ? (
              <Combobox.Empty role="alert">{errorText(found.error)}</Combobox.Empty>
            ) : (
              !isAnswered && <Combobox.Empty role="status">{t('members.searching')}</Combobox.Empty>
            )}
            {isNothing && (
              <Combobox.Empty role="status">{t('find.nothing', { text: wanted })}</Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </search>
  );
}

function Group({ label, found }: { label: string; found: readonly Found[] }) {
  if (found.length === 0) return null;
  return (
    <Combobox.Group label={label}>
      {found.map(({ path, title, isName, detail, actionKey }) => (
        <Combobox.Option key={path} value={path}>
          <b translate={isName ? 'no' : undefined}>{title}</b>
          {actionKey !== undefined && <Key>{actionKey}</Key>}
          {detail !== '' && (
            <small className="muted num" style={{ display: 'block' }}>
              {detail}
            </small>
          )}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  );
}

/** Members and money that match a text; an empty one is not searched. */
function useFound(text: string, findsMembers: boolean) {
  const t = useT();
  const membersQuery = useFoundMembers(findsMembers ? text : '');
  const moneyQuery = useQuery({
    queryKey: ['find', text],
    queryFn: () => client('POST /api/console/find', { body: { text } }),
    enabled: text !== '',
  });
  const members = membersQuery.data?.pages[0]?.members.map((member) => ({
    path: memberPath(member.id),
    title: member.name,
    isName: true,
    detail: `${t('slips.member', { id: member.id, phone: member.phoneNumber })} · ${t(`members.because.${member.because}`)}`,
  }));
  const items = moneyQuery.data?.items.map((item) => ({
    // A page of its queue would not know what a machine works on.
    path: item.state === 'OPEN' && item.member ? memberPath(item.member.id) : itemPath(item.queue, item.id),
    title: [queueTitle(item.queue), item.amount === null ? '' : moneyText(item.amount, item.currency)]
      .filter(Boolean)
      .join(' '),
    isName: false,
    detail: detailOf(t, item),
  }));
  const error = membersQuery.error ?? moneyQuery.error;
  const hasMembers = members !== undefined || !findsMembers;
  return { members, items, error, isAnswered: error !== null || (hasMembers && items !== undefined) };
}

function detailOf(t: ReturnType<typeof useT>, { state, member, at }: Item): string {
  return [t(`find.state.${state}`), dateTimeText(at), member?.name].filter(Boolean).join(' · ');
}

/** The pages or actions whose name has the text, from two letters on. */
function named(
  text: string,
  all: readonly { path: string; title: string; actionKey?: string | undefined }[],
): readonly Found[] {
  if (text.length < 2) return [];
  const wanted = text.toLowerCase();
  return all
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .map((one) => ({ ...one, isName: false, detail: '' }));
}

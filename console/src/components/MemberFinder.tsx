import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { client } from '../lib/api.ts';
import { errorText } from '../lib/errorText.ts';

export type FoundMember = ResponseOf<Contract['POST /api/console/members/search']>['members'][number];

interface Props extends Pick<TextInputProps, 'label' | 'placeholder' | 'name'> {
  onChoose: (member: FoundMember) => void;
}

type Found = ResponseOf<Contract['POST /api/console/members/search']>;

/** The pages of members who match a text; an empty text is not searched. */
export function useFoundMembers(text: string) {
  return useInfiniteQuery({
    queryKey: ['member-search', text],
    queryFn: ({ pageParam }) =>
      client('POST /api/console/members/search', { body: { text, skip: pageParam } }),
    initialPageParam: 0,
    getNextPageParam: ({ count, members }: Found, _, skipped) =>
      members.length > 0 && skipped + members.length < count ? skipped + members.length : undefined,
    enabled: text !== '',
  });
}

/** The number of matching members, and how many are shown if not all. */
export function FoundCount({ pages }: { pages: readonly Found[] }) {
  const t = useT();
  const shown = pages.reduce((sum, { members }) => sum + members.length, 0);
  const { count = 0, isMore = false } = pages.at(-1) ?? {};
  const isPart = count > shown;
  return (
    <span>
      {isMore
        ? t('members.foundMore', { count, shown })
        : t(isPart ? 'members.foundPart' : 'members.found', { count, shown })}
    </span>
  );
}

/** A field that finds members by telephone, name, id, account or reference while typing. */
export function MemberFinder({ onChoose, label, ...field }: Props) {
  const t = useT();
  const [text, setText] = useState('');
  const wanted = text.trim();
  const [asked] = useDebouncedValue(wanted, 250);
  const { data, error } = useFoundMembers(asked);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const members = asked === wanted ? data?.pages[0]?.members : undefined;

  function choose(id: string) {
    const member = members?.find((one) => one.id === id);
    if (member === undefined) return;
    combobox.closeDropdown();
    setText('');
    onChoose(member);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0) return;
    event.preventDefault();
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      position="bottom-end"
      width="target"
      styles={{ dropdown: { minWidth: 'min(360px, 100vw)' } }}
    >
      <Combobox.Target>
        <TextInput
          {...field}
          label={label && <span>{label}</span>}
          type="search"
          value={text}
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          leftSection={<Search size={18} aria-hidden="true" />}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => wanted !== '' && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={wanted === ''}>
        <Combobox.Options aria-label={t('members.search')} style={{ maxHeight: 360, overflowY: 'auto' }}>
          {error ? (
            <Combobox.Empty role="alert">{errorText(error)}</Combobox.Empty>
          ) : members === undefined ? (
            <Combobox.Empty role="status">{t('members.searching')}</Combobox.Empty>
          ) : members.length === 0 ? (
            <Combobox.Empty role="status">{t('members.notFound', { text: wanted })}</Combobox.Empty>
          ) : (
            members.map((member) => (
              <Combobox.Option key={member.id} value={member.id}>
                <b translate="no">{member.name}</b>
                <small className="muted num" style={{ display: 'block' }}>
                  {`${t('slips.member', { id: member.id, phone: member.phoneNumber })} · ${t(`members.because.${member.because}`)}`}
                </small>
              </Combobox.Option>
            ))
          )}
        </Combobox.Options>
        {data !== undefined && members !== undefined && members.length > 0 && (
          <Combobox.Footer>
            <small className="muted" role="status">
              <FoundCount pages={data.pages.slice(0, 1)} />
            </small>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

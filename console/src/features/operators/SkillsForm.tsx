import { SKILLS, type Skill } from '@krapao/contract/skills';
import { Button, Checkbox, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';

/** What an operator is good at, for chats that are handed to a skill. */
export function SkillsForm({ id, known }: { id: string; known: readonly Skill[] }) {
  const t = useT();
  const [skills, setSkills] = useState<string[]>([...known]);
  const save = useAction(
    (chosen: Skill[]) =>
      client('PUT /api/console/operators/:id/skills', { params: { id }, body: { skills: chosen } }),
    { done: t('app.saved') },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(SKILLS.filter((skill) => skills.includes(skill)));
  }
  return (
    <form onSubmit={submit}>
      <Checkbox.Group
        label={<span>{t('chat.skills')}</span>}
        description={t('chat.skillsHint')}
        value={skills}
        onChange={setSkills}
        mb="md"
      >
        <Group mt="xs">
          {SKILLS.map((skill) => (
            <Checkbox key={skill} value={skill} label={t(`chat.skill.${skill}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Button type="submit" variant="default" fullWidth loading={save.isPending}>
        {t('chat.saveSkills')}
      </Button>
    </form>
  );
}

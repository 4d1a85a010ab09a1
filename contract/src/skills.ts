/** What an operator can be good at: a language of customers, or a subject. */
export const SKILLS = ['th', 'la', 'en', 'money', 'games', 'identity'] as const;
export type Skill = (typeof SKILLS)[number];

import type { Needed } from '@krapao/contract/permissions';
import { PageHead } from '../components/PageHead.tsx';
import { useT } from '../i18n/i18n.ts';
import type { MessageId } from '../i18n/messages.ts';

interface Props {
  title: MessageId;
  needed: Needed;
}

/** In place of a page that the role may not see: which permission it lacks, and who can give it. */
export function NoPermission({ title, needed }: Props) {
  const t = useT();
  const permissions = [needed].flat();
  return (
    <div className="inside">
      <PageHead title={t(title)} />
      <p>{t('nav.noPermission', { count: permissions.length })}</p>
      <ul>
        {permissions.map((permission) => (
          <li key={permission}>{t(`permission.${permission}`)}</li>
        ))}
      </ul>
      <p className="muted">{t('nav.askAdministrator')}</p>
    </div>
  );
}

import { CircleAlert, CircleCheck, Clock, Info, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';

const ICONS = {
  info: Info,
  safety: ShieldCheck,
  time: Clock,
  success: CircleCheck,
  wait: Clock,
  error: CircleAlert,
};

interface NoticeProps {
  kind?: keyof typeof ICONS;
  /** It stands in a live region, which announces it. */
  isInRegion?: boolean;
  children: ReactNode;
}

/** A tinted paragraph with an icon. Screen readers announce errors. */
export function Notice({ kind = 'info', isInRegion = false, children }: NoticeProps) {
  const Icon = ICONS[kind];
  return (
    <div className={`notice notice-${kind}`} role={kind === 'error' && !isInRegion ? 'alert' : undefined}>
      <Icon aria-hidden="true" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyNoticeProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
  /** What one may do about it. */
  readonly actions?: ReactNode;
}

/** What stands where there is nothing to show: why, and the way on. */
export function EmptyNotice({ icon: Icon, title, children, actions }: EmptyNoticeProps) {
  return (
    <div className="empty-notice">
      <Icon size={32} strokeWidth={1.5} aria-hidden />
      <h2>{title}</h2>
      <div className="empty-notice-text">{children}</div>
      {actions !== undefined && <div className="row">{actions}</div>}
    </div>
  );
}

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyNoticeProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons that help to continue. */
  readonly actions?: ReactNode;
}

/** An empty state: says why there is nothing to show and what to do. */
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

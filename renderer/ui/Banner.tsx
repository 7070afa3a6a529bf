import { CircleAlert, CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import './banner.css';

interface BannerProps {
  readonly message: string;
  /** What happened to the user's work, as a sentence. */
  readonly rest: string;
  /** True if the user has to decide something; otherwise it is an error. */
  readonly isQuestion?: boolean;
  /** The buttons. */
  readonly children: ReactNode;
}

/** A banner over the preview: an error or a question, with buttons. */
export function Banner({ message, rest, isQuestion = false, children }: BannerProps) {
  const Icon = isQuestion ? CircleHelp : CircleAlert;
  return (
    <div className="banner" data-question={isQuestion || undefined} role="alert">
      <Icon size={18} aria-hidden />
      <div className="banner-body">
        <div className="banner-text">
          <p>{message}</p>
          <p className="quiet small">{rest}</p>
        </div>
        <div className="row">{children}</div>
      </div>
    </div>
  );
}

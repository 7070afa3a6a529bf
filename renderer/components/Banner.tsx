import { CircleAlert, CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import './banner.css';

interface BannerProps {
  readonly message: string;
  /** What has become of the work, in a sentence. */
  readonly rest: string;
  /** Whether the person is asked for a decision; else something went wrong. */
  readonly isQuestion?: boolean;
  /** The buttons of the ways on. */
  readonly children: ReactNode;
}

/** Over the paper: what went wrong or waits for the person, and the ways on. */
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

import type { ReactNode } from 'react';
import { FieldError } from '../ui/FieldError.js';

interface SettingRowProps {
  /** Id of the control. Its help has the suffix `-help`, its error `-error`. */
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** The error; absent for a setting that can't be invalid. */
  readonly issue?: string | null;
  /** The control has several elements: the label names the group. */
  readonly isGroup?: boolean;
  readonly children: ReactNode;
}

/** A setting with its label at the left and help below. */
export function SettingRow(props: SettingRowProps) {
  const { id, label, help, issue, isGroup = false, children } = props;
  return (
    <div className="setting" {...(isGroup && { role: 'group', 'aria-labelledby': `${id}-label` })}>
      {isGroup ? (
        <span id={`${id}-label`} className="setting-label">
          {label}
        </span>
      ) : (
        <label htmlFor={id} className="setting-label">
          {label}
        </label>
      )}
      <div className="setting-control">
        {children}
        {help !== undefined && (
          <p id={`${id}-help`} className="quiet small">
            {help}
          </p>
        )}
        {issue !== undefined && <FieldError id={`${id}-error`} message={issue} />}
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { FieldError } from '../../components/FieldError.js';

interface SettingRowProps {
  /** The id of the control. Its help has this id with `-help` behind it, its mistake with `-error`. */
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** What is wrong with it, in a sentence; absent for a setting that cannot be wrong. */
  readonly mistake?: string | null;
  /** The control is several elements: the label names the group that holds them. */
  readonly isGroup?: boolean;
  readonly children: ReactNode;
}

/** A setting with its name at the left and what it does below. */
export function SettingRow(props: SettingRowProps) {
  const { id, label, help, mistake, isGroup = false, children } = props;
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
        {mistake !== undefined && <FieldError id={`${id}-error`} message={mistake} />}
      </div>
    </div>
  );
}

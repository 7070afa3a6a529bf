import type { ReactNode } from 'react';

interface SettingRowProps {
  /** The id of the control. Its help has this id with `-help` behind it. */
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  readonly children: ReactNode;
}

/** A setting with its name at the left and what it does below. */
export function SettingRow({ id, label, help, children }: SettingRowProps) {
  return (
    <div className="setting">
      <label htmlFor={id}>{label}</label>
      <div>
        {children}
        {help !== undefined && (
          <p id={`${id}-help`} className="quiet small">
            {help}
          </p>
        )}
      </div>
    </div>
  );
}

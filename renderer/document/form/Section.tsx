import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  /** Small element to the right of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A titled group of fields. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section className="composer-section" aria-labelledby={id}>
      <div className="composer-section-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

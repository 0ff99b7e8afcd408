import { useState, type ReactNode } from 'react';

/** A part of a screen that asks the service for nothing until it is opened, and for nothing more once it is closed. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="card section" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {isOpen && <div className="section-body">{children}</div>}
    </details>
  );
}

import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useText } from '../language/use-language';

/** A screen: heading, what stands beside it, and its content. */
export function Page({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const heading = usePageTitle(title);
  return (
    <>
      <div className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {aside}
      </div>
      {children}
    </>
  );
}

/** Names the document, and moves the focus to the heading once, so that keyboard and screen reader arrive on the new page. */
export function usePageTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void (document.title = `${title} · ${t('product')}`), [title, t]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return heading;
}

interface SectionProps {
  title: string;
  /** The reader comes for it: it is open, and in view. */
  isWanted?: boolean;
  children: ReactNode;
}

/** A part of a screen that asks the service for nothing until it is opened, and for nothing more once it is closed. */
export function Section({ title, isWanted = false, children }: SectionProps) {
  const [isOpen, setIsOpen] = useState(isWanted);
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView();
  }, [isWanted]);
  return (
    <details ref={place} open={isOpen} className="card section" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {isOpen && <div className="section-body">{children}</div>}
    </details>
  );
}

import type { ReactNode } from 'react';
import { usePageTitle } from './use-page-title';

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

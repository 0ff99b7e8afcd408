import { useEffect, useRef, type RefObject } from 'react';
import { useText } from '../language/use-language';

/** Names the document, and moves the focus to the heading once, so that keyboard and screen reader arrive on the new page. */
export function usePageTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void (document.title = `${title} · ${t('product')}`), [title, t]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return heading;
}

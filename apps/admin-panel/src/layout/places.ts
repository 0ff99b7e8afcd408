import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate, useNavigationType, type Location } from 'react-router';

const maxPlaces = 200;
const restoringMs = 3_000;

/** How far each visited screen was scrolled, by the key of its visit. */
const scrolled = new Map<string, number>();
/** The last filters of each screen, by its path. */
const filters = new Map<string, string>();
let current: Location | null = null;
let previous: Location | null = null;

/** Keeps where each visit was scrolled to. Back and forward return there, as soon as the screen is long enough again; a link begins at the top. */
export function usePlaces(): void {
  const location = useLocation();
  const type = useNavigationType();
  useEffect(() => void (window.history.scrollRestoration = 'manual'), []);
  useEffect(() => {
    const keep = () => {
      scrolled.delete(location.key);
      scrolled.set(location.key, window.scrollY);
      const [oldest] = scrolled.keys();
      if (scrolled.size > maxPlaces && oldest !== undefined) scrolled.delete(oldest);
    };
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [location.key]);
  useLayoutEffect(() => {
    filters.set(location.pathname, location.search);
    const isElsewhere = current?.pathname !== location.pathname;
    if (isElsewhere) previous = current;
    current = location;
    if (!isElsewhere) return undefined;
    const place = type === 'POP' ? (scrolled.get(location.key) ?? 0) : 0;
    return scrollTo(place);
  }, [location, type]);
}

/** Once, and again while the screen grows, until the reader scrolls. Returns what ends it. */
function scrollTo(place: number): () => void {
  const scroll = () => window.scrollTo({ top: place, behavior: 'instant' });
  scroll();
  if (place === 0) return () => undefined;
  const growth = new ResizeObserver(() => {
    scroll();
    if (Math.abs(window.scrollY - place) < 2) end();
  });
  const end = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const event of ['wheel', 'touchstart', 'keydown']) window.removeEventListener(event, end);
  };
  const timer = setTimeout(end, restoringMs);
  for (const event of ['wheel', 'touchstart', 'keydown']) window.addEventListener(event, end, { passive: true });
  growth.observe(document.body);
  return end;
}

/** Leads back to a list as it was left: its filters, its pages and its place. */
export function useWayBack(path: string) {
  const navigate = useNavigate();
  return {
    to: `${path}${filters.get(path) ?? ''}`,
    onClick: (event: { preventDefault: () => void; metaKey?: boolean; ctrlKey?: boolean; shiftKey?: boolean }) => {
      if (previous?.pathname !== path || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void navigate(-1);
    },
  };
}

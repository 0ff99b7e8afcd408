import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { useLanguage } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Loading } from '../ui/loaded';
import type { PreviewNews, PreviewSettings } from './preview-messages';

/** Beside the panel's own page, with headers of its own. */
const address = 'preview/';
/** After that the page of the frame is missing, or the server forbids it. */
const patienceMs = 20_000;

/** A frame with an origin of its own: neither side reads the other. The token reaches it in a message, so that no address holds it. */
export function PreviewFrame({ token, title }: { token: string; title: string }) {
  const { language, t } = useLanguage();
  const appearance = useAppearance();
  const frame = useRef<HTMLIFrameElement>(null);
  const { state, heightPx } = useNews(frame);
  // Browsers draw nothing in a frame that is out of sight.
  useEffect(() => frame.current?.scrollIntoView({ block: 'nearest' }), []);
  useEffect(() => {
    const settings: PreviewSettings = { token, language, appearance };
    // An origin of its own has no name to send to. `frame-src` keeps the frame on this server.
    if (state === 'ready') frame.current?.contentWindow?.postMessage(settings, '*');
  }, [state, token, language, appearance]);
  return (
    <>
      {state === 'loading' && <Loading />}
      {state === 'missing' && <FailureNotice failure={null} text={t('preview.missing')} />}
      {state !== 'missing' && (
        <iframe ref={frame} className="preview" title={title} src={address} sandbox="allow-scripts" height={heightPx} />
      )}
    </>
  );
}

/** Messages of the frame; those of other windows are ignored. */
function useNews(frame: RefObject<HTMLIFrameElement | null>) {
  const cache = useQueryClient();
  const [state, setState] = useState<'loading' | 'ready' | 'missing'>('loading');
  const [heightPx, setHeightPx] = useState(0);
  const hear = useCallback(
    ({ source, data }: MessageEvent<PreviewNews>) => {
      if (source !== frame.current?.contentWindow) return;
      if (data.preview === 'height') setHeightPx(Math.ceil(data.px));
      else if (data.preview === 'saved') void cache.invalidateQueries();
      else setState(data.preview);
    },
    [frame, cache],
  );
  // Before the frame may tell anything: it runs in a process of its own.
  useLayoutEffect(() => {
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [hear]);
  useEffect(() => {
    if (state !== 'loading') return undefined;
    const timer = setTimeout(() => setState('missing'), patienceMs);
    return () => clearTimeout(timer);
  }, [state]);
  return { state, heightPx };
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-appearance'] });
  return () => observer.disconnect();
}

/** The chosen appearance of the panel: `auto`, `light` or `dark`. */
function useAppearance(): string {
  return useSyncExternalStore(subscribe, () => document.documentElement.dataset.appearance ?? 'auto');
}

import type { PreviewNews, PreviewSettings } from '../preview-messages';
import '../../style/colours.css';
import './preview-frame.css';

/** Runs in a sandboxed frame: this page has an origin of its own, which has no cookie, no storage and no access to the panel. */
const widget = document.querySelector('service-config') as (HTMLElement & { token?: string }) | null;

function notify(news: PreviewNews): void {
  // The address of this page is the panel's, even though its origin is not.
  parent.postMessage(news, location.origin);
}

addEventListener('message', ({ source, origin, data }: MessageEvent<PreviewSettings>) => {
  if (source !== parent || origin !== location.origin || !widget) return;
  document.documentElement.lang = data.language;
  document.documentElement.dataset.appearance = data.appearance;
  widget.token = data.token;
});
addEventListener('service-configuration-saved', () => notify({ preview: 'saved' }));
new ResizeObserver(() => notify({ preview: 'height', px: document.body.offsetHeight })).observe(document.body);
notify({ preview: customElements.get('service-config') ? 'ready' : 'missing' });

/** What the scripts define. */
export type WidgetElement = 'service-connector' | 'service-config' | 'service-webhooks';

export interface WidgetsToLoad {
  /** Address of the service, which serves the scripts below `/widgets/`. */
  apiUrl: string | URL;
  /** A version never changes once it is released; `newest` follows them all, and cannot have an integrity. Default: `v1`. */
  version?: `v${number}` | 'newest';
  /** Of the script, from `/widgets/v1/integrity.json`. The browser then runs exactly these bytes. */
  integrity?: string;
  /** The only element that the page uses, to load its script. Default: `service-connector` and `service-config`, in one script. */
  element?: WidgetElement;
}

const files = {
  'service-connector': 'connector-widget.js',
  'service-config': 'widget.js',
  'service-webhooks': 'webhooks-widget.js',
} as const;
const shopElements = ['service-connector', 'service-config'] as const;

/** By address. A script that failed is no longer listed. */
const loading = new Map<string, Promise<void>>();

/**
 * Resolves once the elements are defined; render them only then, because frameworks set the properties of unknown elements as attributes.
 * Safe to call again, and on a server, where it resolves at once. Rejects if the script does not load, for example because of a wrong
 * `integrity` or a policy of the page; the console then says more. A later call tries again.
 */
export async function loadWidgets({ apiUrl, version = 'v1', integrity, element }: WidgetsToLoad): Promise<void> {
  if (typeof document === 'undefined') return;
  const elements = element ? [element] : shopElements;
  if (elements.every((name) => customElements.get(name))) return;
  if (version === 'newest' && integrity)
    throw new TypeError('The newest version changes with each release, so it cannot have an integrity.');
  const folder = version === 'newest' ? 'widgets' : `widgets/${version}`;
  const address = `${String(apiUrl).replace(/\/+$/, '')}/${folder}/${element ? files[element] : 'widgets.js'}`;
  const loaded = loading.get(address) ?? load(address, integrity);
  loading.set(address, loaded);
  try {
    await loaded;
  } catch (failure) {
    loading.delete(address);
    throw failure;
  }
  await Promise.all(elements.map((name) => customElements.whenDefined(name)));
}

function load(address: string, integrity: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    if (integrity) Object.assign(script, { integrity, crossOrigin: 'anonymous' });
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`The script of the widgets does not load: ${address}`));
    };
    document.head.append(script);
  });
}

type Listeners = {
  [Name in Extract<keyof GlobalEventHandlersEventMap, `service-${string}`> as `on${Name}` | `on:${Name}`]?: (
    event: GlobalEventHandlersEventMap[Name],
  ) => void;
};

type Props<Widget extends HTMLElement> = Partial<Omit<Widget, keyof HTMLElement>> & Listeners & Record<`data-${string}`, unknown>;

declare global {
  namespace svelteHTML {
    interface IntrinsicElements {
      'service-connector': Props<ServiceConnectorElement> & { id?: string; class?: string; hidden?: boolean };
      'service-config': Props<ServiceConfigElement> & { id?: string; class?: string; hidden?: boolean };
      'service-webhooks': Props<ServiceWebhooksElement> & { id?: string; class?: string; hidden?: boolean };
    }
  }
}

export {};

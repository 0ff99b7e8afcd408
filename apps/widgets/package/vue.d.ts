import type { DefineComponent, HTMLAttributes } from 'vue';

/** Vue listens to `on` followed by the name of the event in camel case: `@service-registered` in a template. */
type Camel<Text extends string> = Text extends `${infer Head}-${infer Tail}` ? `${Capitalize<Head>}${Camel<Tail>}` : Capitalize<Text>;

type Listeners = {
  [Name in Extract<keyof GlobalEventHandlersEventMap, `service-${string}`> as `on${Camel<Name>}`]?: (
    event: GlobalEventHandlersEventMap[Name],
  ) => void;
};

type Component<Widget extends HTMLElement> = DefineComponent<Partial<Omit<Widget, keyof HTMLElement>> & Listeners & HTMLAttributes>;

declare module 'vue' {
  interface GlobalComponents {
    'service-connector': Component<ServiceConnectorElement>;
    'service-config': Component<ServiceConfigElement>;
    'service-webhooks': Component<ServiceWebhooksElement>;
  }
}

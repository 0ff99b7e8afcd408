import { Component, Element, h, Prop, State } from '@stencil/core';
import { localeAt, observeLanguage } from '../language/language';
import { withOverrides } from '../language/text-overrides';
import { focusWithoutScrolling } from '../page/focus';
import { headingLevel } from '../page/heading-level';
import { trimmedText } from '../page/trimmed-text';
import { request, type ServiceRequest, type ServiceResponse } from '../service/request';
import { serviceAddress } from '../service/service-address';
import { adoptStyles } from '../style/adopt-styles';
import frameCss from '../style/frame.css';
import { listView, withoutList } from './list-view';
import { PageEndpoints, type EndpointsHost } from './page-endpoints';
import { announcement, type Scene } from './parts';
import ownCss from './service-webhooks.css';
import { textsOf, type WebhooksTexts } from './webhooks-texts';

/** How long the button shows “Copied”. */
const copiedMs = 3_000;

/**
 * Shows and changes the webhook endpoints of a company, and what was delivered there. Fires `service-endpoint-created`,
 * `service-endpoint-changed` and `service-endpoint-deleted` with `{endpoint_id}`.
 *
 * Parts: frame, heading, endpoint, delivery, secret, field, option, notice, spinner, button, button-secondary, button-danger.
 */
@Component({ tag: 'service-webhooks', shadow: true })
export class ServiceWebhooks implements EndpointsHost {
  @Element() host: HTMLElement;

  /** Of a session for webhooks. A property only: the element writes it nowhere. */
  @Prop() token?: string;
  /** Address of the service. Default: the origin of the script. */
  @Prop() apiUrl?: string;
  /** BCP 47. Default: the language of the page. */
  @Prop() locale?: string;
  /** Of the heading: 1 to 6. Default: 2. */
  @Prop() headingLevel?: string;
  /** Overrides of single texts, by key. */
  @Prop() texts?: Partial<WebhooksTexts>;

  @State() changes = 0;
  @State() isCopied = false;

  private endpoints = new PageEndpoints(this);
  /** Aborted when the token or the address changes, so that late responses are ignored. */
  private session = new AbortController();
  private loadedFor = '';
  /** The page knows that the service has refused it. */
  private refusedToken?: string;
  private hadFocus = false;
  private timer = 0;
  /** Run once the element is in the page. */
  private onAttached: (() => void)[] = [];
  private readonly langObserver = new MutationObserver(() => this.rerender());

  connectedCallback() {
    adoptStyles(this.host, frameCss, ownCss);
    observeLanguage(this.langObserver);
    // The language depends on the place in the page.
    this.rerender();
  }

  disconnectedCallback() {
    this.langObserver.disconnect();
  }

  /** Loads when a property has changed; an element that only moves keeps its state. */
  componentWillRender() {
    const key = [this.token, this.address].join(' ');
    if (key !== this.loadedFor) this.start();
    this.loadedFor = key;
    this.hadFocus = !!this.focused;
  }

  componentDidRender() {
    if (!this.host.isConnected) return;
    for (const act of this.onAttached.splice(0)) act();
    const { endpoints } = this;
    const root = this.host.shadowRoot;
    const next = endpoints.focus && root?.getElementById(endpoints.focus);
    if (next) {
      endpoints.focus = '';
      focusWithoutScrolling(next);
      // The focused control has disappeared. A focus elsewhere on the page stays.
    } else if (this.hadFocus && !this.focused) focusWithoutScrolling(root?.querySelector<HTMLElement>('[part=heading]'));
    const leftMs = (endpoints.failure?.until ?? 0) - Date.now();
    clearTimeout(this.timer);
    if (leftMs > 0) this.timer = window.setTimeout(() => this.rerender(), leftMs % 1_000 || 1_000);
  }

  render() {
    const { endpoints, isCopied } = this;
    const { language, tag, direction } = localeAt(this.host, this.locale);
    const texts = withOverrides(textsOf(language), this.texts);
    const level = headingLevel(this.headingLevel);
    const now = Date.now() + endpoints.clockAheadMs;
    const scene: Scene = { endpoints, texts, tag, level, now, isCopied, copy: (secret) => void this.copy(secret) };
    return (
      <div class="frame" part="frame" key="frame" lang={tag} dir={direction}>
        <div role="heading" aria-level={level} part="heading" key="heading" tabindex="-1">
          {texts.heading}
        </div>
        <div class="unseen" role="status" key="status">
          {announcement(scene)}
        </div>
        {endpoints.list ? listView(endpoints.list, scene) : withoutList(scene)}
      </div>
    );
  }

  private get address(): string {
    return serviceAddress(this.apiUrl, 'webhooks-widget.js');
  }

  private get focused(): Element | null | undefined {
    return this.host.shadowRoot?.activeElement;
  }

  private start(): void {
    this.session.abort();
    this.session = new AbortController();
    this.endpoints.end();
    this.endpoints = new PageEndpoints(this, this.endpoints);
    this.isCopied = false;
    // Pages often set the token a moment later.
    if (trimmedText(this.token)) void this.endpoints.load();
  }

  async send(given: Pick<ServiceRequest, 'method' | 'path' | 'body'>): Promise<ServiceResponse> {
    const token = trimmedText(this.token);
    const { signal } = this.session;
    const response = await request(this.address, { ...given, token, signal });
    if (response.status === 401 && token !== this.refusedToken) {
      this.refusedToken = token;
      this.announce('service-token-refused', {});
    }
    return response;
  }

  async untilShown(): Promise<void> {
    await new Promise<void>((resolve) => this.whenAttached(resolve));
    // The null prototype hides options that the page may have added to Object.prototype.
    const once = { __proto__: null, once: true } as AddEventListenerOptions;
    while (document.hidden) await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, once));
  }

  rerender(): void {
    this.changes++;
  }

  /** Outside the page, events wait until the element is back. */
  announce(type: string, detail: object): void {
    this.whenAttached(() => this.host.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true })));
  }

  private whenAttached(act: () => void): void {
    if (this.host.isConnected) act();
    else this.onAttached.push(act);
  }

  /** Without access to the clipboard, focuses and so selects the secret: for `execCommand`, or for the user to copy. */
  private async copy(secret: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret);
    } catch {
      this.host.shadowRoot?.getElementById('secret')?.focus();
      if (!document.execCommand('copy')) return;
    }
    this.isCopied = true;
    setTimeout(() => (this.isCopied = false), copiedMs);
  }
}

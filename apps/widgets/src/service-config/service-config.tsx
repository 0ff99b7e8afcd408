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
import { textsOf, type ConfigTexts } from './config-texts';
import {
  choose,
  discard,
  loaded,
  loading,
  released,
  reset,
  saved,
  say,
  startSaving,
  updated,
  type ConfigurationForm,
} from './configuration-form';
import { connectionOf, emptyPanel, eventOf, isDone, refused, type ConnectionAction, type ConnectionPanel } from './connection-panel';
import { renderConnection } from './render-connection';
import { renderField } from './render-field';
import { renderState } from './render-state';
import ownCss from './service-config.css';

const path = '/api/widget/configuration';
const connectionPath = '/api/widget/connection';

const requestOf = {
  disconnect: { method: 'POST', path: `${connectionPath}/disconnect` },
  reconnect: { method: 'POST', path: `${connectionPath}/reconnect` },
  uninstall: { method: 'DELETE', path: connectionPath },
} as const satisfies Record<ConnectionAction, Pick<ServiceRequest, 'method' | 'path'>>;

/**
 * Shows and changes the settings of a connection, and ends or restores it. Each successful save fires `service-configuration-saved` with
 * `{configuration}`: everything that is stored now. The other events have `{connection_id}`.
 *
 * Parts: frame, heading, field, option, notice, spinner, button, button-secondary.
 */
@Component({ tag: 'service-config', shadow: true })
export class ServiceConfig {
  @Element() host: HTMLElement;

  /** The access token of the connection. A property only: the element writes it nowhere. */
  @Prop() token?: string;
  /** Address of the service. Default: the origin of the script. */
  @Prop() apiUrl?: string;
  /** BCP 47. Default: the language of the page. */
  @Prop() locale?: string;
  /** Of the heading: 1 to 6. Default: 2. */
  @Prop() headingLevel?: string;
  /** Overrides of single texts, by key. */
  @Prop() texts?: Partial<ConfigTexts>;

  @State() form: ConfigurationForm = loading;
  @State() panel: ConnectionPanel = emptyPanel;
  /** The rest of `Retry-After`. */
  @State() leftMs = 0;

  /** Aborted when the token or the address changes, so that late responses are ignored. */
  private session = new AbortController();
  private loadedFor = '';
  /** The page knows that the service has refused it. */
  private refusedToken?: string;
  private hadFocus = false;
  private focusesError = false;
  /** A selector: gets the focus after the next render. */
  private focusNext = '';
  /** Fired once the element is in a page. */
  private readonly pendingEvents: [type: string, detail: object][] = [];
  private readonly langObserver = new MutationObserver(() => (this.form = { ...this.form }));

  connectedCallback() {
    adoptStyles(this.host, frameCss, ownCss);
    observeLanguage(this.langObserver);
    // Renders again, because the language depends on the place in the page, and events may be pending.
    this.form = { ...this.form };
  }

  disconnectedCallback() {
    this.langObserver.disconnect();
  }

  /** Loads when a property has changed; an element that only moves keeps its state. */
  componentWillRender() {
    const key = [this.token, this.address].join(' ');
    if (key !== this.loadedFor) {
      this.pendingEvents.length = 0;
      void this.load();
    }
    this.loadedFor = key;
    this.hadFocus = !!this.focused;
  }

  componentDidRender() {
    this.fireEvents();
    const { shadowRoot } = this.host;
    const next = this.focusNext && shadowRoot?.querySelector<HTMLElement>(this.focusNext);
    this.focusNext = '';
    if (next) return focusWithoutScrolling(next);
    const field = this.focusesError && shadowRoot?.querySelector('.error')?.closest<HTMLElement>('.field');
    this.focusesError = false;
    if (field) (field.querySelector<HTMLElement>('input:checked') ?? field.querySelector<HTMLElement>('input,select') ?? field).focus();
    // The focused control has disappeared. A focus elsewhere on the page stays.
    else if (this.hadFocus && !this.focused) focusWithoutScrolling(shadowRoot?.querySelector<HTMLElement>('[part=heading]'));
  }

  render() {
    const { form, panel } = this;
    const { language, tag, direction } = localeAt(this.host, this.locale);
    const texts = withOverrides(textsOf(language), this.texts);
    const isLoading = form.message?.text === 'loading';
    return (
      <div class="frame" part="frame" key="frame" lang={tag} dir={direction}>
        <div role="heading" aria-level={headingLevel(this.headingLevel)} part="heading" key="heading" tabindex="-1">
          {texts.heading}
        </div>
        {form.fields.map((field, at) =>
          renderField({ form, field, at, texts, onChoose: (valueIn) => this.edit(choose(this.form, field, valueIn(this.form))) }),
        )}
        {isLoading && (
          <div class="waiting fields" key="loading" aria-hidden="true">
            <span class="spinner" part="spinner"></span>
            <p>{texts.loading}</p>
          </div>
        )}
        {form.isPartial && (
          <p class="hint" key="partial">
            {texts.unknown}
          </p>
        )}
        {renderState(form, panel, texts, tag, this.leftMs, {
          retry: () => void this.load(),
          discard: () => this.discard(),
          save: () => void this.save(),
        })}
        {renderConnection(panel, isLoading || form.fields.length > 0, texts, tag, {
          ask: (action) => this.ask(action),
          act: (action) => void this.act(action),
        })}
      </div>
    );
  }

  private get address(): string {
    return serviceAddress(this.apiUrl, 'widget.js');
  }

  private get focused(): Element | null | undefined {
    return this.host.shadowRoot?.activeElement;
  }

  private async load(): Promise<void> {
    this.session.abort();
    const { signal } = (this.session = new AbortController());
    this.form = reset(this.form);
    this.panel = emptyPanel;
    if (!trimmedText(this.token)) return;
    void this.loadConnection(signal);
    return this.read(signal, loaded);
  }

  private async read(signal: AbortSignal, next: typeof updated): Promise<void> {
    const response = await this.send({ method: 'GET', path, signal }).catch(() => null);
    if (response && !signal.aborted) this.show(next(response, this.form));
  }

  /** Failures leave the panel out; the form works without it. */
  private async loadConnection(signal: AbortSignal): Promise<void> {
    const response = await this.send({ method: 'GET', path: connectionPath, signal }).catch(() => null);
    if (response && !signal.aborted) this.panel = { ...this.panel, connection: connectionOf(response) };
  }

  private async send(given: Omit<ServiceRequest, 'token'>): Promise<ServiceResponse> {
    const token = trimmedText(this.token);
    const response = await request(this.address, { ...given, token });
    if (response.status === 401 && token !== this.refusedToken && !given.signal.aborted) {
      this.refusedToken = token;
      this.announce('service-token-refused', {});
    }
    return response;
  }

  private edit(form: ConfigurationForm): void {
    this.form = form;
    this.panel = { ...this.panel, message: null };
  }

  private discard(): void {
    this.edit(discard(this.form));
    // Only the service knows what is stored.
    if (this.form.unconfirmed.size > 0 && !this.form.sent) void this.load();
  }

  /** Null: cancels the question. */
  private ask(action: ConnectionAction | null): void {
    this.focusNext = action ? '.asking' : `#${this.panel.asking ?? ''}`;
    this.panel = { ...this.panel, asking: action, message: null };
  }

  private async act(action: ConnectionAction): Promise<void> {
    const { connection, doing } = this.panel;
    const { signal } = this.session;
    if (doing) return;
    this.panel = { ...this.panel, doing: action, message: null };
    // A signal of its own, like a save.
    const response = await this.send({ ...requestOf[action], signal: new AbortController().signal });
    if (signal.aborted) return;
    if (!isDone(response)) {
      this.panel = refused(this.panel, response);
      // The status and its reason may have changed.
      return this.loadConnection(signal);
    }
    this.announce(eventOf[action], { connection_id: connection?.id });
    if (action !== 'uninstall') return this.load();
    this.form = { ...loading, message: say('removed') };
    this.panel = { ...emptyPanel, connection: null };
  }

  private async save(): Promise<void> {
    const form = startSaving(this.form);
    if (form === this.form) return;
    this.edit(form);
    this.focusesError = form.errors.size > 0;
    if (!form.sent) return;
    const { signal } = this.session;
    const body = { configuration: Object.fromEntries(form.sent) };
    // A signal of its own: removing the element or changing the token does not cancel a save.
    const response = await this.send({ method: 'PATCH', path, body, etag: form.etag, signal: new AbortController().signal });
    if (signal.aborted) return;
    this.show(saved(this.form, response));
    // New values mean that the save has succeeded.
    if (this.form.values !== form.values)
      this.announce('service-configuration-saved', { configuration: Object.fromEntries(this.form.values) });
    else if (this.form.message?.text === 'changed') await this.read(signal, updated);
    else this.focusesError = this.form.errors.size > 0 && (!!this.focused || document.activeElement === document.body);
  }

  private show(form: ConfigurationForm): void {
    this.form = form;
    const end = performance.now() + (form.message?.waitMs ?? 0);
    const count = () => {
      // Another message has replaced this one.
      if (this.form.message !== form.message) return;
      this.leftMs = end - performance.now();
      if (this.leftMs > 0) setTimeout(count, this.leftMs % 1_000 || 1_000);
      else this.form = released(this.form);
    };
    if (form.isThrottled) count();
  }

  private announce(type: string, detail: object): void {
    this.pendingEvents.push([type, detail]);
    this.fireEvents();
  }

  /** Outside the page, events wait until the element is back. */
  private fireEvents(): void {
    if (!this.host.isConnected) return;
    for (const [type, detail] of this.pendingEvents.splice(0))
      this.host.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

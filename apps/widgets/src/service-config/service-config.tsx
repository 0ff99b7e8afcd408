import { Component, Element, h, Prop, State } from '@stencil/core';
import { localeAt, observeLanguage } from '../language/language';
import { withOverrides } from '../language/text-overrides';
import { focusWithoutScrolling } from '../page/focus';
import { trimmedText } from '../page/trimmed-text';
import { request } from '../service/request';
import { serviceAddress } from '../service/service-address';
import { textsOf, type ConfigTexts } from './config-texts';
import { choose, discard, loaded, released, reset, saved, startSaving, withoutToken, type ConfigurationForm } from './configuration-form';
import { renderField } from './render-field';
import { renderState } from './render-state';

const path = '/api/widget/configuration';

/**
 * Shows and changes the settings of a connection. Each successful save fires `service-configuration-saved` with `{configuration}`:
 * everything that is stored now.
 *
 * Parts: frame, heading, field, option, notice, spinner, button, button-secondary.
 */
@Component({ tag: 'service-config', styleUrls: ['../style/frame.css', 'service-config.css'], shadow: true })
export class ServiceConfig {
  @Element() host: HTMLElement;

  /** The access token of the connection. A property only: the element writes it nowhere. */
  @Prop() token?: string;
  /** Address of the service. Default: the origin of the script. */
  @Prop() apiUrl?: string;
  /** BCP 47. Default: the language of the page. */
  @Prop() locale?: string;
  /** Overrides of single texts, by key. */
  @Prop() texts?: Partial<ConfigTexts>;

  @State() form: ConfigurationForm = withoutToken;
  /** The rest of `Retry-After`. */
  @State() leftMs = 0;

  /** Aborted when the token or the address changes, so that late responses are ignored. */
  private session = new AbortController();
  private loadedFor = '';
  private hadFocus = false;
  private focusesError = false;
  /** A save succeeded while the element was outside the page. */
  private hasPendingEvent = false;
  private readonly langObserver = new MutationObserver(() => (this.form = { ...this.form }));

  connectedCallback() {
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
    if (key !== this.loadedFor) void this.load();
    this.loadedFor = key;
    this.hadFocus = !!this.focused;
  }

  componentDidRender() {
    if (this.hasPendingEvent) this.announce();
    const { shadowRoot } = this.host;
    const field = this.focusesError && shadowRoot?.querySelector('.error')?.closest<HTMLElement>('.field');
    this.focusesError = false;
    if (field) (field.querySelector<HTMLElement>('input:checked') ?? field.querySelector<HTMLElement>('input,select') ?? field).focus();
    // The focused control has disappeared. A focus elsewhere on the page stays.
    else if (this.hadFocus && !this.focused) focusWithoutScrolling(shadowRoot?.querySelector('h2'));
  }

  render() {
    const { form } = this;
    const { language, tag, direction } = localeAt(this.host, this.locale);
    const texts = withOverrides(textsOf(language), this.texts);
    return (
      <div class="frame" part="frame" key="frame" lang={tag} dir={direction}>
        <h2 part="heading" key="heading" tabindex="-1">
          {texts.heading}
        </h2>
        {form.fields.map((field, at) =>
          renderField({ form, field, at, texts, onChoose: (value) => (this.form = choose(this.form, field, value)) }),
        )}
        {form.isPartial && (
          <p class="hint" key="partial">
            {texts.unknown}
          </p>
        )}
        {renderState(form, texts, tag, this.leftMs, {
          retry: () => void this.load(),
          discard: () => this.discard(),
          save: () => void this.save(),
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
    const token = trimmedText(this.token);
    this.form = reset(this.form, !!token);
    this.hasPendingEvent = false;
    if (!token) return;
    const response = await request(this.address, { method: 'GET', path, token, signal }).catch(() => null);
    if (response && !signal.aborted) this.show(loaded(response, this.form.chosen));
  }

  private discard(): void {
    this.form = discard(this.form);
    // Only the service knows what is stored.
    if (this.form.unconfirmed.size > 0 && !this.form.sent) void this.load();
  }

  private async save(): Promise<void> {
    const form = startSaving(this.form);
    if (form === this.form) return;
    this.form = form;
    this.focusesError = form.errors.size > 0;
    if (!form.sent) return;
    const { signal } = this.session;
    const body = { configuration: Object.fromEntries(form.sent) };
    // A signal of its own: removing the element or changing the token does not cancel a save.
    const response = await request(this.address, {
      method: 'PATCH',
      path,
      token: trimmedText(this.token),
      body,
      signal: new AbortController().signal,
    });
    if (signal.aborted) return;
    this.show(saved(this.form, response));
    // New values mean that the save has succeeded.
    if (this.form.values !== form.values) this.announce();
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

  /** Outside the page, the event waits until the element is back. */
  private announce(): void {
    this.hasPendingEvent = !this.host.isConnected;
    if (this.hasPendingEvent) return;
    const detail = { configuration: Object.fromEntries(this.form.values) };
    this.host.dispatchEvent(new CustomEvent('service-configuration-saved', { detail, bubbles: true, composed: true }));
  }
}

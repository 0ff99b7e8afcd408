import { html, type Html } from './html';
import { tokenUse, type Credential, type Route } from './reference-route';

/** `every`: without cookies. `reads`: only what changes nothing, with the session that the browser may have. */
export type TryIt = 'every' | 'reads';

const maxBodyLength = 100_000;

function bodyField({ operation: { requestBody } }: Route): Html {
  const [content] = Object.values(requestBody?.content ?? {});
  if (!content) return html``;
  const example = Object.values(content.examples ?? {})[0]?.value;
  const text = example === undefined ? '' : JSON.stringify(example, null, 2);
  return html`<label
    >Body, JSON
    <textarea name="body" rows="${text.split('\n').length + 1}" maxlength="${maxBodyLength}" spellcheck="false">${text}</textarea>
  </label>`;
}

/** A form that reference.browser.js shows and sends. Its response appears below it. */
export function tryForm(route: Route, { name }: Credential, tryIt: TryIt): Html {
  const { method, path, operation } = route;
  if (tryIt === 'reads' && method !== 'GET') return html``;
  const fields = (operation.parameters ?? []).map(
    (one) =>
      html`<label
        >${one.name}${one.required === true ? '' : html` <span class="quiet">optional</span>`}
        <input
          name="${one.name}"
          data-in="${one.in}"
          maxlength="2000"
          autocomplete="off"
          spellcheck="false"
          ${one.required === true ? 'required' : ''}
      /></label>`,
  );
  const use = tokenUse(operation);
  const choice = html`<label class="choice"><input type="checkbox" name="token" /> Send the ${name.toLowerCase()}</label>`;
  return html`<details class="try" hidden>
    <summary>Try it</summary>
    <form data-method="${method}" data-path="${path}" data-token="${use}" data-credentials="${tryIt === 'reads' ? 'same-origin' : 'omit'}">
      ${fields} ${bodyField(route)} ${use === 'optional' ? choice : ''}
      <button>Send ${method}</button>
      <p role="status"></p>
      <div class="result"></div>
    </form>
  </details>`;
}

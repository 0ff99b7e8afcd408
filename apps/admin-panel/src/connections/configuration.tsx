import type { ConfigurationForm, FullConnection } from '../api/representations';
import { useTagged } from '../data/use-reads';
import { saidIn } from '../language/service-texts';
import { useLanguage, useText } from '../language/use-language';
import type { Action, Fields } from '../ui/action';
import { ActionButton } from '../ui/action-button';
import { Facts } from '../ui/facts';
import { Loaded } from '../ui/loaded';
import { changedFields, draftOf, fieldError, inWords, shownConfiguration, type ConfigurationDraft } from './configuration-draft';
import { ConfigurationInput } from './configuration-input';

interface Configured {
  connection: FullConnection;
  form: ConfigurationForm;
  /** Of the stored values that the form shows. */
  entityTag: string | null;
}

/** The form of the configuration widget. Sends only what was changed here. */
const changeConfiguration: Action<Configured, { draft: ConfigurationDraft }> = {
  label: 'configuration.change',
  title: ({ t }, { connection: { name } }) => t('configuration.title', { name }),
  text: 'configuration.text',
  confirm: 'save',
  done: 'configuration.saved',
  start: ({ form }) => ({ draft: draftOf(form) }),
  Fields: ConfigurationFields,
  request: ({ connection: { id }, form, entityTag }, { draft }) => {
    const configuration = changedFields(form, draft);
    // A save derives rules again and is in the audit log, so there must be something to save.
    return Object.keys(configuration).length === 0 ? null : ['PATCH', `connections/${id}/configuration`, { configuration }, entityTag];
  },
};

/** The form in the language of the panel; in English if there are no texts for a field of it. */
function useForm(form: ConfigurationForm) {
  const { language } = useLanguage();
  const fields = form.schema?.fields ?? [];
  const translated = inWords(fields, (text) => saidIn(language, text));
  return { fields: translated ?? fields, lang: translated ? language : 'en' };
}

function ConfigurationFields({ subject: { form }, typed: { draft }, set, errors }: Fields<Configured, { draft: ConfigurationDraft }>) {
  const { fields, lang } = useForm(form);
  return (
    <div className="form" lang={lang}>
      {fields.map((field) => (
        <ConfigurationInput
          key={field.name}
          field={field}
          error={fieldError(errors, field.name)}
          chosen={draft[field.name] ?? []}
          onChoose={(values) => set({ draft: { ...draft, [field.name]: values } })}
        />
      ))}
    </div>
  );
}

function Chosen({ form }: { form: ConfigurationForm }) {
  const t = useText();
  const { fields, lang } = useForm(form);
  const chosen = shownConfiguration({ schema: { fields }, configuration: form.configuration });
  return (
    <div lang={lang}>
      <Facts of={chosen.map(({ label, values }) => [label, values.join(', ') || t('none')] as const)} />
    </div>
  );
}

/** What the customer has chosen, in the words of the form in which it was chosen. */
export function Configuration({ connection }: { connection: FullConnection }) {
  const t = useText();
  const query = useTagged<ConfigurationForm>(`connections/${connection.id}/configuration`);
  return (
    <section className="card">
      <h2>{t('connection.configuration')}</h2>
      <Loaded query={query} isQuiet>
        {({ value: form, entityTag }) =>
          form.schema ? (
            <>
              <Chosen form={form} />
              {connection.status !== 'inactive' && (
                <div className="buttons">
                  <ActionButton action={changeConfiguration} of={{ connection, form, entityTag }} />
                </div>
              )}
            </>
          ) : (
            <p className="empty">{t('connection.noConfiguration')}</p>
          )
        }
      </Loaded>
    </section>
  );
}

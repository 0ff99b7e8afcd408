import type { ReactNode } from 'react';
import type { FailureKind } from '../api/api-failure';
import { useLanguage, type LanguageState, type Values } from '../language/use-language';
import type { TextKey } from '../language/language';

/** A text that names members of the subject, such as `{name}`, or one that is put together. */
type Say<Subject> = TextKey | ((language: LanguageState, subject: Subject) => string);

export interface Refusal {
  /** Into the request, as the service would name the field. */
  pointer: string;
  text: TextKey;
}

/** What the fields of a dialog get. */
export interface Fields<Subject, Typed> {
  subject: Subject;
  typed: Typed;
  set: (part: Partial<Typed>) => void;
  /** Why a field was refused, by its pointer into the request. */
  errors: Readonly<Record<string, string>>;
}

/**
 * What a user may do to a subject: a button, the question that it asks, and the request. Afterwards the panel reads again everything that it
 * shows. `Typed`: what the fields hold. Methods, so that actions with different fields fit into one table.
 */
export interface Action<Subject, Typed extends object = object, Response = unknown> {
  /** On the button that offers it. */
  label: Say<Subject>;
  /** Of the dialog. Without one the request is made at once: it destroys nothing. */
  title?: Say<Subject>;
  text?: Say<Subject>;
  /** On the button that does it; that of `label` if absent. */
  confirm?: Say<Subject>;
  /** Announced afterwards. May name members of the subject, of what was typed and of the response. */
  done?: TextKey;
  isDangerous?: boolean;
  /** What the fields hold at first. */
  start?(subject: Subject): Typed;
  Fields?(fields: Fields<Subject, Typed>): ReactNode;
  /** What the panel refuses itself: at a field, or with the pointer '' below all of them. */
  check?(subject: Subject, typed: Typed): Refusal | null;
  /** Asks why, for the audit log. The request carries it. */
  needsReason?: boolean;
  /** Asks the users again who they are. The request carries it. */
  needsProof?(subject: Subject, typed: Typed): boolean;
  /** Null: there is nothing to do. */
  request(subject: Subject, typed: Typed): readonly [method: string, path: string, body?: object, ifMatch?: string | null] | null;
  /** Texts for failures that mean something special here. */
  refusals?: Partial<Record<FailureKind, TextKey>>;
  /** Follows on the question and shows what the service says only once. */
  Result?(result: { subject: Subject; response: Response; onClose: () => void }): ReactNode;
  /** The screen to go to afterwards. */
  leadsTo?: string;
}

/** The texts of actions in the chosen language. */
export function useSay() {
  const language = useLanguage();
  return <Subject>(text: Say<Subject>, subject: Subject) =>
    typeof text === 'function' ? text(language, subject) : language.t(text, subject as Values);
}

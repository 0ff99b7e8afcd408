import { Fragment, type ReactNode } from 'react';

/** A text with elements, such as links, in the place of `{name}`. */
export function Sentence({ text, of }: { text: string; of: Readonly<Record<string, ReactNode>> }) {
  return text.split(/\{(\w+)\}/).map((part, place) => <Fragment key={place}>{place % 2 === 0 ? part : of[part]}</Fragment>);
}

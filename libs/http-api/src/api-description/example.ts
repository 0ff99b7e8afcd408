import type { OpenAPIObject } from '@nestjs/swagger';

/** What a value is on the wire: an instant is text. */
export type Wire<T> = T extends Date ? string : T extends object ? { [Name in keyof T]: Wire<T[Name]> } : T;

interface Content {
  schema?: { $ref?: string; properties?: { data?: { items?: { $ref?: string } } } };
  examples?: object;
}

interface Body {
  content?: Record<string, Content>;
}

interface Operation {
  requestBody?: Body;
  responses: Record<string, Body>;
}

/** By the name of the class, as the description names its schema. */
const examples = new Map<string, object>();

/** Class decorator: an instance as it is sent. API descriptions show it wherever a body or a response is of the class, or a page of it. */
export function Example<T extends object>(value: Wire<T>): (described: new () => T) => void {
  return ({ name }) => void examples.set(name, value as object);
}

/** Gives every JSON body and response without an example that of its class. */
export function addExamples(paths: OpenAPIObject['paths']): void {
  for (const { requestBody, responses } of Object.values(paths).flatMap((item) => Object.values(item as Record<string, Operation>)))
    for (const body of [requestBody, ...Object.values(responses)]) {
      const content = body?.content?.['application/json'];
      const value = content && !content.examples && exampleOf(content);
      if (value) content.examples = { example: { summary: 'An example', value } };
    }
}

function exampleOf({ schema }: Content): object | undefined {
  const item = named(schema?.properties?.data?.items?.$ref);
  return item ? { data: [item], next_cursor: null } : named(schema?.$ref);
}

function named(reference: string | undefined): object | undefined {
  return examples.get(reference?.split('/').at(-1) ?? '');
}

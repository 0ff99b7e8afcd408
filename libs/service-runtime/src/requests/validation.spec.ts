import { Type } from 'class-transformer';
import { ArrayUnique, IsArray, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import type { Problem } from '../problems/problem';
import { validated } from './validation';

class Input {
  @IsString()
  @IsNotEmpty()
  @MaxLength(5)
  name = 'x';

  @IsInt()
  @Min(1)
  @Max(200)
  limit = 50;

  @IsOptional()
  @IsArray()
  @ArrayUnique()
  @IsIn(['a', 'b'], { each: true })
  kinds?: string[];
}

class Inner {
  @IsString()
  base_url: string;
}

class Outer {
  @IsString()
  system_slug: string;

  @IsInt()
  tax: number;

  @ValidateNested()
  @Type(() => Inner)
  shop = new Inner();
}

const errorsOf = async (value: unknown, input: new () => object = Input) =>
  (await validated(input, value).then(
    () => [],
    (problem: Problem) => problem.extras.errors,
  )) ?? [];

const oneOf = 'each value in kinds must be one of the following values: a, b';

describe('errors[] names the broken rule and points to the invalid value', () => {
  it.each<[string, object, Record<string, string>]>([
    ['missing', { name: undefined }, { '/name': 'name must be a string' }],
    ['null', { name: null }, { '/name': 'name must be a string' }],
    ['of the wrong type', { name: 1, limit: 'abc' }, { '/name': 'name must be a string', '/limit': 'limit must be an integer number' }],
    [
      'a list instead of a single value',
      { name: ['x'], limit: [1] },
      { '/name': 'name must be a string', '/limit': 'limit must be an integer number' },
    ],
    ['empty', { name: '' }, { '/name': 'name should not be empty' }],
    ['too long', { name: '123456' }, { '/name': 'name must be shorter than or equal to 5 characters' }],
    ['too large', { limit: 201 }, { '/limit': 'limit must not be greater than 200' }],
    ['too small', { limit: 0 }, { '/limit': 'limit must not be less than 1' }],
    ['not a list', { kinds: 'a' }, { '/kinds': 'kinds must be an array' }],
    ['an unknown element', { kinds: ['x'] }, { '/kinds/0': oneOf }],
    ['several unknown elements', { kinds: ['a', 'x', 'b', 7, null] }, { '/kinds/1': oneOf, '/kinds/3': oneOf, '/kinds/4': oneOf }],
    ['duplicate elements', { kinds: ['a', 'a'] }, { '/kinds': "All kinds's elements must be unique" }],
    ['valid', { name: 'x', limit: 200, kinds: ['b', 'a'] }, {}],
  ])('%s', async (_, value, expected) => {
    const errors = await errorsOf(value);
    expect(errors).toHaveLength(Object.keys(expected).length);
    expect(Object.fromEntries(errors.map(({ pointer, detail }) => [pointer, detail]))).toEqual(expected);
  });
});

describe('a missing member', () => {
  const complete = { system_slug: 'x', tax: 1, shop: { base_url: 'x' } };
  const typed = 'system_slug must be a string';

  it.each<[string, object, Record<string, string>]>([
    ['of which a misspelling was sent', { sytem_slug: 'x' }, { '/system_slug': 'system_slug is missing; did you mean sytem_slug?' }],
    ['in another case', { systemSlug: 'x' }, { '/system_slug': 'system_slug is missing; did you mean systemSlug?' }],
    [
      'of which the nearest of several was sent',
      { stem_slug: '', system_slg: '' },
      { '/system_slug': 'system_slug is missing; did you mean system_slg?' },
    ],
    [
      'of an inner object',
      { system_slug: 'x', shop: { base_uri: 'x' } },
      { '/shop/base_url': 'base_url is missing; did you mean base_uri?' },
    ],
    ['of which nothing near was sent', { slug: 'x' }, { '/system_slug': typed }],
    [
      'that is short, and another short one was sent',
      { system_slug: 'x', tax: undefined, fee: 1 },
      { '/tax': 'tax must be an integer number' },
    ],
    ['that is null, not missing', { system_slug: null, sytem_slug: 'x' }, { '/system_slug': typed }],
    [
      'beside thousands of others',
      { ...Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`member_${at}`, 1])) },
      { '/system_slug': typed },
    ],
  ])('%s', async (_, sent, expected) => {
    const value = { ...complete, system_slug: undefined, ...sent };
    const errors = await errorsOf(value, Outer);
    expect(Object.fromEntries(errors.map(({ pointer, detail }) => [pointer, detail]))).toEqual(expected);
  });
});

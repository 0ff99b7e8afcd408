import { ArrayUnique, IsArray, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
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

const errorsOf = async (value: unknown) =>
  (await validated(Input, value).then(
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

/**
 * What a schema says to those who generate code from the OpenAPI document, and validation does not ask for.
 *
 * A schema with a `title` is published once, as the component of that name, and referred to everywhere else.
 */
import Type, { type TSchema } from 'typebox';

/** The keyword of what a component means at one place, beside what it means everywhere. The document has it beside the reference. */
export const HERE = 'x-here';

/** The same schema, with what it means at this place. */
export const here = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.With(schema, { [HERE]: description });

/** What a number counts; published as `x-unit`. */
export const unit = (name: 'seconds' | 'meters' | 'degrees' | 'money' | 'credits' | 'days') => ({
  'x-unit': name,
});

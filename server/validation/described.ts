/**
 * Keywords of schemas that are only for the OpenAPI document and for code generated from it; validation ignores them.
 *
 * A schema with a `title` is published once, as the component of that name, and referenced everywhere else.
 */
import Type, { type TSchema } from 'typebox';

/** The keyword with the description of a component at one place. In the document it stands beside the reference. */
export const HERE = 'x-here';

/** Returns the same schema with a description for this place. */
export const here = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.With(schema, { [HERE]: description });

/** Returns the keyword for the unit of a number, published as `x-unit`. */
export const unit = (name: 'seconds' | 'meters' | 'degrees' | 'money' | 'credits' | 'days') => ({
  'x-unit': name,
});

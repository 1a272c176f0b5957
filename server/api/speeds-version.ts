/** The schema of the version of live speeds in answers. */
import Type from 'typebox';

export const speedsVersionSchema = Type.String({
  description: 'The version of the live speeds used; absent if there are none.',
});

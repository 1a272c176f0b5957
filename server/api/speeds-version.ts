/** The schema of the version of live speeds in answers. */
import Type from 'typebox';

export const speedsVersionSchema = Type.String({
  description: 'The live speeds that the costs have; absent where none are in force.',
});

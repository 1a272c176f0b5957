/** What live speeds are called, as answers have it. */
import Type from 'typebox';

export const speedsVersionSchema = Type.String({
  description: 'The live speeds that the costs have; absent where none are in force.',
});

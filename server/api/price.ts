/** The price of a request: the answer of the price endpoints, and of requests with `dry_run=true`. */
import Type from 'typebox';
import { unit } from '../validation/index.js';
import { jsonAnswer, type Answer, type DescribedAnswer, type QueryParameter } from './route.js';

export const PRICE_ANSWER: DescribedAnswer = {
  description: 'The price. No credits are charged.',
  contentType: 'application/json',
  schema: Type.Object(
    {
      credits: Type.Integer({
        minimum: 0,
        description: 'The price in credits.',
        ...unit('credits'),
      }),
    },
    { title: 'Price', description: 'The price of a request.' },
  ),
};

export const priceAnswer = (credits: number): Answer => jsonAnswer(200, { credits });

/** Described in words only: generated code uses the price endpoint, whose answer has its own type. */
export const DRY_RUN: QueryParameter = {
  name: 'dry_run',
  description: 'true: validate and answer `{credits}` without computing or charging.',
  schema: Type.Enum(['true', 'false']),
  isInWords: true,
};

export const DRY_RUN_IN_WORDS =
  'With the query parameter `dry_run=true`, the request is only validated and priced, and the response is that of the price endpoint.';

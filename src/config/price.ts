import type { Price } from '../conversation/usage.ts'
import { matching, type VariableRule, type VariableValues } from './kinds.ts'

// Settings for the model's price, used to show costs.

const amount = matching(/^\d{1,6}(\.\d{1,6})?$/, 'a price per million tokens, such as 0.40').transform(Number)

export const priceVariables = {
  PRICE_INPUT: amount.optional(),
  PRICE_OUTPUT: amount.optional(),
  PRICE_CURRENCY: matching(/^[\p{L}\p{Sc}]{1,8}$/u, 'a currency, such as USD').default('USD'),
}

export const priceRules: readonly VariableRule[] = [
  ({ PRICE_INPUT, PRICE_OUTPUT }) =>
    Boolean(PRICE_INPUT) !== Boolean(PRICE_OUTPUT) &&
    'PRICE_INPUT and PRICE_OUTPUT belong together: set both to the price of a million tokens read and written, or neither.',
]

export function parsePrice({
  PRICE_INPUT: input,
  PRICE_OUTPUT: output,
  PRICE_CURRENCY: currency,
}: VariableValues<typeof priceVariables>): Price | undefined {
  return input === undefined || output === undefined ? undefined : { input, output, currency }
}

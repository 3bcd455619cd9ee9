import { z } from 'zod'

// Kinds of values that variables of the environment take. The message of every check is what is accepted.

export const text = z.string()

export const matching = (pattern: RegExp, accepts: string) => text.regex(pattern, { error: accepts, abort: true })

export function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, { error: `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` })
}

export function wholeNumber(from: number, to: number, unit = '') {
  const accepts = `a whole number${unit && ` of ${unit}`} from ${from} to ${to}`
  const fits = (value: string) => /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to
  return text.refine(fits, { error: accepts, abort: true }).transform(Number)
}

const hasProtocol = (value: string, protocols: readonly string[]) => URL.canParse(value) && protocols.includes(new URL(value).protocol)

export const address = (protocols: readonly string[], example: string) =>
  text.refine((value) => hasProtocol(value, protocols), { error: `an address such as ${example}`, abort: true })

export const isHttpAddress = (value: string) => hasProtocol(value, ['http:', 'https:'])

export const httpAddress = (example: string) => address(['http:', 'https:'], example).transform((value) => value.replace(/\/+$/, ''))

export const listed = (value: string) => value.split(',').map((one) => one.trim())

export const clockTime = '([01]\\d|2[0-3]):[0-5]\\d'

/** Said of a kind, after all else: its value is never shown. For keys, and for addresses that can hold a password. */
export const secret = { secret: true } as const

export const isSecret = (kind: z.ZodType): boolean => kind.meta()?.['secret'] === true

/** The variables that are set, as they were written. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Looks whether variables that need each other are there together, and gives the problem if they are not.
 * Sees what is set and not what it means, so it says something whatever else is wrong.
 */
export type VariableRule = (given: Environment) => string | false | undefined

/** The values of some variables, each in its own type. */
export type VariableValues<Variables extends z.core.$ZodShape> = z.infer<z.ZodObject<Variables>>

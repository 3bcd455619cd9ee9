import { z } from 'zod'

// Types of environment variables. The error message of every check states what is accepted.

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

export const hostToListenOn = matching(/^[\w.:-]+$/, 'a host name or an IP address to listen on')

const hasProtocol = (value: string, protocols: readonly string[]) => URL.canParse(value) && protocols.includes(new URL(value).protocol)

export const address = (protocols: readonly string[], example: string) =>
  text.refine((value) => hasProtocol(value, protocols), { error: `an address such as ${example}`, abort: true })

export const isHttpAddress = (value: string) => hasProtocol(value, ['http:', 'https:'])

export const httpAddress = (example: string) => address(['http:', 'https:'], example).transform((value) => value.replace(/\/+$/, ''))

export const splitList = (value: string) => value.split(',').map((one) => one.trim())

export const clockTime = '([01]\\d|2[0-3]):[0-5]\\d'

/** Marks variables whose values are never printed: keys, and addresses that may contain a password. */
export const secret = { secret: true } as const

export const isSecret = (kind: z.ZodType): boolean => kind.meta()?.['secret'] === true

/** The variables before they are parsed. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Checks that dependent variables are set together. Returns the problem if they are not. It sees the unparsed values, so it works even if
 * other variables are invalid.
 */
export type VariableRule = (environment: Environment) => string | false | undefined

/** The parsed values of some variables. */
export type VariableValues<Variables extends z.core.$ZodShape> = z.infer<z.ZodObject<Variables>>

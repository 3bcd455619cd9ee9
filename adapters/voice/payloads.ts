import { createHash } from 'node:crypto'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import { type CallerClaim, tokenVariable } from '../../src/core/ports/calls.ts'
import type { CallTurn, InboundCall } from '../../src/core/ports/platform.ts'

export const platformName = 'voice'

type Fields = Readonly<Record<string, unknown>>

/** Every field may be missing, null or of another type. Such a field counts as absent, and the rest is stored. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

/** The seconds of a point in time or of a duration. Undefined if it makes no sense. */
function secondsOf(value: unknown, most: number): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof seconds === 'number' && seconds >= 0 && seconds <= most ? seconds : undefined
}

/** The end of the year 2099. */
const latestSeconds = 4_102_444_799
const longestCallSeconds = 48 * 3_600

/** Returns a number in E.164, or undefined if it is none. */
function parsePhoneNumber(value: unknown): string | undefined {
  const digits = /^\+?([1-9]\d{5,14})$/.exec((textOf(value) ?? '').replace(/[\s()./-]+/g, ''))?.[1]
  return digits && `+${digits}`
}

/** Reads who calls from the question how to begin a call. */
export function parseClaim(body: unknown): CallerClaim {
  const fields = fieldsOf(body)
  const token = textOf(fields[tokenVariable]) ?? textOf(fieldsOf(fields['dynamic_variables'])[tokenVariable])
  const number = parsePhoneNumber(fields['caller_id'])
  return { ...(token && { token }), ...(number && { number }) }
}

/** Reads a finished call from the `data` of a webhook, or from a conversation of the API. `receivedAt` stands in for a missing time. */
export function parseCall(conversation: unknown, receivedAt: Date): InboundCall {
  const data = fieldsOf(conversation)
  const metadata = fieldsOf(data['metadata'])
  const variables = fieldsOf(fieldsOf(data['conversation_initiation_client_data'])['dynamic_variables'])
  const seconds = secondsOf(metadata['call_duration_secs'], longestCallSeconds)
  const started = secondsOf(metadata['start_time_unix_secs'], latestSeconds) || receivedAt.getTime() / 1_000 - (seconds ?? 0)
  const token = textOf(variables[tokenVariable])
  const number = parsePhoneNumber(fieldsOf(metadata['phone_call'])['external_number']) ?? parsePhoneNumber(variables['system__caller_id'])
  return {
    type: 'call',
    platform: platformName,
    id: (textOf(data['conversation_id'])?.slice(0, 200) ?? `call_${hashOf(data)}`) as PlatformMessageId,
    startedAt: new Date(Math.round(started * 1_000)),
    ...(seconds !== undefined && { seconds: Math.round(seconds) }),
    ...(token && { token }),
    ...(number && { number }),
    turns: parseTurns(data['transcript']),
  }
}

/** A call without an id is recognized by its content. */
const hashOf = (data: Fields) => createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 32)

function parseTurns(transcript: unknown): CallTurn[] {
  let offset = 0
  return (Array.isArray(transcript) ? transcript : []).flatMap((entry: unknown): CallTurn[] => {
    const turn = fieldsOf(entry)
    offset = secondsOf(turn['time_in_call_secs'], longestCallSeconds) ?? offset
    const text = textOf(turn['message'])
    // Turns without a known speaker are not attributed to the user.
    return text === undefined ? [] : [{ role: turn['role'] === 'user' ? 'user' : 'assistant', text, offset }]
  })
}

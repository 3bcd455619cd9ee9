import { z } from 'zod'
import { InputError } from '../core/domain/errors.ts'
import { parseDayLabel } from '../core/ports/clock.ts'

// Any id that fits the column is accepted. If it does not exist, the request fails with "not found".
const idArgument = z.int('a whole number').min(1, 'a number of at least 1').max(2_147_483_647, 'the id of a message or a day')

/** A calendar date. */
export const dayArgument = z.string().refine((text) => parseDayLabel(text) !== undefined, 'a date written YYYY-MM-DD')

/** The arguments of conversation.get. Both the model's tool and the page use these names. */
export const getInput = z.strictObject({
  message_id: idArgument.optional().describe('With those around it.'),
  from_character: z
    .int('a whole number')
    .min(0, 'at least 0')
    .max(2_000_000_000, 'the from_character of a search result')
    .optional()
    .describe('Where to start.'),
  day: dayArgument.optional().describe('YYYY-MM-DD: its summary.'),
  messages: z.boolean('true or false').optional().describe("The day's messages instead."),
  day_segment_id: idArgument.optional().describe('A day. Returns its summary, or its messages if other arguments are given.'),
  from_message_id: idArgument.optional().describe('The first message of the day to return.'),
  to_message_id: idArgument.optional().describe('The last message of the day to return.'),
  before_message_id: idArgument.optional(),
  after_message_id: idArgument.optional(),
  limit: z.int('a whole number').min(1, 'at least 1').max(30, 'at most 30').default(30),
})

export type GetInput = z.input<typeof getInput>
export type ParsedGetInput = z.output<typeof getInput>

/** Checks the arguments. Throws InputError with one sentence that names the invalid argument and says what it accepts. */
export function parseGetInput(input: GetInput): ParsedGetInput {
  const parsed = getInput.safeParse(input)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    if (issue?.code === 'unrecognized_keys') throw new InputError(`There is no argument "${issue.keys.join('", "')}" for getting messages.`)
    throw new InputError(`"${issue?.path.join('.')}" is not valid: expected ${issue?.message ?? 'another value'}.`)
  }
  const { message_id, from_character, day, messages, day_segment_id, from_message_id, to_message_id, before_message_id, after_message_id } =
    parsed.data
  const hasDay = day !== undefined || day_segment_id !== undefined
  if (!message_id && !hasDay && !before_message_id && !after_message_id)
    throw new InputError('Nothing to get. Give a message_id, a day, before_message_id or after_message_id.')
  if (day && day_segment_id) throw new InputError('Give a day or a day_segment_id, not both.')
  if (message_id && hasDay) throw new InputError('Give a message_id or a day, not both.')
  if (messages && !hasDay) throw new InputError('"messages" needs the day that they belong to.')
  if (from_character !== undefined && !message_id) throw new InputError('"from_character" needs the message_id of its message.')
  if ((from_message_id || to_message_id) && !hasDay) throw new InputError('"from_message_id" and "to_message_id" need their day.')
  return parsed.data
}

/** Returns the same error for another user's data and for data that does not exist. */
export function createNotFoundError(what: string): InputError {
  return new InputError(`not found: there is no such ${what} in this conversation.`)
}

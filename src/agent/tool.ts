import { z } from 'zod'
import { InputError } from '../core/domain/errors.ts'
import type { MessageId } from '../core/domain/ids.ts'
import type { MessageKey } from '../core/messages/messages.ts'
import type { ToolDeclaration } from '../core/ports/chat-model.ts'
import type { MemoryTheme } from '../memory/themes.ts'
import type { AnsweringContext } from '../threads/notified-change.ts'
import type { Scope } from '../threads/scope.ts'
import type { WantedChange } from './own-words.ts'

/** On whose behalf a tool acts. Comes from the turn, never from the model. */
export interface ToolContext extends Scope {
  /** IANA name. */
  readonly timezone: string
  /** From the user's settings. */
  readonly language: string
  readonly now: Date
  /** The messages being answered, which a search must not find. */
  readonly answering?: readonly MessageId[]
  /** The reply that is regenerated, with its tool outputs, which a search must not find either. */
  readonly replaced?: readonly MessageId[]
  /** Called first by tools that write, inside their transaction. See `AnsweringContext`. Absent if nothing may be written. */
  readonly mayWrite?: AnsweringContext['mayWrite']
  /** Throws InputError unless the user's own words ask for a change. Absent if nothing may be written. */
  readonly assertRequested?: (change: WantedChange) => Promise<void>
}

/** What the usefulness of a tool depends on. */
export interface ToolConditions {
  /** The themes of the memory. Undefined if they could not be read. */
  readonly themes: readonly MemoryTheme[] | undefined
  /** The number of open loops. */
  readonly openLoops: number
}

export interface Tool {
  readonly declaration: ToolDeclaration
  /** Whether the tool can be of any use now. If not, it is not shown. Always if absent. */
  readonly isUseful?: (conditions: ToolConditions) => boolean
  /** What the bot is doing while the tool runs, for the user. Names nothing private. If absent, nothing is said. */
  readonly progress?: MessageKey
  /** Takes the model's arguments. Returns output that can be converted to JSON. Throws InputError with a sentence for the model. */
  run(context: ToolContext, args: unknown): Promise<unknown>
}

export interface ToolDefinition<Schema extends z.ZodObject> extends Pick<Tool, 'isUseful' | 'progress'> {
  /** Letters, digits and underscores. */
  readonly name: string
  readonly description: string
  readonly input: Schema
  /** The arguments that a model is shown. It may use the others, too. All if absent. */
  readonly shown?: readonly (keyof z.input<Schema>)[]
  readonly run: (context: ToolContext, input: z.output<Schema>) => Promise<unknown>
}

export function defineTool<Schema extends z.ZodObject>({
  name,
  description,
  input,
  shown,
  isUseful,
  progress,
  run,
}: ToolDefinition<Schema>): Tool {
  const parameters = describeArguments(input, shown)
  return {
    declaration: { name, description, parameters },
    ...(isUseful && { isUseful }),
    ...(progress && { progress }),
    async run(context, args) {
      const parsed = input.safeParse(removeBlankValues(args))
      if (!parsed.success) {
        throw new InputError(`Invalid arguments: ${z.prettifyError(parsed.error)}\nAccepted: ${JSON.stringify(parameters)}`)
      }
      return run(context, parsed.data)
    },
  }
}

/** The keywords of JSON Schema that a model needs. Limits are omitted, because an error states the one that was exceeded. */
const shownKeywords = ['type', 'enum', 'description', 'items'] as const

/** Describes arguments as a small JSON Schema, because it is part of every request. */
function describeArguments<Schema extends z.ZodObject>(input: Schema, shown?: readonly (keyof z.input<Schema>)[]) {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' })
  const names = Object.keys(properties).filter((name) => shown?.includes(name) ?? true)
  const needed = required.filter((name) => names.includes(name))
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, pickKeywords(properties[name])])),
    ...(needed.length > 0 && { required: needed }),
  }
}

function pickKeywords(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(([keyword]) => shownKeywords.some((shown) => shown === keyword))
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, keyword === 'items' ? pickKeywords(value) : value]))
}

/**
 * Returns the context for a change made by a tool, which determines whom to notify. Throws InputError if no message is being answered, or
 * none asks for the change.
 */
export async function toAnsweringContext(context: ToolContext, change: WantedChange): Promise<AnsweringContext> {
  const { userId, threadId, audience, answering, mayWrite, assertRequested } = context
  const last = answering?.at(-1)
  if (last === undefined || !mayWrite || !assertRequested)
    throw new InputError('Nothing can be stored now, because no message is being answered.')
  await assertRequested(change)
  return { scope: { userId, threadId, audience }, answeredMessageId: last, mayWrite }
}

/** Removes arguments that are null or empty. Models fill unused arguments with such values, so they count as omitted. */
function removeBlankValues(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== ''))
}

import { z } from 'zod'
import { InputError } from '../core/domain/errors.ts'
import type { MessageId } from '../core/domain/ids.ts'
import type { MessageKey } from '../core/messages/messages.ts'
import type { ToolDeclaration } from '../core/ports/chat-model.ts'
import type { AnsweringContext } from '../memory/notified-changes.ts'
import type { Scope } from '../threads/scope.ts'

/** On whose behalf a tool acts. Comes from the turn, never from the model. */
export interface ToolContext extends Scope {
  /** IANA name. */
  readonly timezone: string
  /** From the user's settings. */
  readonly language: string
  readonly now: Date
  /** The messages being answered, which a search must not find. */
  readonly answering?: readonly MessageId[]
  /** The reply that is written again, with its tool outputs, which a search must not find either. */
  readonly replaced?: readonly MessageId[]
  /** Called first by tools that write, inside their transaction. See `AnsweringContext`. Absent if nothing may be written. */
  readonly mayWrite?: AnsweringContext['mayWrite']
}

export interface Tool {
  readonly declaration: ToolDeclaration
  /** What the bot is doing while the tool runs, for the user. Names nothing private. If absent, nothing is said. */
  readonly progress?: MessageKey
  /** Takes the model's arguments. Returns output that can be converted to JSON. Throws InputError with a sentence for the model. */
  run(context: ToolContext, args: unknown): Promise<unknown>
}

export interface ToolDefinition<Schema extends z.ZodObject> {
  /** Letters, digits and underscores. */
  readonly name: string
  readonly description: string
  readonly input: Schema
  /** See `Tool`. */
  readonly progress?: MessageKey
  readonly run: (context: ToolContext, input: z.output<Schema>) => Promise<unknown>
}

export function defineTool<Schema extends z.ZodObject>(definition: ToolDefinition<Schema>): Tool {
  const { $schema: _, ...parameters } = z.toJSONSchema(definition.input, { io: 'input' })
  const declaration = { name: definition.name, description: definition.description, parameters }
  return {
    declaration,
    ...(definition.progress && { progress: definition.progress }),
    async run(context, args) {
      const input = definition.input.safeParse(removeBlankValues(args))
      if (!input.success) {
        throw new InputError(`Invalid arguments: ${z.prettifyError(input.error)}\nAccepted: ${JSON.stringify(parameters)}`)
      }
      return definition.run(context, input.data)
    },
  }
}

/** Returns the context for a change made by a tool, which determines whom to notify. Throws InputError if no message is being answered. */
export function toAnsweringContext({ userId, threadId, audience, answering, mayWrite }: ToolContext): AnsweringContext {
  const last = answering?.at(-1)
  if (last === undefined || !mayWrite) throw new InputError('Nothing can be stored now, because no message is being answered.')
  return { scope: { userId, threadId, audience }, answeredMessageId: last, mayWrite }
}

/** Removes arguments that are null or empty. Models fill unused arguments with such values, so they count as omitted. */
function removeBlankValues(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== ''))
}

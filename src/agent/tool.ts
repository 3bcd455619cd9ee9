import { z } from 'zod'
import { InputError } from '../core/domain/errors.ts'
import type { MessageId } from '../core/domain/ids.ts'
import type { ToolDeclaration } from '../core/ports/chat-model.ts'
import type { AnsweringContext } from '../memory/notified-changes.ts'
import type { Scope } from '../threads/scope.ts'

/** Whom a tool works for. It comes from the turn, never from what the model wrote. */
export interface ToolContext extends Scope {
  /** IANA name. */
  readonly timezone: string
  /** As the user's settings have it. */
  readonly language: string
  readonly now: Date
  /** The messages that are being answered: a search for them would find themselves. */
  readonly answering?: readonly MessageId[]
  /** What a tool that writes asks first, in its transaction; see `Told`. Absent where nothing may be written. */
  readonly mayWrite?: AnsweringContext['mayWrite']
}

export interface Tool {
  readonly declaration: ToolDeclaration
  /** Takes arguments as the model wrote them and gives something that JSON can hold. Throws InputError with a sentence for the model. */
  run(context: ToolContext, args: unknown): Promise<unknown>
}

export interface ToolDefinition<Schema extends z.ZodObject> {
  /** Letters, digits and underscores. */
  readonly name: string
  readonly description: string
  readonly input: Schema
  readonly run: (context: ToolContext, input: z.output<Schema>) => Promise<unknown>
}

export function defineTool<Schema extends z.ZodObject>(definition: ToolDefinition<Schema>): Tool {
  const { $schema: _, ...parameters } = z.toJSONSchema(definition.input, { io: 'input' })
  const declaration = { name: definition.name, description: definition.description, parameters }
  return {
    declaration,
    async run(context, args) {
      const input = definition.input.safeParse(removeBlankValues(args))
      if (!input.success) {
        throw new InputError(`Invalid arguments: ${z.prettifyError(input.error)}\nAccepted: ${JSON.stringify(parameters)}`)
      }
      return definition.run(context, input.data)
    },
  }
}

/** Whom to tell of what a tool writes down. Throws InputError where nobody is being answered. */
export function toAnsweringContext({ userId, threadId, audience, answering, mayWrite }: ToolContext): AnsweringContext {
  const last = answering?.at(-1)
  if (last === undefined || !mayWrite) throw new InputError('Nothing can be written down here: no message is being answered.')
  return { scope: { userId, threadId, audience }, answeredMessageId: last, mayWrite }
}

/** Models fill in what they do not use with null or an empty text: those count as left out. */
function removeBlankValues(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== ''))
}

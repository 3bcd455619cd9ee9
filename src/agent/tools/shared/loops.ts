import { z } from 'zod'
import { InputError } from '../../../core/domain/errors.ts'
import type { LoopId } from '../../../core/domain/ids.ts'
import type { LanguageCode } from '../../../core/domain/languages.ts'
import type { LoopAnsweringContext } from '../../../loops/notified-loops.ts'
import { type LoopDue, loadLoop, type OpenLoop } from '../../../loops/open-loop.ts'
import { readDue } from '../../../loops/read-due.ts'
import type { Db } from '../../../store/store.ts'
import type { WantedChange } from '../../own-words.ts'
import { type ToolContext, toAnsweringContext } from '../../tool.ts'

export const loopIdInput = z.int('a whole number').min(1, 'a number from 1').max(2_147_483_647, 'the id of a loop')

/** Describes a loop to the model. */
export const describeLoop = ({ id, text, owner, ownerName, state, due, sourceMessageId }: OpenLoop) => ({
  id,
  text,
  owner: ownerName ?? owner,
  state,
  ...(due && { due: [due.day, due.time].filter(Boolean).join(' ') }),
  ...(due?.repeat && { repeat: due.repeat }),
  ...(sourceMessageId !== null && { message_id: sourceMessageId }),
})

/** Reads when something is due, in the user's language or in English. Throws InputError if the text does not say. */
export function requireToolDue(text: string, { now, timezone, language }: ToolContext): LoopDue {
  const due = readDue(text, { now, timezone, languages: [...new Set<LanguageCode>([language, 'en'])] })
  if (due) return due
  throw new InputError(
    `"${text}" is not understood as a time to come. Write it like "tomorrow at 9", "2026-12-24 18:00" or "every Monday at 8".`,
  )
}

/**
 * Returns the context for a change of a loop by a tool, also for what else is known of the change. Throws InputError if no message that is
 * answered asks for it.
 */
export async function toLoopAnsweringContext(
  db: Db,
  context: ToolContext,
  { id, ...change }: { readonly id: LoopId } & WantedChange,
): Promise<LoopAnsweringContext> {
  const loop = await loadLoop(db, context, id)
  const wanted = { ...change, ...(loop && { concerned: loop.text }) }
  return { ...(await toAnsweringContext(context, wanted)), timezone: context.timezone }
}

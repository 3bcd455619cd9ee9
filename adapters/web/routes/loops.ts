import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { h } from 'preact'
import { z } from 'zod'
import type { LoopId } from '../../../src/core/domain/ids.ts'
import { addLoop } from '../../../src/loops/add-loop.ts'
import { closeLoop, renameLoop, reopenLoop, rescheduleLoop, snoozeLoop } from '../../../src/loops/change-loop.ts'
import { type LoopDue, type LoopWriteContext, loadLoop, maxLoopChars, type OpenLoop } from '../../../src/loops/open-loop.ts'
import { type DueReading, readDue } from '../../../src/loops/read-due.ts'
import { readReminderCommand } from '../../../src/loops/request-reminder.ts'
import type { Tx } from '../../../src/store/store.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import { ensureContinuousThread } from '../../../src/threads/thread.ts'
import type { WebOptions } from '../options.ts'
import { loopPanelHtml } from '../pages/loop-panel.tsx'
import type { LoopProblem } from '../pages/loop-problem.tsx'
import { describeOutcome, type LoopOutcome, LoopsPage, loopOutcomes } from '../pages/loops.tsx'
import { languageOf } from '../server/language.ts'
import { notFound, parseInput, wantsPage } from '../server/request-error.ts'
import { sendFormPage } from '../server/send-page.ts'
import { signedInUser } from '../server/session.ts'
import { findScope } from '../views/day-view.ts'
import { type LoopFeedback, loadLoopPanel, loadLoopsPage, readingTimeOf } from '../views/loops-page.ts'
import { dayIn, idInQuery } from './input.ts'

const noticeShape = z.object({
  loop: idInQuery.optional(),
  outcome: z.enum(loopOutcomes, `expected one of ${loopOutcomes.join(', ')}`).optional(),
  /** When a repeated loop comes next. */
  day: z.string('expected one day').transform(dayIn).optional(),
  time: z
    .string('expected one time')
    .regex(/^\d\d:\d\d$/, 'expected a time, such as 09:00')
    .optional(),
})
const typedShape = z.string('expected a text').trim().max(2_000, 'expected at most 2,000 characters')
const addShape = z.object({ text: typedShape })
const moveShape = z.object({ when: typedShape })
/** The list beside the day sends its forms with `from`. */
const changeShape = z.object({ from: z.literal('day', 'expected day, or no value').optional() })
const loopParams = z.object({ id: idInQuery })

/** Applies a change. Undefined if the loop is in the wrong state for it. */
type ApplyLoopChange = (tx: Tx, context: LoopWriteContext, id: LoopId) => Promise<OpenLoop | undefined>

/** The changes that need nothing but a button. */
const buttonChanges: readonly {
  readonly name: string
  readonly apply: ApplyLoopChange
  readonly outcome: LoopOutcome
  readonly otherwise: LoopOutcome
}[] = [
  {
    name: 'done',
    apply: (tx, context, id) => closeLoop(tx, context, { id, state: 'done', origin: 'request' }),
    outcome: 'done',
    otherwise: 'not-open',
  },
  {
    name: 'drop',
    apply: (tx, context, id) => closeLoop(tx, context, { id, state: 'dropped', origin: 'request' }),
    outcome: 'dropped',
    otherwise: 'not-open',
  },
  {
    name: 'reopen',
    apply: (tx, context, id) => reopenLoop(tx, context, { id, origin: 'request' }),
    outcome: 'reopened',
    otherwise: 'not-closed',
  },
]

/** Handles the page of all loops and its forms, and the buttons of the list beside the day. */
export function loopRoutes(server: FastifyInstance, options: WebOptions): void {
  const sendLoops = async (reply: FastifyReply, feedback: LoopFeedback) =>
    sendFormPage(reply, h(LoopsPage, { view: await loadLoopsPage(options, signedInUser(reply.request), feedback) }))
  const refuse = (reply: FastifyReply, problem: LoopProblem) => sendLoops(reply.code(400), { problem })

  server.get('/loops/', async (request, reply) => {
    const { loop, outcome, day, time } = parseInput(noticeShape, request.query)
    const due = day && { day, ...(time !== undefined && { time }) }
    return sendLoops(reply, loop !== undefined && outcome ? { notice: { id: loop as LoopId, outcome, due } } : {})
  })

  server.post('/loops/', async (request, reply) => {
    const typed = parseInput(addShape, request.body ?? {}).text
    const { text, due } = readReminderCommand(typed, readingOf(options, request)) ?? { text: typed, due: undefined }
    const message = findTextProblem(text)
    if (message) return refuse(reply, { field: 'text', typed, message })
    const user = signedInUser(request)
    const threadId = await ensureContinuousThread(options.store, user.id, options.clock.now())
    const context = contextOf(options, request, { userId: user.id, threadId, audience: 'private' })
    const { loop, isNew } = await options.store.transaction((tx) => addLoop(tx, context, { owner: 'user', text, due, origin: 'request' }))
    announce(options, context)
    return backToLoops(reply, { id: loop.id, outcome: loop.due && (isNew || due) ? 'reminded' : isNew ? 'noted' : 'known' })
  })

  server.post('/loops/:id/edit/', async (request, reply) => {
    const { context, loop } = await findLoop(options, request)
    const typed = parseInput(addShape, request.body ?? {}).text
    const message = findTextProblem(typed)
    if (message) return refuse(reply, { id: loop.id, field: 'text', typed, message })
    if (loop.state !== 'open') return backToLoops(reply, { id: loop.id, outcome: 'not-open' })
    const renamed = await options.store.transaction((tx) => renameLoop(tx, context, { id: loop.id, text: typed }))
    if (!renamed) return refuse(reply, { id: loop.id, field: 'text', typed, message: 'loops.sameText' })
    announce(options, context)
    return backToLoops(reply, { id: loop.id, outcome: 'renamed' })
  })

  server.post('/loops/:id/move/', async (request, reply) => {
    const { context, loop } = await findLoop(options, request)
    const typed = parseInput(moveShape, request.body ?? {}).when
    const due = readDue(typed, readingOf(options, request))
    if (!due) return refuse(reply, { id: loop.id, field: 'when', typed, message: 'loops.whenUnclear' })
    // A new rule replaces the old one. A day moves only one occurrence.
    const apply = due.repeat ? rescheduleLoop : snoozeLoop
    const moved = await options.store.transaction((tx) => apply(tx, context, { id: loop.id, due }))
    if (!moved) return backToLoops(reply, { id: loop.id, outcome: 'not-open' })
    announce(options, context)
    return backToLoops(reply, { id: loop.id, outcome: 'moved', ...(loop.due?.repeat && !due.repeat && moved.due && { due: moved.due }) })
  })

  for (const { name, apply, outcome, otherwise } of buttonChanges)
    server.post(`/loops/:id/${name}/`, async (request, reply) => {
      const { context, loop } = await findLoop(options, request)
      const { from } = parseInput(changeShape, request.body ?? {})
      const changed = await options.store.transaction((tx) => apply(tx, context, loop.id))
      if (changed) announce(options, context)
      const notice = { loop: changed ?? loop, outcome: changed ? outcome : otherwise }
      if (!wantsPage(request)) {
        const language = languageOf(request)
        const panel = await loadLoopPanel(options, signedInUser(request), context.scope)
        return { html: loopPanelHtml(language, panel), notice: describeOutcome(notice, context, language.translate) }
      }
      return from ? reply.redirect('/continuous/', 303) : backToLoops(reply, { id: loop.id, outcome: notice.outcome })
    })
}

/** Returns the requested loop. Throws the same error whether there is none or it is another user's. */
async function findLoop(options: WebOptions, request: FastifyRequest): Promise<{ context: LoopWriteContext; loop: OpenLoop }> {
  const { success, data } = loopParams.safeParse(request.params)
  const scope = success && (await findScope(options, signedInUser(request)))
  const loop = scope && (await loadLoop(options.store.db, scope, data.id as LoopId))
  if (!loop) throw notFound()
  return { context: contextOf(options, request, scope), loop }
}

const contextOf = (options: WebOptions, request: FastifyRequest, scope: Scope): LoopWriteContext => ({
  scope,
  ...readingTimeOf(options, signedInUser(request)),
})

/** Times are read in the language of the page, in the user's, and in that of the buttons. */
function readingOf(options: WebOptions, request: FastifyRequest): DueReading {
  const user = signedInUser(request)
  return { ...readingTimeOf(options, user), languages: [...new Set([languageOf(request).code, user.language, 'en'])] }
}

function findTextProblem(text: string): LoopProblem['message'] | undefined {
  if (text === '') return 'page.loops.no-text'
  return text.length > maxLoopChars ? 'page.loops.too-long' : undefined
}

/** Tells open pages that the list has changed. */
function announce({ broadcast }: WebOptions, { scope: { userId, threadId } }: LoopWriteContext): void {
  broadcast.publish({ type: 'thread-changed', userId, threadId })
}

interface LoopsAddress {
  readonly id: LoopId
  readonly outcome: LoopOutcome
  readonly due?: LoopDue
}

function backToLoops(reply: FastifyReply, { id, outcome, due }: LoopsAddress): FastifyReply {
  const query = new URLSearchParams({ loop: String(id), outcome, ...(due && { day: due.day }), ...(due?.time && { time: due.time }) })
  return reply.redirect(`/loops/?${query}#notice`, 303)
}

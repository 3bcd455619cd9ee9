import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LoopId, MessageId } from '../../src/core/domain/ids.ts'
import { closeLoop } from '../../src/loops/change-loop.ts'
import { listLoopsForSession } from '../../src/loops/list-session-loops.ts'
import { listLoops } from '../../src/loops/open-loop.ts'
import { saveSessionLoops } from '../../src/loops/save-session-loops.ts'
import { undoSessionLoops } from '../../src/loops/undo-session-loops.ts'
import type { Store } from '../../src/store/store.ts'
import { inOrder, openWorld, saidArb, stepArb, type Word, type World } from '../sessions/world.ts'
import { runs } from '../support/runs.ts'
import { takeStore } from '../support/store.ts'
import { dueDays, meaningOf, readLoops, write } from './sentences.ts'

interface ExpectedLoop {
  readonly userId: number
  readonly audience: string
  readonly text: string
  readonly owner: string
  readonly ownerName: string | null
  readonly due: string | null
  readonly source: number
  readonly closing: number | null
  readonly state: string
}

/** Sessions are processed as they end, those of shared places first. */
function byEnd(one: readonly Word[], other: readonly Word[]): number {
  const [a, b] = [one.at(-1)!, other.at(-1)!]
  return a.sentAt.getTime() - b.sentAt.getTime() || (a.audience < b.audience ? -1 : 1)
}

/**
 * The loops that the words give in order. What the user closed is `fixed`: it stays as it is, and what says the same does not open it again,
 * because all that is said here was said before the user closed it.
 */
function expectedLoops(world: World, fixed: readonly ExpectedLoop[]): ExpectedLoop[] {
  let loops: ExpectedLoop[] = []
  const past = new Set<number>()
  for (const session of world.sessions().sort(byEnd)) {
    const userId: number = world.owner(session[0]!.person).userId
    const ids = session.map(({ id }): number => id)
    for (const id of ids) past.add(id)
    const isTaken = ({ text, audience }: Pick<ExpectedLoop, 'text' | 'audience'>) =>
      [...loops.filter(({ state }) => state === 'open'), ...fixed.filter(({ source }) => past.has(source))].some(
        (loop) => loop.userId === userId && loop.audience === audience && loop.text === text,
      )
    for (const { id, role, audience, text: said } of session) {
      const { opens, closes } = role === 'user' ? meaningOf(said) : {}
      if (opens && !isTaken({ text: opens.text, audience })) {
        const { text, owner, ownerName = null, due } = opens
        loops.push({ userId, audience, text, owner, ownerName, due: due ? dueDays[due]! : null, source: id, closing: null, state: 'open' })
      }
      if (!closes) continue
      const isClosed = (loop: ExpectedLoop) =>
        loop.state === 'open' &&
        loop.text === closes.text &&
        loop.userId === userId &&
        (audience === 'private' || loop.audience === audience)
      // What a session opens and closes itself is none.
      loops = loops.filter((loop) => !(isClosed(loop) && ids.includes(loop.source)))
      loops = loops.map((loop) => (isClosed(loop) ? { ...loop, closing: id, state: closes.state } : loop))
    }
  }
  return [...loops, ...fixed]
}

async function storedLoops(store: Store): Promise<(ExpectedLoop & { readonly isFixed: boolean })[]> {
  const rows = await store.db.openLoop.findMany()
  return rows.map((row) => ({
    ...{ userId: row.userId, audience: row.audience, text: row.text, owner: row.owner, ownerName: row.ownerName },
    due: [row.dueDay, row.dueTime].filter(Boolean).join(' ') || null,
    source: row.sourceMessageId!,
    closing: row.closingMessageId,
    state: row.state,
    isFixed: row.closingOrigin === 'request',
  }))
}

// A loop whose closing message is forgotten stays closed, without the message: who forgets a day does not get its tasks back. Whether a
// session had closed it by then depends on when it was processed, so messages that have said that something is done are not forgotten here.
test('any order of messages, closings, edits, merges, failures and crashes gives the same loops as in order', {
  timeout: 400_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(saidArb, { minLength: 2, maxLength: 14 }),
      fc.array(stepArb, { minLength: 5, maxLength: 40 }),
      async (script, steps) => {
        const { store, giveBack } = await takeStore()
        const reports = new Set<MessageId>()
        try {
          const world = await openWorld(store, {
            ...{ script, write },
            readSession: async (input) => readLoops(input),
            loops: (clock) => ({
              listOpenLoops: (session) => listLoopsForSession(store.db, session),
              saveLoops: async (tx, session, notes) => {
                for (const { messageId } of notes.closings) reports.add(messageId)
                return saveSessionLoops(tx, clock, session, notes)
              },
              undoLoops: (tx, threadId, messageIds) => undoSessionLoops(tx, clock, { threadId, messageIds }),
            }),
            async act({ userId, threadId }, which, clock) {
              const scope = { userId, threadId, audience: 'private' } as const
              const { loops } = await listLoops(store.db, scope, { state: 'open', limit: 50 })
              const id = loops[which % Math.max(1, loops.length)]?.id as LoopId
              await store.transaction((tx) => closeLoop(tx, { scope, now: clock.now() }, { id: id ?? 0, state: 'done', origin: 'request' }))
            },
            mayForget: ({ id, text }) => !reports.has(id) && !meaningOf(text).closes,
          })
          for (const step of steps) await world.take(step)
          await world.settle()
          const stored = await storedLoops(store)
          const fixed = stored.filter(({ isFixed }) => isFixed).map(({ isFixed: _, ...loop }) => loop)
          expect(inOrder(stored.map(({ isFixed: _, ...loop }) => loop))).toEqual(inOrder(expectedLoops(world, fixed)))
          expect(world.processed).toEqual([...new Set(world.processed)])
        } finally {
          await giveBack()
        }
      },
    ),
    { numRuns: runs(120), seed: 21 },
  )
})

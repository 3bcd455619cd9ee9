import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { runs } from '../support/runs.ts'
import { takeStore } from '../support/store.ts'
import { repeatingNotes } from './bench.ts'
import { inOrder, openWorld, saidArb, stepArb, type World } from './world.ts'

/** What is to be made of each session that the words make in order. */
function expectedSessions(world: World): object[] {
  return world.sessions().map((session) => {
    const [first] = session
    const isRead = session.some(({ role }) => role === 'user')
    return {
      messages: session.map(({ id }) => id),
      audience: first?.audience,
      state: 'processed',
      summary: isRead ? session.map(({ text }) => text).join(' ') : null,
      moments: isRead ? [`Moment of ${first?.text}`] : [],
      names: isRead ? [`Name of ${first?.text}`] : [],
    }
  })
}

async function storedSessions(store: Store): Promise<object[]> {
  const sessions = await store.db.session.findMany({
    include: { members: { include: { message: true } }, moments: true, names: true },
  })
  return sessions.map(({ members, audience, state, summary, moments, names }) => ({
    messages: members
      .map(({ message }) => message)
      .sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || Number(a.platformOrder - b.platformOrder) || a.id - b.id)
      .map(({ id }) => id),
    ...{ audience, state, summary, moments: moments.map(({ text }) => text), names: names.map(({ name }) => name) },
  }))
}

test('any order of messages, changes, merges, failures and crashes gives the same sessions as in order, each revision processed once', {
  timeout: 400_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(saidArb, { minLength: 1, maxLength: 14 }),
      fc.array(stepArb, { minLength: 5, maxLength: 40 }),
      async (script, steps) => {
        const { store, giveBack } = await takeStore()
        try {
          const world = await openWorld(store, { script, write: (_, tag) => tag, readSession: async (input) => repeatingNotes(input) })
          for (const step of steps) await world.take(step)
          await world.settle()
          expect(inOrder(await storedSessions(store))).toEqual(inOrder(expectedSessions(world)))
          expect(world.processed).toEqual([...new Set(world.processed)])
        } finally {
          await giveBack()
        }
      },
    ),
    { numRuns: runs(80), seed: 21 },
  )
})

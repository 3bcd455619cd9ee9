import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectGarbage } from '../../src/cli/collect-garbage.ts'

test('what nobody needs any more is gone at once', async () => {
  const kept = { text: 'kept' }
  const references = [new WeakRef(kept), new WeakRef({ text: 'no longer needed' })]
  // What was just referred to is kept until the turn of the event loop ends.
  await nextTurn()
  await collectGarbage()
  expect(references.map((reference) => reference.deref()?.text)).toEqual(['kept', undefined])
  expect(kept.text).toBe('kept')
})
